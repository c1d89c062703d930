import type { SteadyClock } from '@dhow/platform/clock'

/** A clock that stands still until moved; timers run in order as it passes them. */
export interface FakeClock extends SteadyClock {
  moveBy(ms: number): void
  /** The time of the next timer, or null. */
  nextMs(): number | null
}

export function fakeClock(startMs = 1_800_000_000_000): FakeClock {
  let nowMs = startMs
  let order = 0
  const timers = new Map<number, { atMs: number; run: () => void }>()
  const first = () => [...timers].sort(([a, x], [b, y]) => x.atMs - y.atMs || a - b)[0]
  return {
    nowMs: () => nowMs,
    after(delayMs, run) {
      const id = ++order
      timers.set(id, { atMs: nowMs + Math.max(0, delayMs), run })
      return () => timers.delete(id)
    },
    moveBy(ms) {
      const endMs = nowMs + ms
      for (let next = first(); next && next[1].atMs <= endMs; next = first()) {
        timers.delete(next[0])
        nowMs = Math.max(nowMs, next[1].atMs)
        next[1].run()
      }
      nowMs = endMs
    },
    nextMs: () => first()?.[1].atMs ?? null,
  }
}
