import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { enterClaim, noteRefused, type Claimant } from './claim-rules.ts'
import type { RewardParts } from './parts.ts'
import { hashOf } from './create-gift.ts'
import { postingsOf } from './postings-of.ts'
import type { GiftEnvelopeTable } from './tables.ts'
import { findByHash, findShareOf, hasShare, lockClaimOf, claimShare } from './store.ts'

async function findClaimable({ platform: { db, clock } }: RewardParts, code: string) {
  const envelope = await findByHash(db.kysely, hashOf(code))
  if (!envelope || envelope.stopped_at || envelope.expires_at <= clock.now()) throw new Refusal('gift_invalid')
  return envelope
}

/**
 * Offer of a gift code: its currency, and its amount if fixed.
 * @throws Refusal `gift_invalid`, the same for every reason
 */
export async function validateGift(parts: RewardParts, code: string, playerId: string | undefined) {
  const {
    platform: { db },
  } = parts
  const envelope = await findClaimable(parts, code)
  if (!(await hasShare(db.kysely, envelope.id, playerId))) throw new Refusal('gift_invalid')
  if (playerId !== undefined) {
    const player = await parts.playerOf(playerId)
    if (player?.market !== envelope.market) throw new Refusal('gift_invalid')
  }
  const fixed = envelope.kind === 'fixed' && playerId !== undefined
  return { currency: envelope.currency, amountMinor: fixed ? envelope.pot_minor / BigInt(envelope.claims) : null }
}

/**
 * Gives the player the next share; a repeat returns the same share.
 * @throws Refusal `gift_invalid`, `claim_refused`
 */
export async function claimGift(parts: RewardParts, code: string, claimant: Claimant, mobile: string | undefined) {
  const { key, ...claimed } = await creditShare(parts, code, claimant, mobile)
  const postings = await postingsOf(parts.platform.db.kysely, [key])
  return { ...claimed, posting: required(postings.get(key), `posting ${key}`) }
}

/** Key of the posting that credits a share. */
export const keyOf = (envelopeId: string, number: number) => `gift:${envelopeId}:${number}`

async function creditShare(parts: RewardParts, code: string, claimant: Claimant, mobile: string | undefined) {
  const { db, clock } = parts.platform
  const { playerId } = claimant
  const player = await parts.playerOf(playerId)
  if (!player) throw new Refusal('gift_invalid')
  if (mobile !== undefined && parts.normalMobile(mobile, player.market) !== player.mobile)
    throw new Refusal('gift_invalid')
  const known = await findByHash(db.kysely, hashOf(code))
  const mine = known && (await findShareOf(db.kysely, known.id, playerId))
  if (mine) return { amountMinor: mine.amount_minor, currency: known.currency, key: keyOf(known.id, mine.number) }
  const envelope = await findClaimable(parts, code)
  const ageHours = (clock.now().getTime() - player.createdAt.getTime()) / 3_600_000
  if (envelope.market !== player.market || ageHours < envelope.min_account_age_hours) throw new Refusal('gift_invalid')
  return noteRefused(parts, { rewardId: envelope.id, playerId }, () =>
    db.transaction(async (tx) => {
      await lockClaimOf(tx, envelope.id, playerId)
      // A concurrent second call counts once.
      if (!(await findShareOf(tx, envelope.id, playerId))) await enterClaim(parts, tx, envelope.id, claimant)
      const share = await takeShare(parts, tx, envelope, playerId)
      if (!share) throw new Refusal('gift_invalid')
      return share
    }),
  )
}

/** Credits the next share of an envelope to a player, or returns the one they have; undefined if none is left. */
export async function takeShare(
  parts: RewardParts,
  tx: Tx,
  envelope: Pick<GiftEnvelopeTable, 'id' | 'currency'>,
  playerId: string,
) {
  const { clock, live } = parts.platform
  // Serialise a player's claims: a second one would reserve a share only to fail, and get a less specific answer.
  await lockClaimOf(tx, envelope.id, playerId)
  const { currency } = envelope
  const taken = await findShareOf(tx, envelope.id, playerId)
  if (taken) return { amountMinor: taken.amount_minor, currency, key: keyOf(envelope.id, taken.number) }
  const share = await claimShare(tx, envelope.id, playerId, clock.now())
  if (!share) return undefined
  const key = keyOf(envelope.id, share.number)
  const amountMinor = share.amount_minor
  await parts.credit(tx, { key, playerId, amountMinor, currency })
  await parts.messages.send(tx, {
    key,
    playerId,
    kind: 'gift_claimed',
    params: { amount: formatDecimal(amountMinor), currency },
    about: null,
  })
  afterCommit(tx, () => live.publish(playerId, { type: 'notice', text: textOf('gift_claimed', {}) }))
  return { amountMinor, currency, key }
}
