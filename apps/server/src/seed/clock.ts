import type { Clock } from '@dhow/platform/clock'

interface Timer {
  atMs: number
  run: () => void
  cancel?: () => void
}

/**
 * A clock that is moved by hand, so that a year passes in minutes, and follows the machine's clock after `runOn`.
 * @param real the machine's clock
 * @param from its initial time
 */
export function openMovableClock(real: Clock, from: Date) {
  let nowMs: number | undefined = from.getTime()
  /** Added to the machine's monotonic time once the clock runs, so that it never goes back. */
  let aheadMs = 0
  let timers: Timer[] = []

  const clock: Clock = {
    now: () => (nowMs === undefined ? real.now() : new Date(nowMs)),
    monotonicMs: () => (nowMs === undefined ? real.monotonicMs() + aheadMs : nowMs - from.getTime()),
    after(delayMs, run) {
      if (nowMs === undefined) return real.after(delayMs, run)
      const timer: Timer = { atMs: nowMs + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
        timer.cancel?.()
      }
    },
  }

  return {
    ...clock,
    /** Moves the time; due timers wait for `runDue`. */
    moveTo(at: Date) {
      if (nowMs !== undefined) nowMs = Math.max(nowMs, at.getTime())
    },
    /**
     * Runs each due timer once: a job that sets its timer again waits for the next call, or a day would be hundreds of
     * its runs.
     */
    async runDue() {
      const untilMs = clock.now().getTime()
      for (const timer of timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)) {
        if (!timers.includes(timer)) continue
        timers = timers.filter((other) => other !== timer)
        timer.run()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    /** Waits real milliseconds, not those of the clock. */
    pause: (milliseconds: number) => new Promise<void>((resolve) => void real.after(milliseconds, resolve)),
    /** Follows the machine's time from now on; due timers run at once. */
    runOn() {
      aheadMs = clock.monotonicMs() - real.monotonicMs()
      const startMs = real.now().getTime()
      nowMs = undefined
      for (const timer of timers) timer.cancel = real.after(Math.max(0, timer.atMs - startMs), timer.run)
      timers = []
    },
  }
}
