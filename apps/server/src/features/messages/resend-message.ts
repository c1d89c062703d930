import { partsOf } from '@dhow/contract/deliveries'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { MessageParts } from './index.ts'
import { queueTextMessage } from './send-message.ts'

/**
 * Sends the text message of a message again, in the language that its player reads now.
 * @throws Refusal `not_found`, `message_not_failed`
 */
export function resendMessage(parts: MessageParts, messageId: string, by: StaffSession): Promise<void> {
  const { platform, sms, staff } = parts
  return platform.db.transaction(async (tx) => {
    // Under its lock, so that two operators do not send it twice.
    const message = await tx
      .selectFrom('messages.player_message')
      .selectAll()
      .where('id', '=', messageId)
      .forUpdate()
      .executeTakeFirst()
    if (!message) throw new Refusal('not_found')
    const [newest] = await sms.newestOf(tx, [messageId])
    if (newest?.state !== 'failed') throw new Refusal('message_not_failed')
    const queued = await queueTextMessage(parts, tx, message)
    await tx
      .updateTable('messages.delivery')
      .set({ state: 'waiting', reason: null, ended_at: null, ...(queued ? { parts: partsOf(queued.text) } : {}) })
      .where('message_id', '=', messageId)
      .where('channel', '=', 'sms')
      .execute()
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'message.resend',
      subject: message.about_id ?? message.player_id,
      text: `Sent the text message “${message.kind}” again`,
      before: { sms: newest.id, failure: newest.failure },
      after: null,
    })
  })
}
