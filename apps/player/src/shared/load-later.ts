/**
 * Loads code that the first script leaves out, and calls back with it. A server that is away for a moment must not cost the page its code:
 * a failed load is repeated after 1 s, with doubled pauses of at most 60 s, and at once when the network is back. The answer stops it.
 */
export function loadLater<T>(load: () => Promise<T>, use: (loaded: T) => void): () => void {
  let isOver = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = (): void => {
    clearTimeout(timer)
    void load().then(
      (loaded) => {
        if (!isOver) use(loaded)
        stop()
      },
      () => {
        if (!isOver) timer = setTimeout(attempt, Math.min(1_000 * 2 ** tries++, 60_000))
      },
    )
  }
  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    removeEventListener('online', attempt)
  }
  addEventListener('online', attempt)
  attempt()
  return stop
}
