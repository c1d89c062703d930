import { Refusal } from '../../platform/refusal.ts'
import type { RewardParts } from './parts.ts'
import { stopEnvelope } from './store.ts'

/** Stops an envelope. @throws Refusal `not_found` */
export async function stopGift(parts: RewardParts, envelopeId: string, operatorId: string) {
  const {
    platform: { db, clock },
  } = parts
  await db.transaction(async (tx) => {
    if (!(await stopEnvelope(tx, envelopeId, clock.now()))) throw new Refusal('not_found')
    await parts.audit(tx, {
      operatorId,
      action: 'gift.stop',
      subject: envelopeId,
      text: 'Stopped the gift envelope',
      before: null,
      after: null,
    })
  })
}
