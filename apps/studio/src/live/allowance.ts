import type { SteadyClock } from '@dhow/platform/clock'

/** Rate limiter: true while messages stay within `perSecond`. */
export function openAllowance(clock: SteadyClock, perSecond: number): () => boolean {
  let allowance = perSecond
  let refilledMs = clock.nowMs()
  return () => {
    const nowMs = clock.nowMs()
    allowance = Math.min(perSecond, allowance + ((nowMs - refilledMs) * perSecond) / 1000)
    refilledMs = nowMs
    if (allowance < 1) return false
    allowance--
    return true
  }
}
