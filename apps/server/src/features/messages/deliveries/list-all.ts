import type { allDeliveries, ListedDelivery } from '@dhow/contract/deliveries'
import type { QueryOf } from '@dhow/contract/operation'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { idRange, period } from '../../../platform/pages.ts'
import type { MessageParts } from '../index.ts'
import { deliveryReply } from './read-deliveries.ts'

const pageSize = 50

/** Deliveries of all players by an operator's filters, newest message first. */
export async function listAll(
  { platform: { db } }: MessageParts,
  { channel, state, player, cursor, ...days }: QueryOf<typeof allDeliveries>,
): Promise<{ deliveries: ListedDelivery[]; next_cursor: string | null }> {
  const playerId = player && (await playerOf(db.kysely, player))
  if (player && !playerId) return { deliveries: [], next_cursor: null }
  const { from, until } = period(days)
  const { first, end } = idRange('msg', { from, until })
  let query = db.kysely
    .selectFrom('messages.delivery as delivery')
    .innerJoin('messages.player_message as message', 'message.id', 'delivery.message_id')
    .innerJoin('accounts.player_card as player', 'player.id', 'delivery.player_id')
    .selectAll('delivery')
    .select(['message.kind', 'player.player_name'])
    .orderBy('delivery.message_id', 'desc')
    .orderBy('delivery.channel', 'desc')
    .limit(pageSize + 1)
  // Literals, so that the planner can use the partial indexes.
  if (channel) query = query.where('delivery.channel', '=', sql.lit(channel))
  if (state) query = query.where('delivery.state', '=', sql.lit(state))
  if (state && state !== 'delivered') query = query.where('delivery.channel', '<>', sql.lit('inbox' as const))
  if (playerId) query = query.where('delivery.player_id', '=', playerId)
  if (from && first) query = query.where('delivery.message_id', '>=', first).where('delivery.created_at', '>=', from)
  if (until && end) query = query.where('delivery.message_id', '<', end).where('delivery.created_at', '<', until)
  const [messageId, before] = cursor?.split('.') ?? []
  if (messageId !== undefined && before !== undefined)
    query = query.where(sql<boolean>`(delivery.message_id, delivery.channel) < (${messageId}, ${before})`)
  const rows = await query.execute()
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    deliveries: page.map((row) => ({
      ...deliveryReply(row),
      player: { id: row.player_id, player_name: row.player_name },
    })),
    next_cursor: rows.length > pageSize && last ? `${last.message_id}.${last.channel}` : null,
  }
}

/** A player by id or exact name. */
async function playerOf(db: Db, words: string): Promise<string | undefined> {
  if (words.startsWith('ply_')) return words
  const found = await db
    .selectFrom('accounts.player_card')
    .select('id')
    .where(sql`lower(player_name)`, '=', words.trim().toLowerCase())
    .executeTakeFirst()
  return found?.id
}
