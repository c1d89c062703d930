import { pageOf, type CursorPage } from '../../platform/pages.ts'
import type { MessageParts } from './index.ts'

/**
 * Text messages of a player's notices, a page of notices at a time, newest first: subject, time and result. The text is
 * deleted when sent; `kind` and `message_id` lead to the inbox message with the same content.
 */
export async function listTextMessages(
  { platform: { db }, sms }: Pick<MessageParts, 'platform' | 'sms'>,
  playerId: string,
  { limit, cursor }: CursorPage,
) {
  let query = db.kysely
    .selectFrom('messages.player_message')
    .select(['id', 'kind'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), limit)
  const kindOf = new Map(rows.map(({ id, kind }) => [id, kind]))
  const texts = await sms.carrying(db.kysely, [...kindOf.keys()])
  return {
    data: texts.map(({ message_id, ...text }) => ({ ...text, message_id, kind: kindOf.get(message_id) })),
    next_cursor: nextCursor,
  }
}
