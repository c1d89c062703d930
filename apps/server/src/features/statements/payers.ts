import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

/** Payer names of a player's money, as on credited bank lines. */
export async function payerNames({ db }: Platform, playerId: string): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('statements.line')
    .select('text')
    .where('player_id', '=', playerId)
    .where('amount_minor', '>', 0n)
    .where('state', 'in', ['credited', 'linked'])
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map((row) => row.text).filter(Boolean)
}

/** A payer text shared by more players is the bank's own and identifies nobody. */
const maxPlayersPerPayer = 5

/** Number of other players paid for by a payer of this player, by the statement lines. */
export async function countPlayersWithSamePayer(reader: Db, playerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct theirs.player_id)::integer as count
    from (select distinct text from statements.line
          where player_id = ${playerId} and amount_minor > 0 and state in ('credited', 'linked') and length(text) >= 5) mine
    join statements.line theirs on md5(theirs.text) = md5(mine.text) and theirs.player_id <> ${playerId} and theirs.state in ('credited', 'linked')
    where (select count(distinct player_id) from statements.line line where md5(line.text) = md5(mine.text) and line.player_id is not null and line.state in ('credited', 'linked')) <= ${maxPlayersPerPayer}`.execute(
    reader,
  )
  return rows[0]?.count ?? 0
}
