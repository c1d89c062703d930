import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { SmsChange } from '../../sms/index.ts'
import type { MessageParts } from '../index.ts'

const triesKept = 20

/** Adds a try to the times of a delivery's earlier tries. */
export const attemptColumns = (at: Date) => ({
  tries: sql<number>`tries + 1`,
  tried_at: sql<Date[]>`(tried_at || ${at}::timestamptz)[greatest(cardinality(tried_at) + 2 - ${triesKept}::int, 1):]`,
})

/** Updates a delivery from its text message. An accepted message costs its parts at the market's price. */
export async function noteTextMessage(
  { portal }: Pick<MessageParts, 'portal'>,
  tx: Tx,
  { messageId, state, failure, isAccepted, at }: SmsChange,
): Promise<void> {
  const { sms_cost_minor: prices } = portal.settings().messaging
  const isTry = state === 'tried' || state === 'sent' || failure === 'refused'
  await tx
    .updateTable('messages.delivery')
    .set({
      ...(isTry ? attemptColumns(at) : {}),
      ...(state === 'tried' ? {} : { state, reason: state === 'failed' ? (failure ?? 'undelivered') : null }),
      ...(isAccepted
        ? {
            sent_at: at,
            cost_minor: sql<bigint>`coalesce(cost_minor, 0) + parts * case currency when 'NAD' then ${prices.NA}::bigint else ${prices.IN}::bigint end`,
          }
        : {}),
      ...(state === 'failed' || state === 'delivered' ? { ended_at: at } : {}),
    })
    .where('message_id', '=', messageId)
    .where('channel', '=', 'sms')
    .execute()
}
