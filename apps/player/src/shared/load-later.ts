type ImportAt = (address: string) => Promise<unknown>

/**
 * Repeats an import that failed. A browser may keep the failure by the file's address (the module map of HTML), so the next try asks for it by
 * another one, with a query; where the error does not name the file, the same import is tried again.
 */
function importAgain<T>(load: () => Promise<T>, error: unknown, tries: number, importAt: ImportAt): Promise<T> {
  const address = error instanceof Error ? /https?:\/\/[^\s?]+\.js/.exec(error.message)?.[0] : undefined
  // The same file as that of `load`, so of its type.
  return address === undefined ? load() : (importAt(`${address}?again=${tries}`) as Promise<T>)
}

/**
 * Loads code that the first script leaves out, and calls back with it. A server that is away for a moment must not cost the page its code:
 * a failed load is repeated after 1 s, with doubled pauses of at most 60 s, and at once when the network is back. The answer stops it.
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
        // Its first failure names the file without a query.
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
