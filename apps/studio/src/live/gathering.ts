import type { SteadyClock } from '@dhow/platform/clock'

/** Batches actions of many players into one event: `send` is called shortly after the first, or at once if the round moves on. */
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
