import type { SteadyClock } from '@dhow/platform/clock'

/** One timer: setting it replaces the time that was set before. */
export function openWakeUp(clock: SteadyClock) {
  let cancel = (): void => undefined
  let setMs = Infinity
  return {
    /** Runs at a time of the clock; the same time again changes nothing while it is to come. */
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
