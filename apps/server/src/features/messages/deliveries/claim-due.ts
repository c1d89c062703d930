import { deliveryChannels, type DeliveryChannel } from '@dhow/contract/deliveries'
import type { Platform } from '../../../platform/platform.ts'

/** Lease of a claimed delivery; afterwards another server may claim it. */
const leaseMs = 60_000

export type DueDelivery = Awaited<ReturnType<typeof claimDue>>[number]

/**
 * Claims due deliveries for this server; several servers share them row by row. Later writes check this claim's
 * `lease`.
 */
export async function claimDue(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  atMost: number,
  channels: readonly DeliveryChannel[] = deliveryChannels,
) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const lease = new Date(now.getTime() + leaseMs)
    const due = await tx
      .selectFrom('messages.delivery as delivery')
      .innerJoin('messages.player_message as message', 'message.id', 'delivery.message_id')
      .innerJoin('accounts.player_card as player', 'player.id', 'delivery.player_id')
      .select([
        'delivery.message_id',
        'delivery.channel',
        'delivery.player_id',
        'delivery.class',
        'delivery.created_at',
        'delivery.retried_at',
        'delivery.tries',
        'delivery.counted_on',
        'message.kind',
        'message.params',
        'message.about_id',
        'player.market',
      ])
      .where('delivery.next_at', '<=', now)
      .where('delivery.channel', 'in', channels)
      .orderBy('delivery.next_at')
      .limit(atMost)
      .forUpdate('delivery')
      .skipLocked()
      .execute()
    for (const { message_id: messageId, channel } of due)
      await tx
        .updateTable('messages.delivery')
        .set({ next_at: lease })
        .where('message_id', '=', messageId)
        .where('channel', '=', channel)
        .execute()
    return due.map((row) => ({ ...row, lease }))
  })
}
