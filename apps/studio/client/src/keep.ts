/** State kept over a reload of the frame; a browser that keeps nothing loses only comfort. */
export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
}

/** A memory for one game, or for the crash game where none is named. */
export const keep = (store: () => Storage, game?: string): Memory => ({
  get(key) {
    try {
      return store().getItem(nameOf(game, key))
    } catch {
      return null // Storage is forbidden in this frame; the page works without.
    }
  },
  set(key, value) {
    try {
      store().setItem(nameOf(game, key), value)
    } catch {
      return // As above.
    }
  },
})

const nameOf = (game: string | undefined, key: string): string =>
  game === undefined ? `dhow-${key}` : `dhow-${game}-${key}`
