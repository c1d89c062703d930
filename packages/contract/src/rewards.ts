import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, anyId, currency, instant, market, otherNames, success, playerText } from './shapes.ts'

export const rewardRefusals = {
  /** One code for an unknown, used, expired or stopped gift and one of another market, so that the check is not an oracle. */
  gift_invalid: { status: 409 },
  bonus_unavailable: { status: 409 },
  bonus_needs_deposit: { status: 409 },
  bonus_running: { status: 409 },
  bonus_taken: { status: 409 },
  bonus_checked: { status: 409 },
  bonus_refused: { status: 409 },
  bonus_ended: { status: 409 },
  bonus_rule_invalid: { status: 422, sentence: 'These terms do not fit together.' },
  gift_pot_too_small: { status: 422, sentence: 'The pot is too small for this many claims.' },
} as const

/** Total liability and the four-eyes amount. */
export const liability = {
  currency,
  total: amountReply,
  second_person_from: amountReply,
  /** Whether its amount requires a second person; the operator's daily sums may, too. */
  waits: z.boolean(),
}

/**
 * `welcome`: a share of the first deposit on top. `reload`: the same for a later deposit. `cashback`: a share of the last seven days' loss.
 * `referral`: an amount for bringing a player who deposits and plays; without wagering, and not claimed here.
 */
export const bonusKind = z.enum(['welcome', 'reload', 'cashback', 'referral'])
export type BonusKind = z.output<typeof bonusKind>

export const bonusTerms = z.object({
  id: z.string(),
  kind: bonusKind,
  market,
  currency,
  title: z.string(),
  /** Titles in other languages, if any. */
  titles: z.optional(otherNames),
  /** Terms, derived from the figures below. */
  terms: z.array(playerText),
  /** Whole per cent of the deposit or the loss; 0 for a referral. */
  percent: z.number(),
  /** Largest amount; for a referral the exact amount. */
  max_amount: amountReply,
  min_deposit: amountReply,
  /** How many times the bonus has to be staked before it becomes cash. */
  wager_times: z.number(),
  /** For a referral: stakes required of the new player. */
  play_amount: amountReply,
  /** Days for the wagering. */
  valid_days: z.number(),
  ends_at: z.nullable(instant),
})
export type BonusTerms = z.output<typeof bonusTerms>

export const bonusOffers = operation({
  name: 'bonusOffers',
  method: 'GET',
  path: '/bonus-offers',
  access: 'optional',
  summary: 'Current offers of the player’s market, or of the named one; public.',
  query: z.object({ market: z.optional(market) }),
  reply: z.object({ status: success, offers: z.array(bonusTerms) }),
  refusals: [],
})

export const bonus = z.object({
  id: z.string(),
  rule_id: z.string(),
  kind: bonusKind,
  title: z.string(),
  /** Titles in other languages, if any. */
  titles: z.optional(otherNames),
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
  /** Amount of a claim now. */
  amount: z.nullable(amountReply),
})

export const bonuses = operation({
  name: 'bonuses',
  method: 'GET',
  path: '/player/bonuses',
  access: 'player',
  summary: 'The player’s bonuses, the offers they could claim now, and the locked bonus money.',
  reply: z.object({
    status: success,
    currency,
    balance: amountReply,
    /** Sentence about which money is staked first. */
    order_of_funds: playerText,
    offers: z.array(bonusOffer),
    bonuses: z.array(bonus),
  }),
  refusals: [],
})

export const bonusId = z.object({ id: anyId })
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
    'claim_refused',
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
  summary: 'Cancel a running bonus. Cash and its winnings stay.',
  params: bonusId,
  body: z.optional(z.object({})),
  reply: bonusReply,
  refusals: ['not_found', 'bonus_ended', 'account_frozen', 'account_closed', 'balance_limit'],
})

export const rewardOperations = [bonusOffers, bonuses, claimBonus, cancelBonus]
