import * as z from 'zod/mini'
import { otp } from './accounts.ts'
import { operation } from './operation.ts'
import {
  amount,
  amountReply,
  currency,
  historyQuery,
  instant,
  market,
  paymentStatus,
  success,
  timelineStep,
  totals,
} from './shapes.ts'

export const withdrawalRefusals = {
  withdrawals_unavailable: {
    status: 403,
    sentence: 'Withdrawals are temporarily unavailable. Please reach out to the support team.',
  },
  payout_account_missing: { status: 404, sentence: 'Choose where the money should go.' },
  payout_account_resting: {
    status: 409,
    sentence: 'This payout account was changed lately and can be used after its resting time.',
  },
  payout_account_exists: { status: 409, sentence: 'You have this payout account already.' },
  too_many_payout_accounts: {
    status: 409,
    sentence: 'You have as many payout accounts as are allowed. Remove one first.',
  },
  withdrawal_open: { status: 409, sentence: 'A withdrawal is open already. Please wait until it is paid.' },
  tier_too_low: { status: 403, sentence: 'Verify yourself before you withdraw.' },
  withdrawal_state_changed: { status: 409, sentence: 'This withdrawal has moved on in the meantime.' },
  risks_unchecked: { status: 409, sentence: 'Something about this withdrawal has to be looked at first.' },
  payouts_not_configured: {
    status: 409,
    sentence: 'No payout service is configured. Set PAYOUT_URL and PAYOUT_KEY, or pay by hand or by a batch.',
  },
  payout_with_service: {
    status: 409,
    sentence: 'The payout service has not said how this ended. It is asked again by itself.',
  },
  nothing_to_pay: { status: 409, sentence: 'There is no approved withdrawal of this kind.' },
  batch_state_changed: { status: 409, sentence: 'This batch has moved on in the meantime.' },
  payment_reference_used: { status: 409, sentence: 'This payment reference stands on another withdrawal.' },
} as const

/** Where money can be paid out to. Fields by kind are checked in the server's rules: IFSC, VPA, branch code, wallet number. */
export const payoutKind = z.enum(['bank_in', 'upi', 'bank_na', 'wallet_na'])

export const payoutAccount = z.object({
  id: z.string(),
  kind: payoutKind,
  label: z.string(),
  holder: z.string(),
  /** Masked: the last four characters are legible. */
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
  summary: 'Where the player’s money can be paid out to.',
  reply: z.object({ status: success, accounts: z.array(payoutAccount), kinds: z.array(payoutKind) }),
  refusals: [],
})

const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'This is required'), z.maxLength(most, 'This is too long'))

export const addPayoutAccount = operation({
  name: 'addPayoutAccount',
  method: 'POST',
  path: '/player/payout-accounts',
  access: 'player',
  idempotent: true,
  summary: 'Add a payout account, with a one-time code of type `payout_account`; it rests for a day after a change.',
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
  refusals: ['otp_wrong', 'payout_account_exists', 'too_many_payout_accounts', 'key_changed', 'key_in_use'],
})

export const removePayoutAccount = operation({
  name: 'removePayoutAccount',
  method: 'DELETE',
  path: '/player/payout-accounts/:id',
  access: 'player',
  summary: 'Remove a payout account; open withdrawals to it go on.',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  reply: z.object({ status: success, msg: z.string() }),
  refusals: ['payout_account_missing'],
})

export const withdrawal = z.object({
  id: z.string(),
  amount: amountReply,
  fee: amountReply,
  currency,
  account: z.object({ id: z.string(), kind: payoutKind, label: z.string(), number: z.string() }),
  status: paymentStatus,
  state: z.string(),
  reason: z.nullable(z.string()),
  payment_reference: z.nullable(z.string()),
  requested_at: instant,
  updated_at: instant,
  expected_by: z.nullable(instant),
})
export type Withdrawal = z.output<typeof withdrawal>

