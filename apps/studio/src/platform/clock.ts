/** Time as a part that is passed in, so that tests decide what time it is. */
export interface Clock {
  /** Milliseconds since 1970 that never run backwards within one process. */
  nowMs(): number
  /** Calls `run` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void
}

/** The wall clock at the start, carried on by the monotonic one: a clock set back in mid-round moves no round. */
export function systemClock(): Clock {
  const startMs = Date.now() - performance.now()
  return {
    nowMs: () => startMs + performance.now(),
    after(delayMs, run) {
      const timer = setTimeout(run, Math.max(0, delayMs))
      return () => clearTimeout(timer)
    },
  }
}

/** Waits through the clock. */
export const wait = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => void clock.after(delayMs, resolve))
