import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { mobileShown } from './personal-fields.ts'
import { amountReply, currency, instant, market, success } from './shapes.ts'

/** Global search of the console: players, payments and rounds by any known data. */

/** Most hits of one kind; `more` lists kinds with further hits. */
export const maxHits = 8

export const searchKinds = ['players', 'deposits', 'withdrawals', 'payments', 'rounds'] as const

const foundBy = z.enum(['id', 'name', 'spelling', 'mobile', 'deposit_code', 'account', 'device'])

const playerHit = z.object({
  id: z.string(),
  player_name: z.string(),
  mobile: mobileShown,
  market,
  active: z.boolean(),
  found_by: foundBy,
})

const paymentHit = z.object({
  id: z.string(),
  player_id: z.string(),
  player_name: z.string(),
  amount: z.nullable(amountReply),
  currency,
  state: z.string(),
  /** The player's reference, the text on the bank's statement, or the service's own id. */
  reference: z.nullable(z.string()),
  at: instant,
})

const roundHit = z.object({ round_id: z.string(), provider: z.string(), at: instant })

export const staffSearch = operation({
  name: 'staffSearch',
  method: 'GET',
  path: '/staff/search',
  access: 'staff',
  // Each kind needs its own permission; others are not searched.
  needs: [],
  summary:
    'Find players by name (also a misspelt one), number, id, deposit code, payout account or device; deposits, withdrawals, vouchers and other payments by id or reference; rounds by their id. Only kinds that the role may see; who sees numbers masked finds a player by the whole number only. At most eight of a kind; `more` names the kinds with more.',
  query: z.object({ q: z.string().check(z.minLength(2), z.maxLength(100)) }),
  reply: z.object({
    status: success,
    players: z.array(playerHit),
    deposits: z.array(paymentHit),
    withdrawals: z.array(paymentHit),
    payments: z.array(paymentHit),
    rounds: z.array(roundHit),
    more: z.array(z.enum(searchKinds)),
  }),
  refusals: [],
})

export const searchOperations = [staffSearch]
