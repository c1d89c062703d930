const key = 'dhow_searches'
const keptAtMost = 6

/** The last searches of this browser that led to a game, newest first; they never leave it. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, keptAtMost) : []
  } catch {
    return []
  }
}

/** Keeps a search on top of the others. */
export function keepSearch(text: string) {
  const others = recentSearches().filter((one) => one.toLowerCase() !== text.toLowerCase())
  localStorage.setItem(key, JSON.stringify([text, ...others].slice(0, keptAtMost)))
}

export const forgetSearches = () => localStorage.removeItem(key)
