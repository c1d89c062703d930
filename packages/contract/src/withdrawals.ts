import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { otp } from './accounts.ts'
import { operation } from './operation.ts'
import {
  amount,
  amountReply,
  anyId,
  currency,
  historyQuery,
  idOf,
  instant,
  paymentStatus,
  payoutKind,
  playerText,
  success,
  timelineStep,
  totals,
} from './shapes.ts'

export const withdrawalRefusals = {
  withdrawals_unavailable: { status: 403 },
  payout_account_missing: { status: 404 },
  payout_account_resting: { status: 409 },
  payout_account_exists: { status: 409 },
  too_many_payout_accounts: { status: 409 },
  withdrawal_open: { status: 409 },
  debt_open: { status: 409 },
  player_suspended: { status: 409, sentence: 'This player is suspended.' },
  no_debt: { status: 409 },
  batch_held: {
    status: 409,
    sentence: 'Some payouts of this batch must not go out. Remove them from the batch first.',
  },
  tier_too_low: { status: 403 },
  withdrawal_state_changed: { status: 409 },
  risks_unchecked: { status: 409, sentence: 'Something about this withdrawal has to be checked first.' },
  payouts_not_configured: {
    status: 409,
    sentence: 'No payout service is configured. Set PAYOUT_URL and PAYOUT_KEY, or pay by hand or by a batch.',
  },
  payout_with_service: {
    status: 409,
    sentence: 'The payout service has not reported the result yet. It is asked again automatically.',
  },
  nothing_to_pay: { status: 409, sentence: 'There is no approved withdrawal of this kind.' },
  batch_state_changed: { status: 409, sentence: 'The state of this batch has changed in the meantime.' },
  payer_account_missing: { status: 409, sentence: 'Set our own payout account of this market in Settings first.' },
  payout_file_unsupported: { status: 409, sentence: 'This file is not available for this kind of payout account.' },
  payment_reference_used: { status: 409, sentence: 'Another withdrawal already has this payment reference.' },
} as const

export const payoutAccount = z.object({
  id: z.string(),
  kind: payoutKind,
  label: z.string(),
  /** The same, translatable; code `text` for the name of a bank. */
  label_text: playerText,
  holder: z.string(),
  /** Masked, except the last four characters. */
  number: z.string(),
  bank: z.nullable(z.string()),
  usable_from: instant,
  created_at: instant,
})
export type PayoutAccount = z.output<typeof payoutAccount>

export const payoutAccounts = operation({
  name: 'payoutAccounts',
  method: 'GET',
  path: '/player/payout-accounts',
  access: 'player',
  summary: 'The player’s payout accounts.',
  reply: z.object({ status: success, accounts: z.array(payoutAccount), kinds: z.array(payoutKind) }),
  refusals: [],
})

export const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, fault('required')), z.maxLength(most, fault('too_long')))

export const addPayoutAccount = operation({
  name: 'addPayoutAccount',
  method: 'POST',
  path: '/player/payout-accounts',
  access: 'player',
  idempotent: true,
  summary:
    'Add a payout account, with a one-time code of type `payout_account`. It can be used after the waiting time of the settings (`usable_from`).',
  body: z.object({
    kind: payoutKind,
    holder: line(60),
    /** Account number, VPA or wallet number, by kind. */
    number: line(320),
    /** IFSC or branch code, by kind. */
    branch: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    bank: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    otp,
  }),
  reply: z.object({ status: success, msg: z.string(), account: payoutAccount }),
  refusals: [
    'otp_wrong',
    'payout_account_exists',
    'too_many_payout_accounts',
    'contact_us',
    'key_changed',
    'key_in_use',
  ],
})

export const removePayoutAccount = operation({
  name: 'removePayoutAccount',
  method: 'DELETE',
  path: '/player/payout-accounts/:id',
  access: 'player',
  summary: 'Remove a payout account. Open withdrawals to it continue.',
  params: z.object({ id: anyId }),
  reply: z.object({ status: success, msg: z.string() }),
  refusals: ['payout_account_missing'],
})

