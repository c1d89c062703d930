import type { SteadyClock } from '@dhow/platform/clock'

/** So many calls a second for each name, with one second's worth to spare. */
export function openAllowance(clock: SteadyClock, perSecond: number, most = 50_000) {
  const left = new Map<string, { calls: number; atMs: number }>()
  return {
    allows(name: string): boolean {
      const nowMs = clock.nowMs()
      const before = left.get(name) ?? { calls: perSecond, atMs: nowMs }
      const calls = Math.min(perSecond, before.calls + ((nowMs - before.atMs) * perSecond) / 1000)
      // Forgetting everybody now and then gives each a second's worth, which is harmless.
      if (left.size >= most) left.clear()
      left.set(name, { calls: calls < 1 ? calls : calls - 1, atMs: nowMs })
      return calls >= 1
    },
  }
}
