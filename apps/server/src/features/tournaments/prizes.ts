import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { TournamentView } from '@dhow/contract/tournaments'
import type { Selectable } from 'kysely'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { markets } from '../portal/index.ts'
import type { TournamentParts } from './parts.ts'
import { findView } from './read-tournaments.ts'
import { findTournament, isBarred } from './store.ts'
import type { PrizeState, TournamentRow } from './tables.ts'

type Result = Selectable<Tables['tournaments.result']>

/** Credits all due prizes; several servers share the work, and a rank is locked while its prize is given. */
export async function payDuePrizes(parts: TournamentParts): Promise<void> {
  const { db, log } = parts.platform
  for (;;) {
    let failing: Result | undefined
    try {
      const isMore = await db.transaction(async (tx) => {
        failing = await tx
          .selectFrom('tournaments.result')
          .selectAll()
          .where('prize_state', '=', 'due')
          .orderBy('tournament_id')
          .orderBy('rank')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (!failing) return false
        await givePrize(parts, tx, failing)
        return true
      })
      if (!isMore) return
    } catch (error) {
      if (!(error instanceof Refusal) || !failing) throw error
      const refused = failing
      log.warn({ tournament: refused.tournament_id, rank: refused.rank, code: error.code }, 'a prize was refused')
      // The ledger refuses a credit above a wallet's limit; the player claims it later.
      await db.transaction(async (tx) => {
        if (await decide(tx, refused, 'due', 'open', null))
          await notifyWinner(parts, tx, refused, 'tournament_prize_open')
      })
    }
  }
}

/**
 * Credits a prize in its transaction; withheld if the player is barred, or an operator stopped its envelope. @throws
 * Refusal of the ledger
 */
async function givePrize(parts: TournamentParts, tx: Tx, result: Result) {
  const now = parts.platform.clock.now()
  const tournament = await findTournament(tx, result.tournament_id)
  const { rank, player_id: playerId } = result
  const given = (await isBarred(tx, playerId, now))
    ? undefined
    : await parts.rewards.givePrize(tx, {
        ...{ rank, playerId },
        envelopeId: required(tournament.envelope_id, 'envelope of the tournament'),
      })
  await decide(
    tx,
    result,
    required(result.prize_state, 'state of the prize'),
    given === undefined ? 'withheld' : 'paid',
    now,
  )
  if (given !== undefined) await notifyWinner(parts, tx, result, 'tournament_prize')
}

/** Changes a prize's state; false if it has changed already. */
async function decide(tx: Tx, { tournament_id, rank }: Result, from: PrizeState, to: PrizeState, at: Date | null) {
  const { numUpdatedRows } = await tx
    .updateTable('tournaments.result')
    .set({ prize_state: to, decided_at: at })
    .where('tournament_id', '=', tournament_id)
    .where('rank', '=', rank)
    .where('prize_state', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Sends a winner the message of their prize, once. */
export async function notifyWinner(
  { platform: { live }, accounts, messages }: TournamentParts,
  tx: Tx,
  { tournament_id: id, rank, player_id: playerId, prize_minor }: Result,
  kind: 'tournament_prize' | 'tournament_prize_open',
): Promise<void> {
  const { name, names, market } = await findTournament(tx, id)
  const { language } = (await accounts.preferences.read(playerId, tx)).preferences
  await messages.send(tx, {
    key: `${kind}:${id}:${rank}`,
    ...{ playerId, kind, about: null },
    params: {
      name: (language === 'en' ? undefined : names[language]) ?? name,
      rank: String(rank),
      amount: formatDecimal(required(prize_minor, 'prize of the rank')),
      currency: markets[market].currency,
    },
  })
  if (kind === 'tournament_prize')
    afterCommit(tx, () => live.publish(playerId, { type: 'notice', text: textOf('prize_credited', {}) }))
}

/**
 * Credits a claimed prize; a repeat credits nothing more.
 * @throws Refusal `not_found`, `tournament_no_prize`, `tournament_barred`, and those of the ledger
 */
export async function claimPrize(
  parts: TournamentParts,
  { market, playerId }: PlayerSession,
  tournamentId: string,
): Promise<TournamentView> {
  const { db, clock } = parts.platform
  const { row } = await findView(parts, tournamentId, { market, playerId })
  await db.transaction(async (tx) => {
    const result = await tx
      .selectFrom('tournaments.result')
      .selectAll()
      .where('tournament_id', '=', tournamentId)
      .where('player_id', '=', playerId)
      .forUpdate()
      .executeTakeFirst()
    if (result?.prize_state === 'paid') return
    if (result?.prize_state !== 'open' || !isClaimable(row, clock.now())) throw new Refusal('tournament_no_prize')
    if (await isBarred(tx, playerId, clock.now())) throw new Refusal('tournament_barred')
    await givePrize(parts, tx, result)
  })
  return (await findView(parts, tournamentId, { market, playerId })).view
}

const isClaimable = ({ claim_until: until }: TournamentRow, now: Date) => until !== null && now < until

/** Ends prizes not claimed in time, and closes the envelope of a tournament without waiting prizes. */
export async function settleTournaments(parts: TournamentParts): Promise<void> {
  const { db, clock } = parts.platform
  const now = clock.now()
  const over = await db.kysely
    .selectFrom('tournaments.tournament')
    .select(['id', 'claim_until', 'envelope_id'])
    .where('state', '=', 'ended')
    .where('is_settled', '=', false)
    .execute()
  for (const { id, claim_until, envelope_id } of over)
    await db.transaction(async (tx) => {
      if (claim_until !== null && claim_until <= now)
        await tx
          .updateTable('tournaments.result')
          .set({ prize_state: 'lapsed', decided_at: now })
          .where('tournament_id', '=', id)
          .where('prize_state', '=', 'open')
          .execute()
      const waiting = await tx
        .selectFrom('tournaments.result')
        .select('rank')
        .where('tournament_id', '=', id)
        .where('prize_state', 'in', ['due', 'open'])
        .limit(1)
        .executeTakeFirst()
      if (waiting) return
      await tx.updateTable('tournaments.tournament').set({ is_settled: true }).where('id', '=', id).execute()
      await parts.rewards.closeEnvelope(tx, required(envelope_id, 'envelope of the tournament'))
    })
}
