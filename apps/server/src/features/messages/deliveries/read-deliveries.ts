import type { Delivery } from '@dhow/contract/deliveries'
import { formatDecimal } from '@dhow/contract/money'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../platform/db/tables.ts'
import { pageOf } from '../../../platform/pages.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { MessageParts } from '../index.ts'

const messagesPerPage = 20

/**
 * Deliveries of a player's messages, a page of messages at a time, newest first.
 * @throws Refusal `not_found` without the player
 */
export async function listDeliveries(parts: MessageParts, playerId: string, cursor: string | undefined) {
  if (!(await parts.accounts.findPlayer(playerId))) throw new Refusal('not_found')
  const { kysely } = parts.platform.db
  let query = kysely
    .selectFrom('messages.player_message')
    .select('id')
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(messagesPerPage + 1)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), messagesPerPage)
  return {
    deliveries: await findDeliveries(
      parts,
      rows.map(({ id }) => id),
    ),
    next_cursor: nextCursor,
  }
}

/** All deliveries of a player's messages, page by page. */
export async function* deliveryPages(parts: MessageParts, playerId: string): AsyncGenerator<Delivery[]> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await listDeliveries(parts, playerId, cursor)
    yield page.deliveries
    cursor = page.next_cursor
  }
}

/** Deliveries of these messages, newest message first. */
export async function findDeliveries({ platform: { db } }: MessageParts, messageIds: string[]): Promise<Delivery[]> {
  if (messageIds.length === 0) return []
  const rows = await db.kysely
    .selectFrom('messages.delivery as delivery')
    .innerJoin('messages.player_message as message', 'message.id', 'delivery.message_id')
    .selectAll('delivery')
    .select('message.kind')
    .where('delivery.message_id', 'in', messageIds)
    .orderBy('delivery.message_id', 'desc')
    .orderBy('delivery.channel')
    .execute()
  return rows.map(deliveryReply)
}

type Row = Selectable<Tables['messages.delivery']> & { kind: string }

export function deliveryReply(row: Row): Delivery {
  return {
    message_id: row.message_id,
    kind: row.kind,
    channel: row.channel,
    class: row.class,
    state: row.state,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    next_at: row.next_at?.toISOString() ?? null,
    tries: row.tries,
    tried_at: row.tried_at.map((at) => at.toISOString()),
    retried_at: row.retried_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    cost:
      row.cost_minor === null || row.currency === null
        ? null
        : { amount: formatDecimal(row.cost_minor), currency: row.currency },
  }
}
