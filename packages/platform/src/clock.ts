/** Timers as a part that is passed in, so that tests decide when they run. */
export interface Timers {
  /** Calls `run` once after `delayMs` milliseconds, at most some 25 days; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void
}

/** Time as a part that is passed in, so that tests decide what time it is. */
export interface Clock extends Timers {
  /** Wall time, for what is written down and shown. */
  now(): Date
  /** Milliseconds that never run backwards, for durations and timers. */
  monotonicMs(): number
}

/** One time for what is shown and for durations: where the machine's clock is set back, this one goes on. */
export interface SteadyClock extends Timers {
  /** Milliseconds since 1970 that never run backwards within one process. */
  nowMs(): number
}

/** Past this many milliseconds Node's own timer would run at once. */
const longestTimerMs = 2 ** 31 - 1

function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(Math.max(0, delayMs), longestTimerMs))
  return () => clearTimeout(timer)
}

/** The machine's clock. */
export const systemClock = (): Clock => ({ now: () => new Date(), monotonicMs: () => performance.now(), after })

/** The wall clock at the start, continued by the monotonic one: a clock that is set back in the middle of a round moves no round. */
export function steadyClock(): SteadyClock {
  const startMs = Date.now() - performance.now()
  return { nowMs: () => startMs + performance.now(), after }
}

/** Resolves after `delayMs` milliseconds of these timers. */
export const wait = (timers: Timers, delayMs: number): Promise<void> =>
  new Promise((resolve) => void timers.after(delayMs, resolve))
