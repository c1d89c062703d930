import type { TournamentView } from '@dhow/contract/tournaments'
import type { Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TournamentParts } from './parts.ts'
import { phaseOf } from './phase.ts'
import { findView, type Reader } from './read-tournaments.ts'
import { isBarred } from './store.ts'

const readerOf = ({ market, playerId }: PlayerSession): Reader => ({ market, playerId })

/**
 * Reads a tournament under a lock that prevents its end or pause until the transaction ends. @throws Refusal
 * `not_found`
 */
async function holdOpen({ platform: { clock } }: TournamentParts, tx: Tx, id: string, { market }: PlayerSession) {
  const row = await tx
    .selectFrom('tournaments.tournament')
    .select(['market', 'state', 'starts_at', 'ends_at', 'envelope_id'])
    .where('id', '=', id)
    .where('market', '=', market)
    .forShare()
    .executeTakeFirst()
  const phase = row ? phaseOf(row, clock.now()) : null
  if (phase === null) throw new Refusal('not_found')
  return phase
}

/**
 * Adds a player: rounds begun from now on count. A repeat only changes whether their name is shown.
 * @throws Refusal `not_found`, `tournament_closed`, `tournament_barred`
 */
export async function joinTournament(
  parts: TournamentParts,
  session: PlayerSession,
  tournamentId: string,
  { shows_name }: { shows_name: boolean },
): Promise<TournamentView> {
  const { db, clock, random } = parts.platform
  const { playerId } = session
  await db.transaction(async (tx) => {
    const phase = await holdOpen(parts, tx, tournamentId, session)
    const known = await tx
      .updateTable('tournaments.entry')
      .set({ shows_name })
      .where('tournament_id', '=', tournamentId)
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    if (known.numUpdatedRows > 0n) return
    if (phase !== 'coming' && phase !== 'running') throw new Refusal('tournament_closed')
    if (await isBarred(tx, playerId, clock.now())) throw new Refusal('tournament_barred')
    await tx
      .insertInto('tournaments.entry')
      .values({
        ...{ tournament_id: tournamentId, player_id: playerId, joined_at: clock.now(), shows_name },
        ...{ number: 1_000 + random.int(9_000), reached_at: null, rank: null },
      })
      // The same player may join in two tabs at once.
      .onConflict((conflict) => conflict.columns(['tournament_id', 'player_id']).doUpdateSet({ shows_name }))
      .execute()
  })
  return (await findView(parts, tournamentId, readerOf(session))).view
}

/**
 * Removes a player from a tournament, with all points. @throws Refusal `not_found`, `tournament_closed` after its end
 */
export async function leaveTournament(
  parts: TournamentParts,
  session: PlayerSession,
  tournamentId: string,
): Promise<TournamentView> {
  await parts.platform.db.transaction(async (tx) => {
    const phase = await holdOpen(parts, tx, tournamentId, session)
    if (phase === 'ended' || phase === 'counting' || phase === 'cancelled') throw new Refusal('tournament_closed')
    await tx
      .deleteFrom('tournaments.entry')
      .where('tournament_id', '=', tournamentId)
      .where('player_id', '=', session.playerId)
      .execute()
  })
  return (await findView(parts, tournamentId, readerOf(session))).view
}
