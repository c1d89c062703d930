import { otp } from './accounts.ts'
import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { amountReply, currency, idOf, instant, success } from './shapes.ts'

/** Closing of an account by its player, and reopening by an operator. */

export const closingRefusals = {
  closing_stopped: { status: 409 },
  closing_running: { status: 409 },
  closing_missing: { status: 409 },
  closed_account: { status: 409, sentence: 'The player closed this account. Reopen it instead.' },
} as const

/** Days in which a player may cancel a closing. */
export const closingDays = 14

/** Closing of an account; `closed_at` is null while the player may cancel it. */
export const closing = z.object({ asked_at: instant, closes_at: instant, closed_at: z.nullable(instant) })

/** Money or payments that block closing an account; `id`: a payment that the player can open. */
const obstacle = z.object({
  kind: z.enum(['balance', 'in_play', 'held', 'bonus', 'debt', 'deposit', 'withdrawal']),
  amount: amountReply,
  id: z.nullable(z.string()),
})
export type ClosingObstacle = z.output<typeof obstacle>

export const getClosing = operation({
  name: 'getClosing',
  method: 'GET',
  path: '/player/closing',
  access: 'player',
  summary: 'Whether the account is closing, and the money and payments that prevent it.',
  reply: z.object({
    status: success,
    currency,
    closing: z.nullable(closing),
    days: z.number(),
    obstacles: z.array(obstacle),
  }),
  refusals: [],
})

export const closeAccount = operation({
  name: 'closeAccount',
  method: 'POST',
  path: '/player/closing',
  access: 'player',
  summary:
    'Close the account, confirmed by a code of type `close_account`. Stakes, deposits and offers stop and every session ends at once. The player can sign in and cancel for 14 days; then the account is closed.',
  body: z.object({ otp }),
  reply: z.object({ status: success, closing }),
  refusals: ['otp_wrong', 'closing_stopped', 'closing_running'],
})

export const keepAccount = operation({
  name: 'keepAccount',
  method: 'POST',
  path: '/player/closing/keep',
  access: 'player',
  summary: 'Cancel the closing of the account.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success }),
  refusals: ['closing_missing'],
})

export const reopenPlayer = operation({
  name: 'reopenPlayer',
  method: 'POST',
  path: '/staff/players/:id/reopen',
  access: 'staff',
  needs: ['players.suspend'],
  summary:
    'Reopen an account that its player is closing or has closed; a suspension stays. The audit trail records the reason.',
  params: z.object({ id: idOf('ply') }),
  body: z.object({ reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'closing_missing'],
})

export const closingOperations = [getClosing, closeAccount, keepAccount, reopenPlayer]
