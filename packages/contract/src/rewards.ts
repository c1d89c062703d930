import * as z from './bounded.ts'
import { mobile } from './accounts.ts'
import { operation } from './operation.ts'
import { amount, amountReply, anyId, currency, instant, market, success } from './shapes.ts'

export const rewardRefusals = {
  /** One sentence for a code that is unknown, used, expired, stopped or of another market: the check is no oracle. */
  gift_invalid: { status: 409, sentence: 'Gift link invalid, used, or claim failed.' },
  bonus_unavailable: { status: 409, sentence: 'This bonus cannot be claimed at the moment.' },
  bonus_needs_deposit: { status: 409, sentence: 'This bonus needs a deposit first.' },
  bonus_running: { status: 409, sentence: 'Another bonus is active. Finish or cancel it first.' },
  bonus_taken: { status: 409, sentence: 'You have already claimed this bonus.' },
  bonus_checked: { status: 409, sentence: 'This bonus is being checked. We will let you know.' },
  bonus_refused: { status: 409, sentence: 'This bonus was refused. Please reach out to the support team.' },
  bonus_ended: { status: 409, sentence: 'This bonus has ended.' },
  bonus_rule_invalid: { status: 422, sentence: 'These terms do not fit together.' },
  gift_pot_too_small: { status: 422, sentence: 'The pot is too small for this many claims.' },
} as const

/** 26 characters of base 32, 130 bits: nobody guesses one. */
const giftCode = z.string().check(z.trim(), z.maxLength(64))

export const validateGift = operation({
  name: 'validateGift',
  method: 'GET',
  path: '/gift-envelope/validate',
  access: 'optional',
  summary: 'Whether a gift code can be claimed; the amount is told to a signed-in player only where it is fixed.',
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
    'Claim a gift; the mobile, where sent, has to be the session’s own. A repeat by its winner answers the same.',
  body: z.object({ mobile: z.optional(mobile), code: giftCode }),
  reply: z.object({ status: success, message: z.string(), amount: amountReply, currency, error: z.null() }),
  refusals: ['gift_invalid', 'account_frozen', 'account_closed', 'balance_limit'],
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
  state: z.enum(['open', 'empty', 'expired', 'stopped']),
  created_by: z.nullable(z.string()),
  created_at: instant,
})

export const staffGifts = operation({
  name: 'staffGifts',
  method: 'GET',
  path: '/staff/gift-envelopes',
  access: 'staff',
  summary: 'The gift envelopes, newest first.',
  reply: z.object({ status: success, envelopes: z.array(giftEnvelope) }),
  refusals: [],
})

/** A total liability beside the amount from which on a second person decides. */
const liability = {
  currency,
  total: amountReply,
  second_person_from: amountReply,
  /** Whether its own amount makes it wait; the sums of the operator's day may too. */
  waits: z.boolean(),
}

