import type { SteadyClock } from '@dhow/platform/clock'
import { fakeClock } from './fake-clock.ts'

/** A clock that runs `pace` times as fast as the real one, and a hundred times while a test has nothing to do but wait. */
export interface PacedClock extends SteadyClock {
  hurried<Value>(wait: () => Promise<Value>): Promise<Value>
  stop(): void
}

const tickMs = 4
const hurry = 100

export function pacedClock(pace = 1): PacedClock {
  const fake = fakeClock()
  let now = pace
  let lastMs = performance.now()
  const ticker = setInterval(() => {
    const ms = performance.now()
    // A machine that stood still for a while does not make the tables jump.
    fake.moveBy(Math.min(ms - lastMs, 2 * tickMs) * now)
    lastMs = ms
  }, tickMs)
  return {
    nowMs: fake.nowMs,
    after: fake.after,
    async hurried(wait) {
      now = hurry
      try {
        return await wait()
      } finally {
        now = pace
      }
    },
    stop: () => clearInterval(ticker),
  }
}
