import type { SteadyClock } from '@dhow/platform/clock'

/** Rate limiter by name: `perSecond` calls, with a burst of one second's worth. */
export function openAllowance(clock: SteadyClock, perSecond: number, most = 50_000) {
  const left = new Map<string, { calls: number; atMs: number }>()
  return {
    allows(name: string): boolean {
      const nowMs = clock.nowMs()
      const before = left.get(name) ?? { calls: perSecond, atMs: nowMs }
      const calls = Math.min(perSecond, before.calls + ((nowMs - before.atMs) * perSecond) / 1000)
      // Clearing all gives each name one more burst, which is harmless.
      if (left.size >= most) left.clear()
      left.set(name, { calls: calls < 1 ? calls : calls - 1, atMs: nowMs })
      return calls >= 1
    },
  }
}
