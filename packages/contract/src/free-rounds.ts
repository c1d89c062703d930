import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { liability } from './rewards.ts'
import { amount, amountReply, currency, idOf, instant, market, otherNames, success } from './shapes.ts'

/** Free rounds: rounds of one game staked by the operator. Wins are the player's, up to the grant's largest win. */

export const freeRoundRefusals = {
  free_rounds_unsupported: {
    status: 422,
    sentence: 'This game has no free rounds in the player’s market. Choose another one.',
  },
  free_rounds_barred: { status: 409, sentence: 'This player cannot get free rounds at the moment.' },
  free_rounds_terms: {
    status: 422,
    sentence: 'The stake is outside the game’s limits, or the largest win is less than one stake.',
  },
} as const

/** `used`: all rounds are played. `paid_out`: the largest win is paid. */
export const freeRoundState = z.enum(['active', 'used', 'paid_out', 'expired', 'stopped'])

const grant = {
  id: z.string(),
  game: z.object({ slug: z.string(), name: z.string(), names: z.optional(otherNames) }),
  currency,
  rounds: z.number(),
  /** Rounds left; 0 once the grant has ended. */
  left: z.number(),
  /** Stake of each round, paid by the operator. */
  stake: amountReply,
  /** Largest payout of all rounds together. */
  max_win: amountReply,
  won: amountReply,
  expires_at: instant,
  state: freeRoundState,
}
export const freeRoundGrant = z.object(grant)
export type FreeRoundGrant = z.output<typeof freeRoundGrant>

export const freeRounds = operation({
  name: 'freeRounds',
  method: 'GET',
  path: '/player/free-rounds',
  access: 'player',
  summary: 'The player’s last 50 grants of free rounds, newest first.',
  reply: z.object({ status: success, grants: z.array(freeRoundGrant) }),
  refusals: [],
})

export const staffFreeRoundGrant = z.object({
  ...grant,
  player: z.object({ id: z.string(), player_name: z.string() }),
  used: z.number(),
  /** State at the provider, if it manages them: requested, given, refused, or ended there, too. */
  at_provider: z.nullable(z.enum(['asked', 'given', 'refused', 'ended'])),
  /** Paid wins, which are the cost so far. */
  cost: amountReply,
  source: z.enum(['operator', 'campaign']),
  reason: z.nullable(z.string()),
  granted_by: z.nullable(z.string()),
  granted_at: instant,
})
export type StaffFreeRoundGrant = z.output<typeof staffFreeRoundGrant>

const freeRoundGame = z.object({
  id: z.string(),
  name: z.string(),
  markets: z.array(market),
  min_stake: z.nullable(amountReply),
  max_stake: z.nullable(amountReply),
})

export const staffFreeRounds = operation({
  name: 'staffFreeRounds',
  method: 'GET',
  path: '/staff/free-rounds',
  access: 'staff',
  needs: ['rewards.see'],
  summary: 'Grants of free rounds, newest first, 100 a page, and the games that support them.',
  query: z.object({ player: z.optional(idOf('ply')), cursor: z.optional(idOf('frg')) }),
  reply: z.object({
    status: success,
    grants: z.array(staffFreeRoundGrant),
    next_cursor: z.nullable(z.string()),
    games: z.array(freeRoundGame),
  }),
  refusals: [],
})

const terms = {
  player: idOf('ply'),
  /** Id of the game. */
  game: z.string().check(z.maxLength(100)),
  rounds: z.int().check(z.minimum(1), z.maximum(1_000)),
  stake: amount,
  max_win: amount,
}

export const freeRoundLiability = operation({
  name: 'freeRoundLiability',
  method: 'POST',
  path: '/staff/free-rounds/liability',
  access: 'staff',
  needs: ['gifts.make'],
  summary:
    'Preview free rounds: the largest win, the house’s stake, and whether the player could get them now. Gives nothing.',
  body: z.object(terms),
  reply: z.object({ status: success, ...liability, staked: amountReply, barred: z.boolean() }),
  refusals: ['not_found', 'amount_invalid', 'free_rounds_unsupported', 'free_rounds_terms'],
})

const reason = z.string().check(z.trim(), z.minLength(1, fault('reason_required')), z.maxLength(200))

export const grantFreeRounds = operation({
  name: 'grantFreeRounds',
  method: 'POST',
  path: '/staff/free-rounds',
  access: 'staff',
  needs: ['gifts.make'],
  summary:
    'Give a player free rounds of a game. The largest win counts towards the thresholds for raising money, so it may need a second person.',
  body: z.object({ ...terms, valid_days: z.int().check(z.minimum(1), z.maximum(365)), reason }),
  reply: z.object({ status: success, waits: z.boolean(), grant: z.nullable(staffFreeRoundGrant) }),
  refusals: [
    'not_found',
    'amount_invalid',
    'free_rounds_unsupported',
    'free_rounds_terms',
    'free_rounds_barred',
    'change_waits',
  ],
})

export const stopFreeRounds = operation({
  name: 'stopFreeRounds',
  method: 'POST',
  path: '/staff/free-rounds/:id/stop',
  access: 'staff',
  needs: ['gifts.make'],
  summary: 'Stop free rounds: no further round starts. Open rounds are played to the end, and wins stay.',
  params: z.object({ id: idOf('frg') }),
  body: z.object({ reason }),
  reply: z.object({ status: success, grant: staffFreeRoundGrant }),
  refusals: ['not_found'],
})

export const freeRoundOperations = [freeRounds, staffFreeRounds, freeRoundLiability, grantFreeRounds, stopFreeRounds]
