/** Short at first, since another studio takes over the tables about a second after one has ended. */
const pauses = [300, 500, 500, 700, 1000, 1500, 3000]
const longestPauseMs = 5000

/** Runs the next try after a pause that grows with `tries`, or as soon as the browser is online again. */
export function retryLater(tries: number, run: () => void): void {
  const pauseMs = pauses[tries] ?? longestPauseMs
  const now = () => {
    clearTimeout(timer)
    removeEventListener('online', now)
    run()
  }
  // oxlint-disable-next-line no-restricted-properties -- spreads thousands of pages that would reconnect at once
  const timer = setTimeout(now, pauseMs * (0.75 + Math.random() / 2))
  addEventListener('online', now)
}
