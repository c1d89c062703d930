/** State kept over a reload of the frame; a browser that keeps nothing loses only comfort. */
export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
}

export const keep = (store: () => Storage, name: string): Memory => ({
  get(key) {
    try {
      return store().getItem(`dhow-${name}-${key}`)
    } catch {
      return null // Storage is forbidden in this frame; the page works without.
    }
  },
  set(key, value) {
    try {
      store().setItem(`dhow-${name}-${key}`, value)
    } catch {
      return // As above.
    }
  },
})
