import type { Clock } from '@dhow/platform/clock'

const failuresToOpen = 3
const firstPauseMs = 5_000
const longestPauseMs = 60_000

export type Breaker = ReturnType<typeof openBreaker>

/**
 * Circuit breaker of a gateway: after three consecutive failures it is not used for a pause that doubles up to a
 * minute, and then a single message tries it.
 */
export function openBreaker(clock: Pick<Clock, 'monotonicMs'>) {
  let failures = 0
  let pauseMs = firstPauseMs
  let closedUntilMs = 0
  let isHalfOpen = false
  const isOpen = () => failures >= failuresToOpen

  return {
    /** Whether a message may be sent to it now. After `true` call `succeeded` or `failed`. */
    allows(): boolean {
      if (!isOpen()) return true
      if (isHalfOpen || clock.monotonicMs() < closedUntilMs) return false
      isHalfOpen = true
      return true
    },
    succeeded() {
      failures = 0
      pauseMs = firstPauseMs
      isHalfOpen = false
    },
    failed() {
      failures++
      if (!isOpen()) return
      if (isHalfOpen) pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      isHalfOpen = false
      closedUntilMs = clock.monotonicMs() + pauseMs
    },
    /** Consecutive failures, and the remaining pause. */
    health: () => ({ failures, pausedMs: isOpen() ? Math.max(0, closedUntilMs - clock.monotonicMs()) : 0 }),
  }
}
