const key = 'dhow_searches'
const maxKept = 6

/** This browser's last searches that led to a game, newest first; never sent to the server. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, maxKept) : []
  } catch {
    return []
  }
}

/** Stores a search as the newest. */
export function storeSearch(text: string) {
  const others = recentSearches().filter((one) => one.toLowerCase() !== text.toLowerCase())
  localStorage.setItem(key, JSON.stringify([text, ...others].slice(0, maxKept)))
}

export const clearSearches = () => localStorage.removeItem(key)
