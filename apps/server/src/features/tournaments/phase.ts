import type { TournamentPhase } from '@dhow/contract/tournaments'
import type { TournamentRow } from './tables.ts'

/** Time after the end in which rounds that ended in time may be committed and counted. */
export const countingMs = 60_000

/** Phase of a tournament for players; null for a draft. */
export function phaseOf(
  { state, starts_at, ends_at, envelope_id }: Pick<TournamentRow, 'state' | 'starts_at' | 'ends_at' | 'envelope_id'>,
  now: Date,
): TournamentPhase | null {
  if (envelope_id === null || state === 'draft' || state === 'waiting') return null
  if (state !== 'live') return state
  if (now < starts_at) return 'coming'
  return now < ends_at ? 'running' : 'counting'
}
