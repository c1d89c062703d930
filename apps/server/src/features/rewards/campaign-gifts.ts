import type { Market } from '@dhow/contract/shapes'
import { formatDecimal } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { takeShare } from './claim-gift.ts'
import { insertGift, newGiftCode } from './create-gift.ts'
import type { RewardParts } from './parts.ts'
import { stopEnvelope } from './store.ts'

const hoursPerYear = 8_760

/** Makes an envelope with a secret code for a campaign; the caller has checked its sum. Returns its id. */
export async function makeEnvelope(
  parts: RewardParts,
  tx: Tx,
  {
    title,
    market,
    eachMinor,
    claims,
    by,
  }: { title: string; market: Market; eachMinor: bigint; claims: number; by: string },
): Promise<string> {
  const envelopeId = parts.platform.id('gift')
  const gift = {
    ...{ title, market, kind: 'fixed' as const, claims },
    amount: formatDecimal(eachMinor),
    expires_in_hours: hoursPerYear,
  }
  await insertGift(parts, tx, envelopeId, gift, by, newGiftCode(parts))
  return envelopeId
}

/**
 * Gives a player the next share of a campaign's envelope; false if none is left or it has ended. @throws Refusal of the
 * ledger
 */
export async function giveShare(parts: RewardParts, tx: Tx, envelopeId: string, playerId: string): Promise<boolean> {
  const envelope = required(
    await tx.selectFrom('rewards.gift_envelope').selectAll().where('id', '=', envelopeId).executeTakeFirst(),
    'envelope of the campaign',
  )
  if (envelope.stopped_at || envelope.expires_at <= parts.platform.clock.now()) return false
  return (await takeShare(parts, tx, envelope, playerId)) !== undefined
}

/** Closes a campaign's envelope: remaining shares are not given. */
export async function closeEnvelope({ platform: { clock } }: RewardParts, tx: Tx, envelopeId: string): Promise<void> {
  await stopEnvelope(tx, envelopeId, clock.now())
}
