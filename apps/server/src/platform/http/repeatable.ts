import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import './tables.ts'
import type { Tx } from '../db/index.ts'

/**
 * Does a money call's work at most once for each `Idempotency-Key` of its player: a repeat with the same content gets the
 * first answer, with other content it is refused as `key_changed`. The key is written in the work's own transaction, so a
 * refusal or a crash leaves no trace of it, and a repeat that comes while the first is under way waits for its commit.
 */
export async function repeatable<Reply extends object>(
  tx: Tx,
  call: { operation: string; playerId: string; key: string | undefined; content: unknown },
  work: () => Promise<Reply>,
): Promise<{ reply: Reply; replayed: boolean }> {
  if (call.key === undefined) return { reply: await work(), replayed: false }
  const hash = createHash('sha256')
    .update(JSON.stringify([call.operation, call.content]))
    .digest()
  const taken = await tx
    .insertInto('idempotent_call')
    .values({ player_id: call.playerId, key: call.key, operation: call.operation, content_hash: hash, reply: null })
    .onConflict((conflict) => conflict.columns(['player_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!taken) {
    const first = await tx
      .selectFrom('idempotent_call')
      .select(['content_hash', 'reply'])
      .where('player_id', '=', call.playerId)
      .where('key', '=', call.key)
      .executeTakeFirstOrThrow()
    if (!Buffer.from(first.content_hash).equals(hash)) throw new Refusal('key_changed')
    if (first.reply === null) throw new Refusal('key_in_use')
    return { reply: first.reply as Reply, replayed: true }
  }
  const reply = await work()
  await tx
    .updateTable('idempotent_call')
    .set({ reply: JSON.stringify(reply) })
    .where('player_id', '=', call.playerId)
    .where('key', '=', call.key)
    .execute()
  return { reply, replayed: false }
}
