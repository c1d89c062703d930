/** Time as a part that is passed in, so that tests decide what time it is. */
export interface Clock {
  /** Wall time, for what is written down and shown. */
  now(): Date
  /** Milliseconds that never run backwards, for durations and timers. */
  monotonicMs(): number
  /** Calls `run` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void
}

/** Past this many milliseconds Node's own timer would run at once: one that is to wait longer waits this long, some 25 days. */
const longestTimerMs = 2 ** 31 - 1

export function systemClock(): Clock {
  return {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    after(delayMs, run) {
      const timer = setTimeout(run, Math.min(delayMs, longestTimerMs))
      return () => clearTimeout(timer)
    },
  }
}
