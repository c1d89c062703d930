import type { Delivery, OuterChannel } from '@dhow/contract/deliveries'
import { afterCommit } from '../../../platform/db/index.ts'
import type { StaffSession } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { MessageParts } from '../index.ts'
import { findDeliveries } from './read-deliveries.ts'

/**
 * Makes a failed delivery due again: the job checks consent, choice, quiet hours and caps anew, and it lives as long as
 * a new one.
 * @throws Refusal `not_found`, `delivery_not_failed`
 */
export async function retryDelivery(
  parts: MessageParts,
  messageId: string,
  channel: OuterChannel,
  by: StaffSession,
): Promise<Delivery> {
  const { platform, staff, deliveries } = parts
  const now = platform.clock.now()
  await platform.db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('messages.delivery')
      .select(['state', 'reason', 'player_id', 'tries'])
      .where('message_id', '=', messageId)
      .where('channel', '=', channel)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'failed') throw new Refusal('delivery_not_failed')
    await tx
      .updateTable('messages.delivery')
      // Count it again, in the caps of the day on which it is sent.
      .set({ state: 'waiting', reason: null, ended_at: null, next_at: now, retried_at: now, counted_on: null })
      .where('message_id', '=', messageId)
      .where('channel', '=', channel)
      .execute()
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'message.retry',
      subject: row.player_id,
      text: `Sent the message ${messageId} again by ${channel}`,
      before: { state: row.state, reason: row.reason, tries: row.tries },
      after: null,
    })
    afterCommit(tx, deliveries.wake)
  })
  const found = (await findDeliveries(parts, [messageId])).find((one) => one.channel === channel)
  if (!found) throw new Refusal('not_found')
  return found
}
