import { classOf, isExempt } from '@dhow/contract/deliveries'
import { partsOf } from '@dhow/contract/sms-parts'
import { afterCommit } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { MessageParts } from './index.ts'
import { queueTextMessage } from './send-message.ts'

/**
 * Resends a message's text message, in the player's current language.
 * @throws Refusal `not_found`, `message_not_failed`
 */
export function resendMessage(parts: MessageParts, messageId: string, by: StaffSession): Promise<void> {
  const { platform, sms, staff } = parts
  return platform.db.transaction(async (tx) => {
    // Locked, so that two operators do not send it twice.
    const message = await tx
      .selectFrom('messages.player_message')
      .selectAll()
      .where('id', '=', messageId)
      .forUpdate()
      .executeTakeFirst()
    if (!message) throw new Refusal('not_found')
    const [newest] = await sms.newestOf(tx, [messageId])
    if (newest?.state !== 'failed') throw new Refusal('message_not_failed')
    // The job checks consent, quiet hours and caps; messages about money and security leave at once.
    const leavesNow = isExempt(classOf(message.kind))
    const queued = leavesNow ? await queueTextMessage(parts, tx, message) : undefined
    await tx
      .updateTable('messages.delivery')
      .set({
        ...{ state: 'waiting', reason: null, ended_at: null, retried_at: platform.clock.now() },
        ...(queued ? { parts: partsOf(queued.text), wording: queued.wording } : {}),
        ...(leavesNow ? {} : { next_at: platform.clock.now(), counted_on: null }),
      })
      .where('message_id', '=', messageId)
      .where('channel', '=', 'sms')
      .execute()
    if (!leavesNow) afterCommit(tx, parts.deliveries.wake)
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
