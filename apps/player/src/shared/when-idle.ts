/** Calls back when idle, at the latest after `withinMs`. @returns stops it */
export function whenIdle(start: () => void, withinMs = 10_000): () => void {
  if ('requestIdleCallback' in window) {
    const waiting = requestIdleCallback(start, { timeout: withinMs })
    return () => cancelIdleCallback(waiting)
  }
  const waiting = setTimeout(start, withinMs / 2)
  return () => clearTimeout(waiting)
}
