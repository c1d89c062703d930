import * as z from './bounded.ts'
import { reason } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { amountReply, currency, idOf, instant, success } from './shapes.ts'

/** Wins above a ceiling of their provider, held until an operator pays or refuses them. */
export const heldWinRefusals = {
  held_win_decided: { status: 409, sentence: 'Somebody has already decided about this win.' },
} as const

/** Ceilings of a provider: largest win, largest win as a multiple of the stake, most in an hour. */
export const ceilingName = z.enum(['win', 'multiple', 'hour'])

export const heldWin = z.object({
  id: z.string().check(z.maxLength(60)),
  state: z.enum(['held', 'paid', 'refused']),
  provider: z.string().check(z.maxLength(40)),
  game: z.string().check(z.maxLength(100)),
  round_id: z.string().check(z.maxLength(200)),
  player_id: z.string().check(z.maxLength(60)),
  player_name: z.string().check(z.maxLength(40)),
  currency,
  stake: amountReply,
  win: amountReply,
  /** Held part: all of it, unless a later bet of the same call used some. */
  held: amountReply,
  /** Win divided by stake, with two decimals; null for a win without a stake. */
  multiple: z.nullable(z.string().check(z.maxLength(30))),
  ceilings: z.array(ceilingName).check(z.maxLength(3)),
  held_at: instant,
  decided_at: z.nullable(instant),
  decided_by: z.nullable(z.string().check(z.maxLength(60))),
  reason: z.nullable(z.string().check(z.maxLength(500))),
  /** Its payment needs a second operator. */
  waits: z.boolean(),
  version: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
})
export type HeldWin = z.output<typeof heldWin>

export const staffHeldWins = operation({
  name: 'staffHeldWins',
  method: 'GET',
  path: '/staff/held-wins',
  access: 'staff',
  needs: ['games.see'],
  summary: 'Wins held for a check, oldest first; with `state=decided` the decided ones, newest first.',
  query: z.object({
    state: z.optional(z.enum(['held', 'decided'])),
    cursor: z.optional(z.string().check(z.maxLength(60))),
  }),
  reply: z.object({
    status: success,
    wins: z.array(heldWin).check(z.maxLength(50)),
    next_cursor: z.nullable(z.string().check(z.maxLength(60))),
  }),
  refusals: [],
})

const params = z.object({ id: idOf('win') })
const body = z.object({ version: z.int().check(z.minimum(1), z.maximum(2_000_000_000)), reason })
const reply = z.object({
  status: success,
  /** It needs a second operator. */
  waiting: z.boolean(),
})

export const payHeldWin = operation({
  name: 'payHeldWin',
  method: 'POST',
  path: '/staff/held-wins/:id/pay',
  access: 'staff',
  needs: ['wins.decide'],
  summary: 'Pay a held win to its player. From the threshold on, a second operator has to confirm it.',
  params,
  body,
  reply,
  refusals: ['not_found', 'held_win_decided', 'change_waits'],
})

export const refuseHeldWin = operation({
  name: 'refuseHeldWin',
  method: 'POST',
  path: '/staff/held-wins/:id/refuse',
  access: 'staff',
  needs: ['wins.decide'],
  summary:
    'Refuse a held win: the money returns to the house and the round’s payout is corrected. From the threshold on, a second operator has to confirm it.',
  params,
  body,
  reply,
  refusals: ['not_found', 'held_win_decided', 'change_waits'],
})

export const heldWinOperations = [staffHeldWins, payHeldWin, refuseHeldWin]
