import type { Clock } from '../src/platform/clock.ts'
import type { Random } from '../src/platform/random.ts'
/** A clock that stands until a test moves it; timers fire while it moves, in their order. */
export interface FakeClock extends Clock {
  advance(byMs: number): Promise<void>
}
export declare function fakeClock(start?: string): FakeClock
/** Chance that repeats: SHA-256 of a seed and a counter. */
export declare function seededRandom(seed: string): Random
