import type { StaffMessage } from '@dhow/contract/messages'
import { smsFailures } from '@dhow/contract/messages'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { pageOf } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { MessageParts } from './index.ts'
import { resendMessage } from './resend-message.ts'
import { sentAsOf } from './worded.ts'

type MessageRow = Selectable<Tables['messages.player_message']>
const messagesPage = 50

/** Players' messages for the console, each with the state of its text message. */
export function openStaffMessages(parts: MessageParts) {
  const { db } = parts.platform

  const newestFirst = () => db.kysely.selectFrom('messages.player_message').selectAll().orderBy('id', 'desc')

  async function staffReplies(rows: MessageRow[]): Promise<StaffMessage[]> {
    const texts = await parts.sms.newestOf(
      db.kysely,
      rows.map((row) => row.id),
    )
    const sentAs = await sentAsOf(parts, rows)
    return rows.map((row) => {
      const text = texts.find((candidate) => candidate.message_id === row.id)
      return {
        id: row.id,
        kind: row.kind,
        params: row.params,
        created_at: row.created_at.toISOString(),
        read_at: row.read_at?.toISOString() ?? null,
        sms: text
          ? {
              state: text.state,
              at: (text.ended_at ?? text.sent_at ?? text.created_at).toISOString(),
              failure: smsFailures.find((known) => known === text.failure) ?? null,
            }
          : null,
        ...(sentAs.has(row.id) ? { sent_as: sentAs.get(row.id) } : {}),
      }
    })
  }

  return {
    /** Messages about one payment, newest first, each with the state of its text message. */
    about: async (paymentId: string) =>
      staffReplies(await newestFirst().where('about_id', '=', paymentId).limit(messagesPage).execute()),
    /** Messages to one player, newest first, each with the state of its text message. */
    async ofPlayer(playerId: string, cursor: string | undefined) {
      let query = newestFirst().where('player_id', '=', playerId)
      if (cursor !== undefined) query = query.where('id', '<', cursor)
      const { rows, nextCursor } = pageOf(await query.limit(messagesPage + 1).execute(), messagesPage)
      return { messages: await staffReplies(rows), next_cursor: nextCursor }
    },
    /** @throws Refusal `not_found`, `message_not_failed` */
    async resend(messageId: string, by: StaffSession): Promise<StaffMessage> {
      await resendMessage(parts, messageId, by)
      const [message] = await staffReplies(await newestFirst().where('id', '=', messageId).execute())
      if (!message) throw new Refusal('not_found')
      return message
    },
  }
}
