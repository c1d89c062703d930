/** Session storage key of the bytes so far, so that a reload continues to count. */
const key = 'dhow_data_used'

/** Bytes that a browser reports for one resource; 0 if it came from its cache. */
type Sized = Pick<PerformanceResourceTiming, 'transferSize'>

let bytes = 0
const watchers = new Set<() => void>()

/**
 * Counts the bytes of this visit: pages, files and calls of this tab as the browser reports them. Games, which are cross-origin frames, and the
 * live stream are not reported.
 */
export function countData() {
  if (typeof PerformanceObserver === 'undefined') return
  bytes = Number(sessionStorage.getItem(key)) || 0
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
}

const isSized = (entry: object): entry is Sized => 'transferSize' in entry && typeof entry.transferSize === 'number'

function add(entries: readonly object[]) {
  const more = entries.filter(isSized).reduce((sum, { transferSize }) => sum + transferSize, 0)
  if (more === 0) return
  bytes += more
  sessionStorage.setItem(key, String(bytes))
  for (const watcher of watchers) watcher()
}

/** The bytes so far. */
export const dataUsed = (): number => bytes

/** Calls back after each change, until the returned function is called. */
export function watchData(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
