import type { Tx, Db } from '../../platform/db/index.ts'
import type { PlayerClosingRow, PlayerRow } from './tables.ts'

/** The closing of a player's account, requested or done. */
export function findClosing(reader: Db, playerId: string): Promise<PlayerClosingRow | undefined> {
  return reader.selectFrom('accounts.player_closing').selectAll().where('player_id', '=', playerId).executeTakeFirst()
}

/** Records a player's request to close the account; undefined if there is one already. */
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

/** Cancels a closing, on the player's request only before the account is closed; undefined if there is none. */
export function removeClosing(
  tx: Tx,
  playerId: string,
  by: 'player' | 'operator',
): Promise<PlayerClosingRow | undefined> {
  let query = tx.deleteFrom('accounts.player_closing').where('player_id', '=', playerId)
  if (by === 'player') query = query.where('closed_at', 'is', null)
  return query.returningAll().executeTakeFirst()
}

/** Records the suspension of a player whose account is closed, or its end. */
export async function setSuspended(tx: Tx, playerId: string, isSuspended: boolean): Promise<void> {
  await tx
    .updateTable('accounts.player_closing')
    .set({ was_suspended: isSuspended })
    .where('player_id', '=', playerId)
    .execute()
}

/** Players whose accounts are due to be closed, the longest overdue first. */
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

/**
 * Records that a locked player's account is closed, and whether the player was suspended; false if another server was
 * first or the player has cancelled the closing.
 */
export async function finishClosing(tx: Tx, { id: playerId, active }: PlayerRow, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts.player_closing')
    .set({ closed_at: now, was_suspended: !active })
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
