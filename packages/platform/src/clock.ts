/** Timers, passed in so that tests control them. */
export interface Timers {
  /** Calls `run` once after `delayMs` milliseconds, at most about 25 days; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void
}

/** Clock, passed in so that tests control the time. */
export interface Clock extends Timers {
  /** Wall-clock time, for what is stored and shown. */
  now(): Date
  /** Monotonic milliseconds, for durations and timers. */
  monotonicMs(): number
}

/** One time for display and durations: continues even if the machine's clock is set back. */
export interface SteadyClock extends Timers {
  /** Milliseconds since 1970, monotonic within one process. */
  nowMs(): number
}

/** Longest delay of Node's timers; above it they fire at once. */
const longestTimerMs = 2 ** 31 - 1

function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(Math.max(0, delayMs), longestTimerMs))
  return () => clearTimeout(timer)
}

/** The machine's clock. */
export const systemClock = (): Clock => ({ now: () => new Date(), monotonicMs: () => performance.now(), after })

/** The wall clock at the start, continued by the monotonic one, so that a clock change does not affect rounds. */
export function steadyClock(): SteadyClock {
  const startMs = Date.now() - performance.now()
  return { nowMs: () => startMs + performance.now(), after }
}

/** Resolves after `delayMs` milliseconds of these timers. */
export const wait = (timers: Timers, delayMs: number): Promise<void> =>
  new Promise((resolve) => void timers.after(delayMs, resolve))
