import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import './tables.ts'
import type { Db, Tx } from '../db/index.ts'

export interface RepeatableCall {
  operation: string
  playerId: string
  key: string | undefined
  content: unknown
}

/**
 * Does a money call's work at most once for each `Idempotency-Key` of its player: a repeat with the same content gets
 * the first answer, with other content it is refused as `key_changed`. The key is written in the work's own
 * transaction, so a refusal or a crash stores nothing, and a repeat during the first call waits for its commit.
 */
export async function repeatable<Reply extends object>(
  tx: Tx,
  call: RepeatableCall,
  work: () => Promise<Reply>,
): Promise<{ reply: Reply; replayed: boolean }> {
  if (call.key === undefined) return { reply: await work(), replayed: false }
  const taken = await tx
    .insertInto('platform.idempotent_call')
    .values({
      player_id: call.playerId,
      key: call.key,
      operation: call.operation,
      content_hash: contentHash(call),
      reply: null,
    })
    .onConflict((conflict) => conflict.columns(['player_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!taken) {
    const reply = await earlierReply<Reply>(tx, call)
    if (!reply) throw new Refusal('key_in_use')
    return { reply, replayed: true }
  }
  const reply = await work()
  await tx
    .updateTable('platform.idempotent_call')
    .set({ reply: JSON.stringify(reply) })
    .where('player_id', '=', call.playerId)
    .where('key', '=', call.key)
    .execute()
  return { reply, replayed: false }
}

/**
 * Earlier answer of a call with this key, for checks that must come before the work: the first try uses up a one-time
 * code. Undefined if the call is new. @throws Refusal `key_changed`, `key_in_use`
 */
export async function earlierReply<Reply extends object>(db: Db, call: RepeatableCall): Promise<Reply | undefined> {
  if (call.key === undefined) return undefined
  const first = await db
    .selectFrom('platform.idempotent_call')
    .select(['content_hash', 'reply'])
    .where('player_id', '=', call.playerId)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!first) return undefined
  if (!Buffer.from(first.content_hash).equals(contentHash(call))) throw new Refusal('key_changed')
  if (first.reply === null) throw new Refusal('key_in_use')
  return first.reply as Reply
}

/** Hash of a call, to recognise a repeat. */
export function contentHash({ operation, content }: RepeatableCall): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, content]))
    .digest()
}
