import type { SteadyClock } from '@dhow/platform/clock'

/** One timer; setting it replaces the previous time. */
export function openWakeUp(clock: SteadyClock) {
  let cancel = (): void => undefined
  let setMs = Infinity
  return {
    /** Runs at a time of the clock; setting the same pending time again changes nothing. */
    at(atMs: number, run: () => void): void {
      if (atMs === setMs && atMs > clock.nowMs()) return
      cancel()
      setMs = atMs
      cancel = clock.after(atMs - clock.nowMs(), () => {
        setMs = Infinity
        run()
      })
    },
    after(delayMs: number, run: () => void): void {
      cancel()
      cancel = clock.after(delayMs, run)
    },
    cancel: () => cancel(),
  }
}
