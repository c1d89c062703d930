import type { Db, Tx } from '../../platform/db/index.ts'

const maxListed = 100

/** A tag in its stored spelling. */
export const tagKey = (typed: string) => typed.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** Adds a tag; false if the player has it already. Lock the player's row first. */
export async function addTag(
  tx: Tx,
  row: { player_id: string; tag: string; added_by: string; added_at: Date },
): Promise<boolean> {
  const written = await tx
    .insertInto('accounts.player_tag')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return written.numInsertedOrUpdatedRows === 1n
}

/** Removes a tag; false if the player does not have it. */
export async function removeTag(tx: Tx, playerId: string, tag: string): Promise<boolean> {
  const written = await tx
    .deleteFrom('accounts.player_tag')
    .where('player_id', '=', playerId)
    .where('tag', '=', tag)
    .executeTakeFirst()
  return written.numDeletedRows === 1n
}

export async function countTags(tx: Tx, playerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('accounts.player_tag')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Tags in use, the most frequent first. */
export async function listUsedTags(db: Db) {
  const rows = await db
    .selectFrom('accounts.player_tag')
    .select((eb) => ['tag', eb.fn.countAll<bigint>().as('players')])
    .groupBy('tag')
    .orderBy('players', 'desc')
    .orderBy('tag')
    .limit(maxListed)
    .execute()
  return rows.map(({ tag, players }) => ({ tag, players: Number(players) }))
}
