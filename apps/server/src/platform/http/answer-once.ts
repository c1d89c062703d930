import { contentHash } from './repeatable.ts'
import './tables.ts'
import type { Database } from '../db/index.ts'
import { Refusal } from '../refusal.ts'

/** A submitted form: its owner, its key, and its content. */
export interface Submission {
  form: string
  /** The player of the session, or the browser of a signed-out visitor. */
  owner: string
  key: string
  typed: unknown
}

/**
 * Does a form's work once per key; a repeat with the same content gets the first redirect. A refusal stores nothing, so
 * a corrected form may use the same key. @throws Refusal `key_in_use`, `key_changed`
 */
export async function answerOnce(
  { kysely }: Pick<Database, 'kysely'>,
  { form, owner, key, typed }: Submission,
  work: () => Promise<string>,
): Promise<string> {
  const row = { player_id: `light:${owner}`, key: `light:${key}` }
  const call = { operation: `light:${form}`, playerId: row.player_id, key: row.key, content: typed }
  const table = 'platform.idempotent_call'
  const taken = await kysely
    .insertInto(table)
    .values({ ...row, operation: call.operation, content_hash: contentHash(call), reply: null })
    .onConflict((conflict) => conflict.columns(['player_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  const mine = <Query extends { where: (column: 'player_id' | 'key', is: '=', value: string) => Query }>(
    query: Query,
  ) => query.where('player_id', '=', row.player_id).where('key', '=', row.key)
  if (!taken) {
    const first = await mine(kysely.selectFrom(table).select(['content_hash', 'reply'])).executeTakeFirst()
    if (!first || first.reply === null) throw new Refusal('key_in_use')
    if (!Buffer.from(first.content_hash).equals(contentHash(call))) throw new Refusal('key_changed')
    return String(first.reply)
  }
  try {
    const to = await work()
    await mine(kysely.updateTable(table).set({ reply: JSON.stringify(to) })).execute()
    return to
  } catch (error) {
    await mine(kysely.deleteFrom(table)).execute()
    throw error
  }
}
