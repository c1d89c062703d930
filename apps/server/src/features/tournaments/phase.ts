import type { TournamentPhase } from '@dhow/contract/tournaments'
import type { TournamentRow } from './tables.ts'

/** Rounds that ended in time may be committed and counted until so long after the end. */
export const countingMs = 60_000

/** State of a tournament as its players see it; null for a draft. */
export function phaseOf(
  { state, starts_at, ends_at, envelope_id }: Pick<TournamentRow, 'state' | 'starts_at' | 'ends_at' | 'envelope_id'>,
  now: Date,
): TournamentPhase | null {
  if (envelope_id === null || state === 'draft' || state === 'waiting') return null
  if (state !== 'live') return state
  if (now < starts_at) return 'coming'
  return now < ends_at ? 'running' : 'counting'
}
