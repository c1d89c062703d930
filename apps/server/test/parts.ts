import { createHash } from 'node:crypto'
import type { Clock } from '@dhow/platform/clock'
import type { Random } from '../src/platform/random.ts'
import type { Sliced } from '../src/platform/sliced.ts'

/**
 * A clock that only a test moves; due timers fire in order, each once: a job that sets its timer again waits for the
 * next move, as after a machine's sleep, or three days would be thousands of its runs.
 */
export interface FakeClock extends Clock {
  advance(byMs: number): Promise<void>
  /** Moves the time without running due timers. Back it sets the wall clock alone, as on a machine. */
  leap(byMs: number): void
}

export function fakeClock(start = '2026-11-21T09:00:00.000Z'): FakeClock {
  let nowMs = Date.parse(start)
  /** Monotonic, and what timers go by. */
  let sinceStartMs = 0
  let timers: { atMs: number; run: () => void }[] = []
  const forwardTo = (atMs: number) => {
    const byMs = Math.max(0, atMs - sinceStartMs)
    nowMs += byMs
    sinceStartMs += byMs
  }
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => sinceStartMs,
    after(delayMs, run) {
      const timer = { atMs: sinceStartMs + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    leap(byMs) {
      if (byMs < 0) nowMs += byMs
      else forwardTo(sinceStartMs + byMs)
    },
    async advance(byMs) {
      const untilMs = sinceStartMs + byMs
      const due = timers.filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
      for (const next of due) {
        if (!timers.includes(next)) continue
        timers = timers.filter((timer) => timer !== next)
        forwardTo(next.atMs)
        next.run()
        await new Promise((resolve) => setImmediate(resolve))
      }
      forwardTo(untilMs)
    },
  }
}

/** A deterministic random source: SHA-256 of a seed and a counter. */
export function seededRandom(seed: string): Random {
  let counter = 0
  const block = () => createHash('sha256').update(`${seed}:${counter++}`).digest()
  const bytes = (count: number) => {
    const blocks: Buffer[] = []
    for (let have = 0; have < count; have += 32) blocks.push(block())
    return Buffer.concat(blocks).subarray(0, count)
  }
  return {
    bytes,
    int(limit) {
      const space = 2 ** 32
      const fair = space - (space % limit)
      for (;;) {
        const drawn = bytes(4).readUInt32BE()
        if (drawn < fair) return drawn % limit
      }
    },
  }
}

/**
 * Processor time of this process so far, in milliseconds: unlike elapsed time, it does not depend on how busy the
 * machine is.
 */
export const workedMs = () => process.cpuUsage().user / 1_000

/** Runs sliced work without yielding. */
export function runAtOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
