import type { BodyOf } from '@dhow/contract/operation'
import type { sendOffer as contractOfSendOffer } from '@dhow/contract/deliveries'
import type { StaffSession } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { MessageParts } from '../index.ts'
import { sendMessage } from '../send-message.ts'
import { reasonAgainstOffers } from './gate.ts'
import { findDeliveries } from './read-deliveries.ts'

/**
 * Sends an offer to a player who agreed to offers, once per key.
 * @throws Refusal `not_found`, `offers_not_wanted`, `offers_forbidden`
 */
export async function sendOffer(
  parts: MessageParts,
  playerId: string,
  { key, title, text }: BodyOf<typeof contractOfSendOffer>,
  by: StaffSession,
) {
  const { platform, accounts, staff } = parts
  if (!(await accounts.findPlayer(playerId))) throw new Refusal('not_found')
  const refusal = await reasonAgainstOffers(parts, playerId)
  if (refusal) throw new Refusal(refusal)
  const eventKey = `offer:${key}:${playerId}`
  await platform.db.transaction(async (tx) => {
    const messageId = await sendMessage(parts, tx, {
      key: eventKey,
      playerId,
      kind: 'offer',
      params: {
        title_en: title.en,
        title_hi: title.hi,
        title_af: title.af,
        text_en: text.en,
        text_hi: text.hi,
        text_af: text.af,
      },
      about: null,
    })
    if (messageId === undefined) return
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'message.offer',
      subject: playerId,
      text: `Sent the offer “${title.en}”`,
      before: null,
      after: { key },
    })
  })
  const { id } = await platform.db.kysely
    .selectFrom('messages.player_message')
    .select('id')
    .where('key', '=', eventKey)
    .executeTakeFirstOrThrow()
  return findDeliveries(parts, [id])
}
