import type { Clock } from '@dhow/platform/clock'

export type StepClock = ReturnType<typeof openStepClock>

/** Longer pauses are time limits that no schedule reaches. */
export const longestPauseMs = 1_000

/** A clock that only the explorer moves. A short pause is a step like any other, and a long one never ends. */
export function openStepClock(
  pause: (run: () => void) => () => void,
  start = '2026-11-21T09:00:00.000Z',
): Clock & { advance(byMs: number): void } {
  let nowMs = Date.parse(start)
  const startMs = nowMs
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs - startMs,
    after: (delayMs, run) => (delayMs <= longestPauseMs ? pause(run) : () => undefined),
    advance: (byMs) => void (nowMs += byMs),
  }
}
