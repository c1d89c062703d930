import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TournamentRow } from './tables.ts'

/** A tournament, including drafts. @throws Refusal `not_found` */
export async function findTournament(db: Db, id: string): Promise<TournamentRow> {
  const row = await db.selectFrom('tournaments.tournament').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Reads and locks a tournament until the transaction ends. @throws Refusal `not_found` */
export async function lockTournament(tx: Tx, id: string): Promise<TournamentRow> {
  const row = await tx
    .selectFrom('tournaments.tournament')
    .selectAll()
    .where('id', '=', id)
    // Entries may be inserted meanwhile.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Whether a player may not take part in tournaments now. */
export async function isBarred(db: Db, playerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ barred: boolean }>`
    select tournaments.is_barred(${playerId}, ${now}) as barred`.execute(db)
  return rows[0]?.barred ?? true
}
