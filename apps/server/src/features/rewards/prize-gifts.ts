import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { keyOf } from './claim-gift.ts'
import { insertGift, newGiftCode } from './create-gift.ts'
import type { RewardParts } from './parts.ts'
import { claimShareAt } from './store.ts'

const hoursPerYear = 8_760

/**
 * Makes an envelope with a secret code whose shares are prizes, the first share for the first rank. The caller has
 * checked its sum. Returns its id.
 */
export async function makePrizeEnvelope(
  parts: RewardParts,
  tx: Tx,
  { title, market, prizesMinor, by }: { title: string; market: Market; prizesMinor: readonly bigint[]; by: string },
): Promise<string> {
  const envelopeId = parts.platform.id('gift')
  const gift = {
    ...{ title, market, kind: 'split' as const, claims: prizesMinor.length },
    amount: formatDecimal(prizesMinor.reduce((sum, minor) => sum + minor, 0n)),
    expires_in_hours: hoursPerYear,
  }
  await insertGift(parts, tx, envelopeId, gift, by, newGiftCode(parts), prizesMinor)
  return envelopeId
}

/**
 * Credits the prize of a rank, in minor units; a repeat for the same player credits nothing more. Undefined if the
 * envelope was stopped or has expired, or the prize is another player's. @throws Refusal of the ledger
 */
export async function givePrize(
  parts: RewardParts,
  tx: Tx,
  { envelopeId, rank, playerId }: { envelopeId: string; rank: number; playerId: string },
): Promise<bigint | undefined> {
  const now = parts.platform.clock.now()
  const { stopped_at, expires_at, currency } = required(
    await tx.selectFrom('rewards.gift_envelope').selectAll().where('id', '=', envelopeId).executeTakeFirst(),
    'envelope of the prizes',
  )
  if (stopped_at || expires_at <= now) return undefined
  const share = await claimShareAt(tx, envelopeId, rank, playerId, now)
  if (!share) return undefined
  const { amount_minor: amountMinor } = share
  await parts.credit(tx, { key: keyOf(envelopeId, rank), playerId, amountMinor, currency })
  return amountMinor
}
