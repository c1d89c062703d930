import type { SteadyClock } from '@dhow/platform/clock'
import { fakeClock } from './fake-clock.ts'

/** A clock that runs `pace` times as fast as the real one, and a hundred times during `fastForward`. */
export interface PacedClock extends SteadyClock {
  fastForward<Value>(wait: () => Promise<Value>): Promise<Value>
  stop(): void
}

const tickMs = 4
const fastPace = 100

export function pacedClock(pace = 1): PacedClock {
  const fake = fakeClock()
  let now = pace
  let lastMs = performance.now()
  const ticker = setInterval(() => {
    const ms = performance.now()
    // Limit the step, so that a stalled machine does not make the tables jump.
    fake.moveBy(Math.min(ms - lastMs, 2 * tickMs) * now)
    lastMs = ms
  }, tickMs)
  return {
    nowMs: fake.nowMs,
    after: fake.after,
    async fastForward(wait) {
      now = fastPace
      try {
        return await wait()
      } finally {
        now = pace
      }
    },
    stop: () => clearInterval(ticker),
  }
}
