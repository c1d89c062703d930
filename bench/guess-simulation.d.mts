import type { Attempts } from '../apps/server/src/platform/attempts.ts'
import type { codeUses, signInUses } from '../apps/server/src/features/accounts/guess-limits.ts'

export interface GuessCounts {
  honest: number
  honestRefused: number
  lastRefusedMs: number
  codesToStrangers: number
  strangersAsked: number
  passwordsJudged: number
  passwordsTried: number
}

export function simulate(
  parts: {
    attempts: Attempts
    codeUses: typeof codeUses
    signInUses: typeof signInUses
    at: (ms: number) => void
    random: (limit: number) => number
  },
  world: { honest: number; attackers: number; durationMs?: number; triesEach: number; unansweredADay?: number },
): Promise<GuessCounts>
