import type { HistoryQuery } from './history.tsx'

const day = /^\d{4}-\d\d-\d\d$/

/** Filters in an address. Drops values that this history does not have. */
export function filterOf(
  search: URLSearchParams,
  states: readonly string[],
  games: readonly string[] = [],
): Omit<HistoryQuery, 'cursor' | 'limit'> {
  const state = search.get('state') ?? ''
  const dayOf = (name: string) => {
    const text = search.get(name) ?? ''
    return day.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  }
  const game = search.get('game') ?? ''
  return {
    state: states.includes(state) ? state : undefined,
    from: dayOf('from'),
    to: dayOf('to'),
    ...(games.includes(game) ? { game } : {}),
  }
}

/** The address with one filter changed; an empty one is removed. */
export function withFilter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