export const createGift = operation({
  name: 'createGift',
  method: 'POST',
  path: '/staff/gift-envelopes',
  access: 'staff',
  roles: ['manager', 'admin'],
  summary: 'Create an envelope; its link is shown this once.',
  body: z.object({
    title: z.string().check(z.trim(), z.minLength(1, 'Give it a title'), z.maxLength(80)),
    market,
    kind: z.enum(['fixed', 'split']),
    /** Amount of each claim (`fixed`), or total shared at random (`split`). */
    amount,
    claims: z.int().check(z.minimum(1), z.maximum(10_000)),
    expires_in_hours: z.int().check(z.minimum(1), z.maximum(8_760)),
    min_account_age_hours: z.optional(z.int().check(z.minimum(0), z.maximum(8_760))),
  }),
  reply: z.object({
    status: success,
    /** A second person has to confirm it; the code is then shown to them. */
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
  roles: ['manager', 'admin'],
  summary: 'The most that an envelope may give, before it is created.',
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
  roles: ['manager', 'admin'],
  summary: 'Stop an envelope; what was claimed stays.',
  params: z.object({ id: anyId }),
  body: z.optional(z.object({})),
  reply: z.object({ status: success, envelope: giftEnvelope }),
  refusals: ['not_found'],
})

/**
 * `welcome`: a share of the first deposit on top. `reload`: the same for a later deposit. `cashback`: a share of what the last seven days
 * lost. `referral`: an amount for bringing a player who deposits and plays; it has no wagering and is not claimed here.
 */
export const bonusKind = z.enum(['welcome', 'reload', 'cashback', 'referral'])
export type BonusKind = z.output<typeof bonusKind>

export const bonusTerms = z.object({
  id: z.string(),
  kind: bonusKind,
  market,
  currency,
  title: z.string(),
  /** The terms as whole sentences, made from the figures below. */
  terms: z.array(z.string()),
  /** Of the deposit or the loss, in whole per cent; 0 for a referral. */
  percent: z.number(),
  /** The most that is given; for a referral: what is given. */
  max_amount: amountReply,
  min_deposit: amountReply,
  /** How many times the bonus has to be staked before it becomes cash. */
  wager_times: z.number(),
  /** For a referral: how much the new player has to have staked. */
  play_amount: amountReply,
  /** How many days there are for the wagering. */
  valid_days: z.number(),
  ends_at: z.nullable(instant),
})
export type BonusTerms = z.output<typeof bonusTerms>

export const bonusOffers = operation({
  name: 'bonusOffers',
  method: 'GET',
  path: '/bonus-offers',
  access: 'optional',
  summary: 'What the operator offers now, for anybody to read; of the player’s market, else of the one named.',
  query: z.object({ market: z.optional(market) }),
  reply: z.object({ status: success, offers: z.array(bonusTerms) }),
  refusals: [],
})

export const bonus = z.object({
  id: z.string(),
  rule_id: z.string(),
  kind: bonusKind,
  title: z.string(),
  currency,
  amount: amountReply,
  /** Required and completed stakes. Stakes count when they are settled. */
  required: amountReply,
  wagered: amountReply,
  /** Whole per cent, rounded down: 100 means done. */
  progress: z.number(),
  state: z.enum(['active', 'completed', 'cancelled', 'expired']),
  granted_at: instant,
  expires_at: instant,
  ended_at: z.nullable(instant),
})
export type Bonus = z.output<typeof bonus>

export const bonusOffer = z.extend(bonusTerms, {
  state: z.enum(['claimable', 'needs_deposit', 'needs_play', 'bonus_running', 'taken', 'being_checked', 'refused']),
  /** Amount that a claim would give now. */
  amount: z.nullable(amountReply),
})

export const bonuses = operation({
  name: 'bonuses',
  method: 'GET',
  path: '/player/bonuses',
  access: 'player',
  summary: 'The player’s bonuses, what they could claim now, and the bonus money that is locked.',
  reply: z.object({
    status: success,
    currency,
    balance: amountReply,
    /** One sentence on which money is staked first. */
    order_of_funds: z.string(),
    offers: z.array(bonusOffer),
    bonuses: z.array(bonus),
  }),
  refusals: [],
})

const bonusId = z.object({ id: anyId })
const bonusReply = z.object({ status: success, msg: z.string(), bonus })

export const claimBonus = operation({
  name: 'claimBonus',
  method: 'POST',
  path: '/player/bonuses/:id/claim',
  access: 'player',
  summary: 'Claim an offer by its id. A repeat while it runs answers the same.',
  params: bonusId,
  body: z.optional(z.object({})),
  reply: bonusReply,
  refusals: [
    'not_found',
    'bonus_unavailable',
    'bonus_needs_deposit',
    'bonus_running',
    'bonus_taken',
    'bonus_checked',
    'bonus_refused',
    'account_frozen',
    'account_closed',
    'balance_limit',
  ],
})

export const cancelBonus = operation({
  name: 'cancelBonus',
  method: 'POST',
  path: '/player/bonuses/:id/cancel',
  access: 'player',
  summary: 'Give a running bonus back; cash and winnings stay.',
  params: bonusId,
  body: z.optional(z.object({})),
  reply: bonusReply,
  refusals: ['not_found', 'bonus_ended', 'account_frozen', 'account_closed', 'balance_limit'],
})

export const referral = operation({
  name: 'referral',
  method: 'GET',
  path: '/player/referral',
  access: 'player',
  summary: 'The player’s code and link, whom they brought, and what it has earned.',
  reply: z.object({
    status: success,
    currency,
    code: z.string(),
    link: z.string(),
    /** Null while the operator pays none. */
    terms: z.nullable(bonusTerms),
    counts: z.object({
      invited: z.number(),
      waiting: z.number(),
      due: z.number(),
      paid: z.number(),
      refused: z.number(),
    }),
    earned: amountReply,
    friends: z.array(
      z.object({
        /** Two letters and the rest hidden. */
        player: z.string(),
        state: z.enum(['registered', 'deposited', 'due', 'being_checked', 'paid', 'refused']),
        joined_at: instant,
        amount: z.nullable(amountReply),
      }),
    ),
  }),
  refusals: [],
})

export const claimReferral = operation({
  name: 'claimReferral',
  method: 'POST',
  path: '/player/referral/claim',
  access: 'player',
  summary:
    'Be paid now for the friends who have deposited and played enough; the server also pays by itself within minutes.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, msg: z.string(), paid: z.number(), amount: amountReply, currency }),
  refusals: ['account_frozen', 'account_closed', 'balance_limit'],
})

export const staffBonusRule = z.extend(bonusTerms, {
  state: z.enum(['open', 'stopped', 'ended']),
  claims: z.number(),
  running: z.number(),
  /** Given in all, and of it what became cash and what came back. */
  given: amountReply,
  converted: amountReply,
  returned: amountReply,
  created_by: z.nullable(z.string()),
  created_at: instant,
})

export const staffBonusRules = operation({
  name: 'staffBonusRules',
  method: 'GET',
  path: '/staff/bonus-rules',
  access: 'staff',
  summary: 'The rules of bonuses and referral, newest first.',
  reply: z.object({ status: success, rules: z.array(staffBonusRule) }),
  refusals: [],
})

export const createBonusRule = operation({
  name: 'createBonusRule',
  method: 'POST',
  path: '/staff/bonus-rules',
  access: 'staff',
  roles: ['manager', 'admin'],
  summary: 'Offer a bonus. A running rule is never changed: stop it and make another.',
  body: z.object({
    kind: bonusKind,
    market,
    title: z.string().check(z.trim(), z.minLength(1, 'Give it a title'), z.maxLength(80)),
    /** Per cent of the deposit or the loss; left out for a referral. */
    percent: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
    max_amount: amount,
    min_deposit: z.optional(amount),
    wager_times: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    play_amount: z.optional(amount),
    valid_days: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
    ends_in_days: z.optional(z.int().check(z.minimum(1), z.maximum(3_650))),
  }),
  reply: z.object({ status: success, waits: z.boolean(), rule: z.nullable(staffBonusRule) }),
  refusals: ['amount_invalid', 'bonus_rule_invalid'],
})

export const bonusLiability = operation({
  name: 'bonusLiability',
  method: 'POST',
  path: '/staff/bonus-rules/liability',
  access: 'staff',
  roles: ['manager', 'admin'],
  summary: 'The most that a bonus may cost if every player of its market claims it once, before it is offered.',
  body: z.object({ market, max_amount: amount }),
  reply: z.object({ status: success, players: z.number(), ...liability }),
  refusals: ['amount_invalid'],
})

export const stopBonusRule = operation({
  name: 'stopBonusRule',
  method: 'POST',
  path: '/staff/bonus-rules/:id/stop',
  access: 'staff',
  roles: ['manager', 'admin'],
  summary: 'Stop an offer; bonuses that run keep their terms.',
  params: bonusId,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, rule: staffBonusRule }),
  refusals: ['not_found'],
})

export const rewardOperations = [
  validateGift,
  claimGift,
  staffGifts,
  createGift,
  giftLiability,
  stopGift,
  bonusOffers,
  bonuses,
  claimBonus,
  cancelBonus,
  referral,
  claimReferral,
  staffBonusRules,
  createBonusRule,
  bonusLiability,
  stopBonusRule,
]
