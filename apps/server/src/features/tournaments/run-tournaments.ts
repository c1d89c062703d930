import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { TournamentParts } from './parts.ts'
import { countingMs } from './phase.ts'
import { payDuePrizes, settleTournaments, notifyWinner } from './prizes.ts'
import { lockTournament } from './store.ts'
import type { TournamentRow } from './tables.ts'

const claimDays = 30
const dayMs = 86_400_000

/** Counts rounds of running tournaments, finalises rankings of ended ones, and gives prizes. */
export async function runDue(parts: TournamentParts): Promise<void> {
  const { db, clock } = parts.platform
  const begun = await db.kysely
    .selectFrom('tournaments.tournament')
    .select('id')
    .where('state', 'in', ['live', 'paused'])
    .where('starts_at', '<=', clock.now())
    .orderBy('ends_at')
    .execute()
  for (const { id } of begun) await db.transaction((tx) => count(parts, tx, id))
  await payDuePrizes(parts)
  await settleTournaments(parts)
}

/**
 * Updates points and ranks; the ranking of an ended tournament becomes final in the same transaction, from all its
 * rounds.
 */
async function count(parts: TournamentParts, tx: Tx, id: string) {
  const now = parts.platform.clock.now()
  const row = await lockTournament(tx, id)
  if (row.state !== 'live' && row.state !== 'paused') return
  // A paused tournament waits for an operator, however late it is.
  const isOver = row.state === 'live' && now.getTime() >= row.ends_at.getTime() + countingMs
  await sql`select tournaments.count_rounds(${id}, ${isOver})`.execute(tx)
  await sql`select tournaments.rank_players(${id}, ${now})`.execute(tx)
  if (isOver) await makeFinal(parts, tx, row, now)
}

async function makeFinal(parts: TournamentParts, tx: Tx, row: TournamentRow, now: Date) {
  const prizes = row.prizes_minor.map(String)
  const state = row.payout === 'claim' ? 'open' : 'due'
  await sql`
    insert into tournaments.result (tournament_id, rank, player_id, points, rounds, reached_at, prize_minor, prize_state)
    select entry.tournament_id, entry.rank, entry.player_id, entry.points, entry.rounds, entry.reached_at,
      (${prizes}::bigint[])[entry.rank], case when entry.rank <= ${prizes.length}::integer then ${state}::text end
    from tournaments.entry entry where entry.tournament_id = ${row.id} and entry.rank is not null`.execute(tx)
  await tx
    .updateTable('tournaments.tournament')
    .set({ state: 'ended', claim_until: new Date(now.getTime() + claimDays * dayMs) })
    .where('id', '=', row.id)
    .execute()
  const open = await tx
    .selectFrom('tournaments.result')
    .selectAll()
    .where('tournament_id', '=', row.id)
    .where('prize_state', '=', 'open')
    .orderBy('player_id')
    .execute()
  for (const result of open) await notifyWinner(parts, tx, result, 'tournament_prize_open')
}