export const withdrawal = z.object({
  id: z.string(),
  amount: amountReply,
  fee: amountReply,
  currency,
  account: z.object({
    id: z.string(),
    kind: payoutKind,
    label: z.string(),
    label_text: playerText,
    number: z.string(),
  }),
  status: paymentStatus,
  state: z.string(),
  reason: z.nullable(playerText),
  payment_reference: z.nullable(z.string()),
  requested_at: instant,
  updated_at: instant,
  expected_by: z.nullable(instant),
})
export type Withdrawal = z.output<typeof withdrawal>

/** Why a player's money cannot be withdrawn. */
export const stopCode = z.enum([
  'books_broken',
  'market_illegal',
  'market_closed',
  'wallet_closed',
  'wallet_frozen',
  'player_suspended',
  'debt',
  'tier_too_low',
  'account_resting',
  'account_refused',
])
export type StopCode = z.output<typeof stopCode>

export const withdrawOptions = operation({
  name: 'withdrawOptions',
  method: 'GET',
  path: '/player/withdraw-options',
  access: 'player',
  summary: 'Terms of a withdrawal now: limits, available balance, expected time, and whether a code is needed.',
  reply: z.object({
    status: success,
    currency,
    symbol: z.string(),
    available: amountReply,
    limits: z.object({ min: amountReply, max: amountReply }),
    expected_minutes: z.number(),
    /** A fixed part, and percent of the amount. */
    fee: z.object({ flat: amountReply, percent: amountReply }),
    open: z.boolean(),
    /** Reasons against a withdrawal now; empty if possible. */
    stops: z.array(z.object({ code: z.union([stopCode, z.literal('withdrawal_open')]), text: playerText })),
    /** The player's debt, usually "0.00". */
    debt: amountReply,
    otp_required: z.boolean(),
  }),
  refusals: [],
})

export const requestWithdrawal = operation({
  name: 'requestWithdrawal',
  method: 'POST',
  path: '/player/withdrawals',
  access: 'player',
  idempotent: true,
  summary: 'Request a withdrawal. The money is held at once. Needs a one-time code of type `withdraw`.',
  body: z.object({ amount, payout_account_id: z.string().check(z.maxLength(60)), otp }),
  reply: z.object({ status: success, text: playerText, withdrawal }),
  refusals: [
    'withdrawals_unavailable',
    'debt_open',
    'player_suspended',
    'otp_wrong',
    'payout_account_missing',
    'payout_account_resting',
    'contact_us',
    'withdrawal_open',
    'tier_too_low',
    'amount_below_minimum',
    'amount_above_maximum',
    'insufficient_funds',
    'account_frozen',
    'account_closed',
    'key_changed',
    'key_in_use',
  ],
})

export const payDebt = operation({
  name: 'payDebt',
  method: 'POST',
  path: '/player/debt/pay',
  access: 'player',
  summary: 'Pay the player’s debt from their balance, as far as it goes.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, text: playerText, paid: amountReply, debt: amountReply }),
  refusals: ['no_debt', 'insufficient_funds', 'account_closed'],
})

export const withdrawHistory = operation({
  name: 'withdrawHistory',
  method: 'GET',
  path: '/player/withdraw-history',
  access: 'player',
  offline: true,
  summary: 'The player’s withdrawals, newest first.',
  query: historyQuery,
  reply: z.object({
    status: success,
    msg: z.string(),
    data: z.array(withdrawal),
    next_cursor: z.nullable(z.string()),
    totals,
    currency,
  }),
  refusals: [],
})

export const withdrawalId = z.object({ id: idOf('wd') })

export const getWithdrawal = operation({
  name: 'getWithdrawal',
  method: 'GET',
  path: '/player/withdrawals/:id',
  access: 'player',
  summary: 'One withdrawal with its timeline.',
  params: withdrawalId,
  reply: z.object({ status: success, withdrawal: z.object({ ...withdrawal.shape, timeline: z.array(timelineStep) }) }),
  refusals: ['not_found'],
})

export const withdrawalOperations = [
  payoutAccounts,
  addPayoutAccount,
  removePayoutAccount,
  withdrawOptions,
  requestWithdrawal,
  payDebt,
  withdrawHistory,
  getWithdrawal,
]
