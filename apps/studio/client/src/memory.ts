/** State kept over a reload of the frame; the page also works without storage. */
export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
}

/** Opens the memory of one game, by default the crash game. */
export const openMemory = (store: () => Storage, game?: string): Memory => ({
  get(key) {
    try {
      return store().getItem(nameOf(game, key))
    } catch {
      return null // Storage may be blocked in this frame.
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
