import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { required } from '../../platform/required.ts'

// Rare rounds have tables of their own, so that no query searches all rounds for them: those that were rolled back, written by
// the rollback itself, and those that have been open for long.

const longOpenMs = 3_600_000
const playersAtOnce = 500

/** The ids of a player's open rounds. */
export async function openRounds(db: Db, playerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from gateway.rounds_open(${playerId})`.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of a player's rounds of which every stake was given back, the newest first: those before an id, and at most so many, where asked. */
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
 * Records what has been open for an hour, and removes what is not open any more; so that who looks for a player's open rounds passes at
 * most those of an hour.
 */
export async function recordLongOpen(db: Db, now: Date) {
  await sql`
    delete from gateway.long_open_round long_open
    where not exists (
      select from gateway.game_round_in_order where player_id = long_open.player_id and id = long_open.id and open_bets > 0 offset 0
    )`.execute(db)
  const before = firstIdAt('rnd', new Date(now.getTime() - longOpenMs))
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
