import { required } from '../../platform/required.ts'
import type { InboxMessage } from '@dhow/contract/messages'
import type { Db } from '../../platform/db/index.ts'
import { pageOf } from '../../platform/pages.ts'
import type { MessageParts } from './index.ts'
import type { WordingPlace } from './worded.ts'

const pageSize = 20

/** The inbox of a player, newest first. */
export function openInbox({
  platform: { db, clock, live, log },
  wordings,
}: Pick<MessageParts, 'platform' | 'wordings'>) {
  const unread = async (playerId: string): Promise<number> =>
    (await countUnread(db.kysely, [playerId])).get(playerId) ?? 0

  /** Updates the unread count in every open tab of the player. Call it after the commit. */
  const publishUnread = (playerId: string) =>
    void unread(playerId).then(
      (count) => live.publish(playerId, { type: 'inbox', unread: count }),
      (error: unknown) => log.warn({ err: error, playerId }, 'the unread count could not be published'),
    )

  return {
    publishUnread,
    /** Unread messages of players in one round trip, without players who have none. */
    countUnread: (playerIds: string[]) => countUnread(db.kysely, playerIds),

    /** A page of messages, with the operator's wordings of its kinds for the reader's market and language. */
    async list(playerId: string, cursor: string | undefined, place?: WordingPlace) {
      let query = db.kysely
        .selectFrom('messages.player_message')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('id', 'desc')
        .limit(pageSize + 1)
      if (cursor !== undefined) query = query.where('id', '<', cursor)
      const { rows, nextCursor } = pageOf(await query.execute(), pageSize)
      const messages: InboxMessage[] = rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        params: row.params,
        about: row.about_kind && { kind: row.about_kind, id: required(row.about_id, 'subject of the message') },
        created_at: row.created_at.toISOString(),
        is_read: row.read_at !== null,
      }))
      const kinds = [...new Set(rows.map(({ kind }) => kind))]
      const worded = place ? await wordings(db.kysely, kinds, place) : []
      return {
        messages,
        wordings: [...worded].map(([kind, { title, text }]) => ({ kind, title, text })),
        next_cursor: nextCursor,
        unread: await unread(playerId),
      }
    },

    /** Marks the player's messages up to and including this one as read; returns the number still unread. */
    async markRead(playerId: string, upTo: string): Promise<number> {
      await db.kysely
        .updateTable('messages.player_message')
        .set({ read_at: clock.now() })
        .where('player_id', '=', playerId)
        .where('read_at', 'is', null)
        .where('id', '<=', upTo)
        .execute()
      const left = await unread(playerId)
      live.publish(playerId, { type: 'inbox', unread: left })
      return left
    },
  }
}

async function countUnread(reader: Db, playerIds: string[]): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom('messages.player_message')
    .select((eb) => ['player_id', eb.fn.countAll<bigint>().as('count')])
    .where('player_id', 'in', playerIds)
    .where('read_at', 'is', null)
    .groupBy('player_id')
    .execute()
  return new Map(rows.map(({ player_id, count }) => [player_id, Number(count)]))
}
