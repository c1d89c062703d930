import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { amount, amountReply, currency, doneReply, idOf, instant, operatorText, playerText, success } from './shapes.ts'

export const limitRefusals = {
  deposit_limit_reached: { status: 409 },
  deposits_blocked: { status: 403 },
  limit_not_pending: { status: 409 },
  limit_still_waiting: { status: 409 },
} as const

/** `deposit`: money deposited. `stake`: money staked. `loss`: stakes minus wins; an open stake counts as lost. */
export const limitKind = z.enum(['deposit', 'stake', 'loss'])
export type LimitKind = z.output<typeof limitKind>

/** Calendar periods in the market's time zone; weeks start on Monday. */
export const limitPeriod = z.enum(['day', 'week', 'month'])
export type LimitPeriod = z.output<typeof limitPeriod>

export const playLimit = z.object({
  kind: limitKind,
  period: limitPeriod,
  /** Null: no limit of this kind is set. */
  amount: z.nullable(amountReply),
  used: amountReply,
  remaining: z.nullable(amountReply),
  /** End of the period, when `used` resets. */
  resets_at: instant,
  /** Requested raise (or removal, `amount` null); can be confirmed from `possible_at` on. */
  pending: z.nullable(z.object({ amount: z.nullable(amountReply), asked_at: instant, possible_at: instant })),
})
export type PlayLimit = z.output<typeof playLimit>

/** Block of stakes and deposits; null: without an end. */
export const playBlock = z.object({
  kind: z.enum(['time_out', 'self_exclusion', 'operator']),
  from: instant,
  until: z.nullable(instant),
})

export const getLimits = operation({
  name: 'getLimits',
  method: 'GET',
  path: '/player/limits',
  access: 'player',
  summary: 'The player’s limits with the amount used, and the running break, if any.',
  reply: z.object({ status: success, currency, limits: z.array(playLimit), block: z.nullable(playBlock) }),
  refusals: [],
})

const limitsReply = z.object({
  status: success,
  /** Text about the change. */
  text: playerText,
  limits: z.array(playLimit),
  block: z.nullable(playBlock),
})

export const setLimit = operation({
  name: 'setLimit',
  method: 'PUT',
  path: '/player/limits',
  access: 'player',
  summary:
    'Set a limit. A first or lower one takes effect at once; a higher one, or none (null), after 24 hours and a confirmation.',
  body: z.object({ kind: limitKind, period: limitPeriod, amount: z.nullable(amount) }),
  reply: limitsReply,
  refusals: ['amount_invalid'],
})

export const confirmLimit = operation({
  name: 'confirmLimit',
  method: 'POST',
  path: '/player/limits/confirm',
  access: 'player',
  summary: 'Confirm a raise 24 hours after it was requested; `keep` drops it instead.',
  body: z.object({ kind: limitKind, period: limitPeriod, keep: z.optional(z.boolean()) }),
  reply: limitsReply,
  refusals: ['limit_not_pending', 'limit_still_waiting'],
})

export const takeTimeOut = operation({
  name: 'takeTimeOut',
  method: 'POST',
  path: '/player/time-out',
  access: 'player',
  summary: 'Take a time-out: no stakes and deposits for some days. It cannot be ended early. Withdrawals stay open.',
  body: z.object({ days: z.int().check(z.minimum(1), z.maximum(42)) }),
  reply: limitsReply,
  refusals: [],
})

export const excludeSelf = operation({
  name: 'excludeSelf',
  method: 'POST',
  path: '/player/self-exclusion',
  access: 'player',
  summary:
    'Self-exclude: no stakes and deposits for some months, or for good (null). Needs the confirmation `EXCLUDE`. Withdrawals stay open.',
  body: z.object({
    months: z.nullable(z.int().check(z.minimum(6), z.maximum(60))),
    confirm: z.literal('EXCLUDE', fault('exclude_confirm')),
  }),
  reply: limitsReply,
  refusals: [],
})

export const staffPlayerLimits = operation({
  name: 'staffPlayerLimits',
  method: 'GET',
  path: '/staff/players/:id/limits',
  access: 'staff',
  needs: ['players.see'],
  summary: 'A player’s limits and breaks, including ended ones.',
  params: z.object({ id: idOf('ply') }),
  reply: z.object({
    status: success,
    limits: z.array(playLimit),
    blocks: z.array(z.extend(playBlock, { reason: operatorText })),
  }),
  refusals: ['not_found'],
})

export const blockPlay = operation({
  name: 'blockPlay',
  method: 'POST',
  path: '/staff/players/:id/play-block',
  access: 'staff',
  needs: ['players.block_play'],
  summary: 'Block a player’s stakes and deposits, or lift such a block. A player’s own break cannot be lifted.',
  params: z.object({ id: idOf('ply') }),
  body: z.object({
    blocked: z.boolean(),
    reason: z.string().check(z.trim(), z.minLength(3, fault('reason_required')), z.maxLength(300)),
  }),
  reply: doneReply,
  refusals: ['not_found'],
})

export const limitOperations = [
  getLimits,
  setLimit,
  confirmLimit,
  takeTimeOut,
  excludeSelf,
  staffPlayerLimits,
  blockPlay,
]
