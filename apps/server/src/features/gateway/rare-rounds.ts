import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import { required } from '../../platform/required.ts'

// Rare rounds have their own tables, so that no query searches all rounds for them: rolled-back ones, written by the
// rollback itself, and long-open ones.

const longOpenMs = 3_600_000
const playersAtOnce = 500

/** Ids of a player's open rounds. */
export async function openRounds(db: Db, playerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from gateway.rounds_open(${playerId})`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Ids of a player's rounds with every stake returned, newest first: those before an id, and at most this many, if
 * given.
 */
export async function rolledBackRounds(
  db: Db,
  playerId: string,
  { before = null, most = null }: { before?: string | null | undefined; most?: number | null | undefined },
): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from gateway.rounds_rolled_back(${playerId}, ${before}, ${most}) id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Records rounds open for an hour, and removes those no longer open, so that a search for a player's open rounds reads
 * at most an hour's others.
 */
export async function recordLongOpen(db: Db, now: Date) {
  await sql`
    delete from gateway.long_open_round long_open
    where not exists (
      select from gateway.game_round_in_order where player_id = long_open.player_id and id = long_open.id and open_bets > 0 offset 0
    )`.execute(db)
  const before = smallestIdAt('rnd', new Date(now.getTime() - longOpenMs))
  for (let after: string | null = ''; after !== null;) {
    const { rows } = await sql<{ last: string | null }>`
      with playing as materialized (
        select player_id from ledger.wallets where player_id > ${after} and in_play_minor > 0
        order by player_id limit ${playersAtOnce}
      ), recorded as (
        insert into gateway.long_open_round (player_id, id)
        select round.player_id, round.id from playing
        cross join lateral gateway.rounds_open(playing.player_id) round where round.id < ${before}
        on conflict do nothing
      )
      select max(player_id) as last from playing`.execute(db)
    after = required(rows[0], 'the row of the last round').last
  }
}