export const withdrawOptions = operation({
  name: 'withdrawOptions',
  method: 'GET',
  path: '/player/withdraw-options',
  access: 'player',
  summary: 'What can be withdrawn now: limits, balance, expected time and whether a code is asked for.',
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
  summary: 'Ask for money to be paid out; it is held at once. Needs a one-time code of type `withdraw`.',
  body: z.object({ amount, payout_account_id: z.string().check(z.maxLength(60)), otp }),
  reply: z.object({ status: success, msg: z.string(), withdrawal }),
  refusals: [
    'withdrawals_unavailable',
    'otp_wrong',
    'payout_account_missing',
    'payout_account_resting',
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

export const withdrawHistory = operation({
  name: 'withdrawHistory',
  method: 'GET',
  path: '/player/withdraw-history',
  access: 'player',
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

const withdrawalId = z.object({ id: z.string().check(z.maxLength(60)) })

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

// ---- The cashier's side, on the console's port ----

export const staffWithdrawal = z.object({
  ...withdrawal.shape,
  player: z.object({ id: z.string(), player_name: z.string(), mobile: z.string(), market }),
  /** Where to pay, in full: the operator needs it to pay. */
  pay_to: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What stands on the bank's statement for it. */
  pay_code: z.string(),
  batch_id: z.nullable(z.string()),
  by_service: z.boolean(),
  first_approver: z.nullable(z.string()),
  age_s: z.number(),
  version: z.number(),
  /** What has `must_check` is named in `checked` when it is approved. */
  warnings: z.array(z.object({ code: z.string(), text: z.string(), must_check: z.optional(z.boolean()) })),
})
export type StaffWithdrawal = z.output<typeof staffWithdrawal>

const staffWithdrawalReply = z.object({
  status: success,
  withdrawal: z.object({ ...staffWithdrawal.shape, timeline: z.array(timelineStep) }),
})
const cashiers = ['cashier', 'manager', 'admin'] as const

export const staffWithdrawals = operation({
  name: 'staffWithdrawals',
  method: 'GET',
  path: '/staff/withdrawals',
  access: 'staff',
  summary: 'The withdrawal queue, oldest first, with counts by state.',
  query: z.object({
    state: z.optional(z.string().check(z.maxLength(40))),
    q: z.optional(z.string().check(z.maxLength(64))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    status: success,
    withdrawals: z.array(staffWithdrawal),
    next_cursor: z.nullable(z.string()),
    counts: z.record(z.string(), z.number()),
  }),
  refusals: [],
})

export const staffGetWithdrawal = operation({
  name: 'staffGetWithdrawal',
  method: 'GET',
  path: '/staff/withdrawals/:id',
  access: 'staff',
  summary: 'One withdrawal with warnings and timeline.',
  params: withdrawalId,
  reply: staffWithdrawalReply,
  refusals: ['not_found'],
})

export const approveWithdrawal = operation({
  name: 'approveWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/approve',
  access: 'staff',
  roles: cashiers,
  summary: 'Approve a payout; above the threshold a second operator has to do the same.',
  params: withdrawalId,
  body: z.object({
    version: z.number(),
    note: z.optional(z.string().check(z.maxLength(500))),
    /** The codes of the warnings that were looked at. */
    checked: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed', 'same_operator', 'risks_unchecked', 'money_out_stopped'],
})

export const payWithdrawal = operation({
  name: 'payWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/pay',
  access: 'staff',
  roles: cashiers,
  summary: 'Say that an approved payout was paid, with the bank’s reference.',
  params: withdrawalId,
  body: z.object({ version: z.number(), payment_reference: line(64) }),
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed', 'payment_reference_used', 'payout_with_service'],
})

const ended = z.object({
  version: z.number(),
  note: z.string().check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(500)),
})

export const sendWithdrawal = operation({
  name: 'sendWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/send',
  access: 'staff',
  roles: cashiers,
  summary:
    'Pay an approved withdrawal through the payout service. Where it does not answer, it is asked until it does.',
  params: withdrawalId,
  body: z.object({ version: z.number() }),
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed', 'payouts_not_configured', 'money_out_stopped'],
})

export const failWithdrawal = operation({
  name: 'failWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/fail',
  access: 'staff',
  roles: cashiers,
  summary: 'Say that the bank refused a payout of its file; the money goes back to the balance.',
  params: withdrawalId,
  body: ended,
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed', 'payout_with_service'],
})

export const returnWithdrawal = operation({
  name: 'returnWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/return',
  access: 'staff',
  roles: cashiers,
  summary: 'Say that the bank sent a paid withdrawal back; the money goes back to the balance.',
  params: withdrawalId,
  body: ended,
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed'],
})

// ---- Files for the bank ----

export const payoutBatch = z.object({
  id: z.string(),
  market,
  kind: payoutKind,
  currency,
  state: z.enum(['draft', 'sent', 'cancelled']),
  payouts: z.number(),
  /** What leaves the bank: without fees. */
  total: amountReply,
  made_by: z.string(),
  made_at: instant,
  sent_by: z.nullable(z.string()),
  sent_at: z.nullable(instant),
  version: z.number(),
  /** How many of its payouts stand where. */
  states: z.record(z.string(), z.number()),
})
export type PayoutBatch = z.output<typeof payoutBatch>

const batchReply = z.object({ status: success, batch: payoutBatch, withdrawals: z.array(staffWithdrawal) })
const batchVersion = z.object({ version: z.number() })

export const payoutBatches = operation({
  name: 'staffPayoutBatches',
  method: 'GET',
  path: '/staff/payout-batches',
  access: 'staff',
  summary: 'The batches of payouts, newest first, and what is approved and in none.',
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  reply: z.object({
    status: success,
    batches: z.array(payoutBatch),
    next_cursor: z.nullable(z.string()),
    ready: z.array(
      z.object({
        kind: payoutKind,
        label: z.string(),
        market,
        currency,
        payouts: z.number(),
        amount: amountReply,
      }),
    ),
    /** Whether a payout service is configured. */
    service: z.boolean(),
  }),
  refusals: [],
})

export const getPayoutBatch = operation({
  name: 'staffPayoutBatch',
  method: 'GET',
  path: '/staff/payout-batches/:id',
  access: 'staff',
  summary: 'One batch with its payouts.',
  params: withdrawalId,
  reply: batchReply,
  refusals: ['not_found'],
})

export const makePayoutBatch = operation({
  name: 'makePayoutBatch',
  method: 'POST',
  path: '/staff/payout-batches',
  access: 'staff',
  roles: cashiers,
  summary: 'Put the approved withdrawals of one kind into a file for the bank.',
  body: z.object({ kind: payoutKind }),
  reply: batchReply,
  refusals: ['nothing_to_pay', 'withdrawal_state_changed', 'money_out_stopped'],
})

export const sendPayoutBatch = operation({
  name: 'sendPayoutBatch',
  method: 'POST',
  path: '/staff/payout-batches/:id/send',
  access: 'staff',
  roles: cashiers,
  summary: 'Say that the bank has the file; from the threshold on by somebody else than who made it.',
  params: withdrawalId,
  body: batchVersion,
  reply: batchReply,
  refusals: ['not_found', 'batch_state_changed', 'withdrawal_state_changed', 'same_operator'],
})

export const cancelPayoutBatch = operation({
  name: 'cancelPayoutBatch',
  method: 'POST',
  path: '/staff/payout-batches/:id/cancel',
  access: 'staff',
  roles: cashiers,
  summary: 'Take a batch apart before the bank has it.',
  params: withdrawalId,
  body: batchVersion,
  reply: batchReply,
  refusals: ['not_found', 'batch_state_changed', 'withdrawal_state_changed'],
})

export const payoutBatchCsv = operation({
  name: 'payoutBatchCsv',
  method: 'GET',
  path: '/staff/payout-batches/:id/csv',
  access: 'staff',
  roles: cashiers,
  summary: 'The batch as CSV for the bank; the fetch stands in the audit trail.',
  params: withdrawalId,
  file: 'text/csv',
  reply: z.object({ status: success }),
  refusals: ['not_found', 'batch_state_changed'],
})

export const payoutBatchPain001 = operation({
  name: 'payoutBatchPain001',
  method: 'GET',
  path: '/staff/payout-batches/:id/pain001',
  access: 'staff',
  roles: cashiers,
  summary: 'The batch as pain.001.001.03 for the bank; the fetch stands in the audit trail.',
  params: withdrawalId,
  file: 'application/xml',
  reply: z.object({ status: success }),
  refusals: ['not_found', 'batch_state_changed'],
})

export const rejectWithdrawal = operation({
  name: 'rejectWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/reject',
  access: 'staff',
  roles: cashiers,
  summary: 'Refuse a payout with a reason; the held money goes back to the balance.',
  params: withdrawalId,
  body: z.object({
    version: z.number(),
    reason: z.enum(['details_wrong', 'name_mismatch', 'not_verified', 'fraud_suspected', 'player_asked', 'other']),
    note: z.optional(z.string().check(z.maxLength(500))),
  }),
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed'],
})

export const withdrawalOperations = [
  payoutAccounts,
  addPayoutAccount,
  removePayoutAccount,
  withdrawOptions,
  requestWithdrawal,
  withdrawHistory,
  getWithdrawal,
  staffWithdrawals,
  staffGetWithdrawal,
  approveWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  sendWithdrawal,
  failWithdrawal,
  returnWithdrawal,
  payoutBatches,
  getPayoutBatch,
  makePayoutBatch,
  sendPayoutBatch,
  cancelPayoutBatch,
  payoutBatchCsv,
  payoutBatchPain001,
]
