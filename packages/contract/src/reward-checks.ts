import * as z from './bounded.ts'
import { reason } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { bonusKind } from './rewards.ts'
import { amountReply, currency, idOf, instant, success } from './shapes.ts'

/** Rewards of accounts that seem to be one person's, held until an operator gives or refuses them. */
export const rewardCheckRefusals = {
  reward_check_decided: { status: 409, sentence: 'Somebody has already decided about this reward.' },
} as const

/** Signals of such suspicion, each with its weight. */
export const rewardSignal = z.enum([
  'same_address',
  'same_browser',
  'opened_together',
  'same_browser_together',
  'referrer_near',
  'referrer_same_browser',
  'same_payer',
  'same_payout_account',
])
export type RewardSignal = z.output<typeof rewardSignal>

export const rewardCheck = z.object({
  id: z.string().check(z.maxLength(60)),
  kind: bonusKind,
  state: z.enum(['waiting', 'given', 'refused']),
  player_id: z.string().check(z.maxLength(60)),
  player_name: z.string().check(z.maxLength(40)),
  /** For a referral: the referred player. */
  friend_id: z.nullable(z.string().check(z.maxLength(60))),
  currency,
  amount: amountReply,
  points: z.int().check(z.minimum(0), z.maximum(10_000)),
  /** Heaviest first; `count`: number of other accounts that share it. */
  reasons: z
    .array(
      z.object({
        code: rewardSignal,
        points: z.int().check(z.minimum(0), z.maximum(10_000)),
        count: z.int().check(z.minimum(0), z.maximum(1_000_000)),
      }),
    )
    .check(z.maxLength(10)),
  created_at: instant,
  decided_at: z.nullable(instant),
  decided_by: z.nullable(z.string().check(z.maxLength(60))),
  note: z.nullable(z.string().check(z.maxLength(500))),
})
export type RewardCheck = z.output<typeof rewardCheck>

export const staffRewardChecks = operation({
  name: 'staffRewardChecks',
  method: 'GET',
  path: '/staff/reward-checks',
  access: 'staff',
  needs: ['rewards.see'],
  summary: 'Rewards that need review, oldest first; with `state=decided` the decided ones, newest first.',
  query: z.object({ state: z.optional(z.enum(['waiting', 'decided'])) }),
  reply: z.object({ status: success, checks: z.array(rewardCheck).check(z.maxLength(100)) }),
  refusals: [],
})

const params = z.object({ id: idOf('rck') })
const body = z.object({ reason })
const reply = z.object({ status: success })

export const giveReward = operation({
  name: 'giveReward',
  method: 'POST',
  path: '/staff/reward-checks/:id/give',
  access: 'staff',
  needs: ['rewards.decide'],
  summary: 'Approve a reward: a referral is paid within a minute, a bonus can be claimed.',
  params,
  body,
  reply,
  refusals: ['not_found', 'reward_check_decided'],
})

export const refuseReward = operation({
  name: 'refuseReward',
  method: 'POST',
  path: '/staff/reward-checks/:id/refuse',
  access: 'staff',
  needs: ['rewards.decide'],
  summary: 'Refuse a reward for good.',
  params,
  body,
  reply,
  refusals: ['not_found', 'reward_check_decided'],
})

export const rewardCheckOperations = [staffRewardChecks, giveReward, refuseReward]
