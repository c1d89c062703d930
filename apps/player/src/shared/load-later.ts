type ImportAt = (address: string) => Promise<unknown>

/**
 * Retries a failed import. Browsers may cache the failure by address (HTML's module map), so this adds a query to the address; if the error does
 * not name the file, repeats the same import.
 */
function importAgain<T>(load: () => Promise<T>, error: unknown, tries: number, importAt: ImportAt): Promise<T> {
  const address = error instanceof Error ? /https?:\/\/[^\s?]+\.js/.exec(error.message)?.[0] : undefined
  // The same file as `load` imports, so the same type.
  return address === undefined ? load() : (importAt(`${address}?again=${tries}`) as Promise<T>)
}

/**
 * Loads code outside the first script, and calls back with it. Retries a failed load after 1 s, with doubled pauses up to 60 s, and at once when the
 * network is back. The returned function stops it.
 */
export function loadLater<T>(
  load: () => Promise<T>,
  use: (loaded: T) => void,
  importAt: ImportAt = (address) => import(/* @vite-ignore */ address),
): () => void {
  let isOver = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let failure: unknown
  const attempt = (): void => {
    clearTimeout(timer)
    void (tries === 0 ? load() : importAgain(load, failure, tries, importAt)).then(
      (loaded) => {
        if (!isOver) use(loaded)
        stop()
      },
      (error: unknown) => {
        // The first failure names the file without a query.
        failure ??= error
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
