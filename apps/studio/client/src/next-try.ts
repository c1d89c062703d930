/** Close together at first: another studio plays the tables about a second after one has ended. */
const pauses = [300, 500, 500, 700, 1000, 1500, 3000]
const longestPauseMs = 5000

/** Runs the try that follows so many: after a pause, and no later than the moment in which the browser has a network again. */
export function atNextTry(tries: number, run: () => void): void {
  const pauseMs = pauses[tries] ?? longestPauseMs
  const now = () => {
    clearTimeout(timer)
    removeEventListener('online', now)
    run()
  }
  // oxlint-disable-next-line no-restricted-properties -- spreads thousands of pages that would come back in the same moment
  const timer = setTimeout(now, pauseMs * (0.75 + Math.random() / 2))
  addEventListener('online', now)
}
