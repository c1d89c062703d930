import type { StaffTournament } from '@dhow/contract/tournament-desk'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TournamentParts } from './parts.ts'
import { readForStaff } from './read-desk.ts'
import { lockTournament } from './store.ts'
import type { TournamentRow } from './tables.ts'

interface Move {
  verb: string
  action: string
  reason?: string
  /** Changes the tournament; false if its state does not allow it. */
  apply(tx: Tx, row: TournamentRow, now: Date): Promise<boolean>
}

async function move(
  parts: TournamentParts,
  tournamentId: string,
  by: StaffSession,
  { verb, action, reason, apply }: Move,
) {
  const { db, clock } = parts.platform
  await db.transaction(async (tx) => {
    const row = await lockTournament(tx, tournamentId)
    if (!(await apply(tx, row, clock.now()))) throw new Refusal('tournament_state_changed')
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: `tournament.${action}`,
      subject: row.id,
      text: `${verb} the tournament "${row.name}"`,
      before: { state: row.state, ends_at: row.ends_at },
      after: reason === undefined ? null : { reason },
    })
  })
  return readForStaff(parts, tournamentId)
}

const change = (tx: Tx, { id }: TournamentRow, set: Partial<Pick<TournamentRow, 'state' | 'reason' | 'ends_at'>>) =>
  tx.updateTable('tournaments.tournament').set(set).where('id', '=', id).execute()

/** A paused tournament has not ended, however late it is. */
const hasEnded = ({ state, ends_at }: TournamentRow, now: Date) => state === 'live' && now >= ends_at

const endPause = (tx: Tx, { id }: TournamentRow, now: Date) =>
  tx
    .updateTable('tournaments.pause')
    .set({ until_at: now })
    .where('tournament_id', '=', id)
    .where('until_at', 'is', null)
    .execute()

/**
 * Pauses or resumes a tournament; rounds begun in a pause do not count. @throws Refusal `not_found`,
 * `tournament_state_changed`
 */
export const pauseTournament = (
  parts: TournamentParts,
  tournamentId: string,
  isPaused: boolean,
  by: StaffSession,
): Promise<StaffTournament> =>
  move(parts, tournamentId, by, {
    verb: isPaused ? 'Paused' : 'Let go on',
    action: isPaused ? 'pause' : 'go_on',
    async apply(tx, row, now) {
      if (row.state !== (isPaused ? 'live' : 'paused') || hasEnded(row, now)) return false
      await change(tx, row, { state: isPaused ? 'paused' : 'live' })
      if (isPaused)
        await tx
          .insertInto('tournaments.pause')
          .values({ tournament_id: row.id, from_at: now, until_at: null })
          // A pause that ended at the same instant continues.
          .onConflict((conflict) => conflict.columns(['tournament_id', 'from_at']).doUpdateSet({ until_at: null }))
          .execute()
      else await endPause(tx, row, now)
      return true
    },
  })

/**
 * Cancels a tournament before its end, or drops a draft: no prizes are given. @throws Refusal `not_found`,
 * `tournament_state_changed`
 */
export const cancelTournament = (
  parts: TournamentParts,
  tournamentId: string,
  reason: string,
  by: StaffSession,
): Promise<StaffTournament> =>
  move(parts, tournamentId, by, {
    ...{ verb: 'Cancelled', action: 'cancel', reason },
    async apply(tx, row, now) {
      if (row.state === 'ended' || row.state === 'cancelled' || hasEnded(row, now)) return false
      await change(tx, row, { state: 'cancelled', reason })
      if (row.envelope_id !== null) await parts.rewards.closeEnvelope(tx, row.envelope_id)
      return true
    },
  })

/**
 * Ends a running tournament at once; its ranking becomes final when it has been counted. @throws Refusal `not_found`,
 * `tournament_state_changed`
 */
export const endTournament = (
  parts: TournamentParts,
  tournamentId: string,
  reason: string,
  by: StaffSession,
): Promise<StaffTournament> =>
  move(parts, tournamentId, by, {
    ...{ verb: 'Ended', action: 'end', reason },
    async apply(tx, row, now) {
      if (row.starts_at >= now || (row.state !== 'live' && row.state !== 'paused') || hasEnded(row, now)) return false
      await change(tx, row, { state: 'live', reason, ends_at: row.ends_at < now ? row.ends_at : now })
      await endPause(tx, row, now)
      return true
    },
  })
