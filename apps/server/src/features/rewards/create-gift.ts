import { amountValue, factOf } from '../approvals/index.ts'
import { required } from '../../platform/required.ts'
import { createHash } from 'node:crypto'
import type { ClaimRules } from '@dhow/contract/claim-rules'
import { parseAmount } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import { insertClaimRules } from './claim-rules.ts'
import type { RewardParts } from './parts.ts'
import { splitPot } from './rules.ts'
import { insertEnvelope } from './store.ts'
import { bind } from '../../platform/bind.ts'

export interface NewGift {
  title: string
  market: Market
  kind: 'fixed' | 'split'
  amount: string
  claims: number
  expires_in_hours: number
  min_account_age_hours?: number | undefined
  claim_rules?: ClaimRules | undefined
}

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    gift: { envelopeId: string; gift: NewGift }
  }
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const codeLength = 26

/** Creates gift envelopes; one whose total needs a second person waits, and its code is shown to that person. */
export function openGiftMaking(parts: RewardParts) {
  const { approvals } = parts
  approvals.changes.register('gift', {
    title: operatorText('money_action', { action: 'gift_create' }),
    needs: 'gifts.make',
    async apply(tx, by, { envelopeId, gift }, { proposedBy }) {
      const action = {
        action: 'gift_create',
        subject: envelopeId,
        market: gift.market,
        amountMinor: totalOfGift(gift),
      } as const
      await approvals.decide(tx, by, { ...action, first: proposedBy })
      const code = newGiftCode(parts)
      await insertGift(parts, tx, envelopeId, gift, proposedBy, code)
      return [
        { label: operatorText('fact_code', {}), value: code },
        { label: operatorText('fact_link', {}), value: giftLink(parts, code) },
      ]
    },
  })
  return {
    ...bind(parts, { create: createGift, seedGift }),
    totalOf: totalOfGift,
  }
}

const factsOf = ({ title, market, kind, amount, claims, expires_in_hours }: NewGift) => [
  factOf('fact_title', title),
  factOf(
    kind === 'fixed' ? 'fact_each_share' : 'fact_all_shares',
    amountValue(required(parseAmount(amount), 'amount of the gift'), markets[market].currency),
  ),
  factOf('fact_shares', String(claims)),
  factOf('fact_expires_hours', String(expires_in_hours)),
]

/** Stored hash of a code, independent of letter case and spaces. */
export function hashOf(code: string): Buffer {
  return createHash('sha256').update(code.replace(/\s/g, '').toUpperCase()).digest()
}

export function newGiftCode({ platform: { random } }: RewardParts) {
  return Array.from(random.bytes(codeLength), (byte) => alphabet[byte % 32]).join('')
}

function giftLink({ platform: { config } }: RewardParts, code: string) {
  return `${config.origins.portal}/gift_envelope?id=${code}`
}

/** Largest payout of an envelope, in minor units. @throws Refusal `amount_invalid` */
function totalOfGift({ amount, kind, claims }: Pick<NewGift, 'amount' | 'kind' | 'claims'>): bigint {
  const amountMinor = parseAmount(amount)
  if (amountMinor === undefined || amountMinor === 0n) throw new Refusal('amount_invalid')
  return kind === 'fixed' ? amountMinor * BigInt(claims) : amountMinor
}

/** Amounts of an envelope's shares; undefined if the pot is too small to split. */
function sharesOf(gift: NewGift, random: RewardParts['platform']['random']): bigint[] | undefined {
  const potMinor = totalOfGift(gift)
  return gift.kind === 'fixed'
    ? Array.from({ length: gift.claims }, () => potMinor / BigInt(gift.claims))
    : splitPot(potMinor, gift.claims, random)
}

/**
 * Writes an envelope with its shares: by its kind, or with the caller's amounts. @throws Refusal `gift_pot_too_small`
 */
export async function insertGift(
  { platform: { random, clock }, audit }: RewardParts,
  tx: Tx,
  envelopeId: string,
  gift: NewGift,
  by: string | null,
  code: string,
  sharesMinor: readonly bigint[] | undefined = sharesOf(gift, random),
) {
  const potMinor = totalOfGift(gift)
  if (!sharesMinor) throw new Refusal('gift_pot_too_small')
  const now = clock.now()
  const envelope = {
    id: envelopeId,
    code_hash: hashOf(code),
    title: gift.title,
    market: gift.market,
    currency: markets[gift.market].currency,
    kind: gift.kind,
    pot_minor: potMinor,
    claims: gift.claims,
    min_account_age_hours: gift.min_account_age_hours ?? 0,
    expires_at: new Date(now.getTime() + gift.expires_in_hours * 3_600_000),
    stopped_at: null,
    created_by: by,
    created_at: now,
  }
  await insertEnvelope(tx, envelope, sharesMinor)
  await insertClaimRules(tx, envelopeId, gift.claim_rules)
  await audit(tx, {
    operatorId: by,
    action: 'gift.create',
    subject: envelopeId,
    text: `Created the gift envelope "${gift.title}"`,
    before: null,
    after: { ...gift },
  })
}

/**
 * Creates an envelope; its code is returned and not stored. Undefined if it waits for a second person.
 * @throws Refusal `amount_invalid`, `gift_pot_too_small`
 */
function createGift(parts: RewardParts, gift: NewGift, by: StaffSession) {
  const {
    platform: { id, db },
    approvals,
  } = parts
  const [code, envelopeId] = [newGiftCode(parts), id('gift')]
  return db.transaction(async (tx) => {
    const action = {
      action: 'gift_create',
      subject: envelopeId,
      market: gift.market,
      amountMinor: totalOfGift(gift),
    } as const
    const isNow = await approvals.doOrPropose(tx, by, action, {
      kind: 'gift',
      change: { envelopeId, gift },
      reason: gift.title,
      facts: factsOf(gift),
    })
    if (!isNow) return undefined
    await insertGift(parts, tx, envelopeId, gift, by.operatorId, code)
    return { envelopeId, code, link: giftLink(parts, code) }
  })
}

/** The sandbox's own envelope, with a given code. */
function seedGift(parts: RewardParts, gift: NewGift, code: string) {
  const {
    platform: { db, id },
  } = parts
  return db.transaction((tx) => insertGift(parts, tx, id('gift'), gift, null, code))
}
