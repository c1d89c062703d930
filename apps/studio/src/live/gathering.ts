import type { SteadyClock } from '@dhow/platform/clock'

/** Gathers what many players do into one event at a time: `send` is called a while after the first of it, or at once where the round moves on. */
export function openGathering(clock: SteadyClock, delayMs: () => number, send: () => void) {
  let waiting: (() => void) | null = null
  return {
    note(): void {
      waiting ??= clock.after(delayMs(), () => {
        waiting = null
        send()
      })
    },
    flush(): void {
      waiting?.()
      waiting = null
      send()
    },
    stop: (): void => waiting?.(),
  }
}
