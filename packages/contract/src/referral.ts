import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { postingId } from './receipts.ts'
import { amountReply, currency, instant, success } from './shapes.ts'
import { bonusTerms } from './rewards.ts'

export const referral = operation({
  name: 'referral',
  method: 'GET',
  path: '/player/referral',
  access: 'player',
  summary: 'The player’s referral code and link, the friends who joined, and the earnings.',
  reply: z.object({
    status: success,
    currency,
    code: z.string(),
    link: z.string(),
    /** Null if the operator offers none. */
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
        /** Two letters, the rest masked. */
        player: z.string(),
        state: z.enum(['registered', 'deposited', 'due', 'being_checked', 'paid', 'refused']),
        joined_at: instant,
        amount: z.nullable(amountReply),
        /** Posting of the reward for the friend, which has a receipt. */
        posting: z.nullable(postingId),
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
    'Claim the referral rewards of friends who have deposited and played enough. The server also pays them by itself within minutes.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, msg: z.string(), paid: z.number(), amount: amountReply, currency }),
  refusals: ['account_frozen', 'account_closed', 'balance_limit'],
})

export const referralOperations = [referral, claimReferral]
