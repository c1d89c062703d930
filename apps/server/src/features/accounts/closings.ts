import type { Tx, Db } from '../../platform/db/index.ts'
import type { PlayerClosingRow } from './tables.ts'

/** The closing of a player's account, if it is being closed or is closed. */
export function findClosing(reader: Db, playerId: string): Promise<PlayerClosingRow | undefined> {
  return reader.selectFrom('accounts.player_closing').selectAll().where('player_id', '=', playerId).executeTakeFirst()
}

/** Notes that a player closes the account; undefined where it is being closed already. */
export function addClosing(
  tx: Tx,
  playerId: string,
  askedAt: Date,
  closesAt: Date,
): Promise<PlayerClosingRow | undefined> {
  return tx
    .insertInto('accounts.player_closing')
    .values({ player_id: playerId, asked_at: askedAt, closes_at: closesAt, closed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Takes a closing back, by its player only while the account is not closed; undefined where there is none. */
export function removeClosing(
  tx: Tx,
  playerId: string,
  by: 'player' | 'operator',
): Promise<PlayerClosingRow | undefined> {
  let query = tx.deleteFrom('accounts.player_closing').where('player_id', '=', playerId)
  if (by === 'player') query = query.where('closed_at', 'is', null)
  return query.returningAll().executeTakeFirst()
}

/** Players whose accounts are to be closed by now, the longest due first. */
export async function dueClosings(reader: Db, now: Date, atMost: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('accounts.player_closing')
    .select('player_id')
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', now)
    .orderBy('closes_at')
    .limit(atMost)
    .execute()
  return rows.map((row) => row.player_id)
}

/** Notes that an account is closed; false where another server was first, or its player took it back. */
export async function finishClosing(tx: Tx, playerId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts.player_closing')
    .set({ closed_at: now })
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
