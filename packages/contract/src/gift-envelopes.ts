import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { mobile } from './accounts.ts'
import { operation } from './operation.ts'
import { postingId } from './receipts.ts'
import { amount, amountReply, anyId, currency, instant, market, success, playerText } from './shapes.ts'
import { claimRules } from './claim-rules.ts'
import { liability } from './rewards.ts'

/** 26 characters of base 32, 130 bits: unguessable. */
const giftCode = z.string().check(z.trim(), z.maxLength(64))

export const validateGift = operation({
  name: 'validateGift',
  method: 'GET',
  path: '/gift-envelope/validate',
  access: 'optional',
  summary: 'Whether a gift code can be claimed. Signed-in players see the amount if it is fixed.',
  query: z.object({ id: giftCode }),
  reply: z.object({ status: success, message: z.string(), currency, amount: z.nullable(amountReply) }),
  refusals: ['gift_invalid'],
})

export const claimGift = operation({
  name: 'claimGift',
  method: 'POST',
  path: '/gift-envelope/claim',
  access: 'player',
  summary:
    'Claim a gift. A mobile, if sent, has to be the session’s own. A repeat by the same player answers the same.',
  body: z.object({ mobile: z.optional(mobile), code: giftCode }),
  reply: z.object({
    status: success,
    message: z.string(),
    text: playerText,
    amount: amountReply,
    currency,
    /** Posting of the credit, which has a receipt. */
    posting: postingId,
    error: z.null(),
  }),
  refusals: ['gift_invalid', 'claim_refused', 'account_frozen', 'account_closed', 'balance_limit'],
})

export const giftEnvelope = z.object({
  id: z.string(),
  title: z.string(),
  market,
  currency,
  kind: z.enum(['fixed', 'split']),
  pot: amountReply,
  claims: z.number(),
  claimed: z.number(),
  claimed_amount: amountReply,
  expires_at: instant,
  min_account_age_hours: z.number(),
  claim_rules: z.nullable(claimRules),
  state: z.enum(['open', 'empty', 'expired', 'stopped']),
  created_by: z.nullable(z.string()),
  created_at: instant,
})

export const staffGifts = operation({
  name: 'staffGifts',
  method: 'GET',
  path: '/staff/gift-envelopes',
  access: 'staff',
  needs: ['rewards.see'],
  summary: 'The gift envelopes, newest first.',
  reply: z.object({ status: success, envelopes: z.array(giftEnvelope) }),
  refusals: [],
})

export const createGift = operation({
  name: 'createGift',
  method: 'POST',
  path: '/staff/gift-envelopes',
  access: 'staff',
  needs: ['gifts.make'],
  summary: 'Create an envelope. Its link is shown only now.',
  body: z.object({
    title: z.string().check(z.trim(), z.minLength(1, fault('title_required')), z.maxLength(80)),
    market,
    kind: z.enum(['fixed', 'split']),
    /** Amount of each claim (`fixed`), or total shared at random (`split`). */
    amount,
    claims: z.int().check(z.minimum(1), z.maximum(10_000)),
    expires_in_hours: z.int().check(z.minimum(1), z.maximum(8_760)),
    min_account_age_hours: z.optional(z.int().check(z.minimum(0), z.maximum(8_760))),
    claim_rules: z.optional(claimRules),
  }),
  reply: z.object({
    status: success,
    /** A second person has to confirm it, and gets the code. */
    waits: z.boolean(),
    envelope: z.nullable(giftEnvelope),
    code: z.nullable(z.string()),
    link: z.nullable(z.string()),
  }),
  refusals: ['gift_pot_too_small', 'amount_invalid'],
})

export const giftLiability = operation({
  name: 'giftLiability',
  method: 'POST',
  path: '/staff/gift-envelopes/liability',
  access: 'staff',
  needs: ['gifts.make'],
  summary: 'Preview the highest cost of an envelope.',
  body: z.object({
    market,
    kind: z.enum(['fixed', 'split']),
    amount,
    claims: z.int().check(z.minimum(1), z.maximum(10_000)),
  }),
  reply: z.object({ status: success, ...liability }),
  refusals: ['amount_invalid'],
})

export const stopGift = operation({
  name: 'stopGift',
  method: 'POST',
  path: '/staff/gift-envelopes/:id/stop',
  access: 'staff',
  needs: ['gifts.make'],
  summary: 'Stop an envelope. Claimed gifts stay.',
  params: z.object({ id: anyId }),
  body: z.optional(z.object({})),
  reply: z.object({ status: success, envelope: giftEnvelope }),
  refusals: ['not_found'],
})

export const giftEnvelopeOperations = [validateGift, claimGift, staffGifts, createGift, giftLiability, stopGift]
