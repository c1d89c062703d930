import * as z from './bounded.ts'
import { note, payer, queuePage, queueQuery, reason, waitingPart, warningGrade } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { payToLine } from './personal-fields.ts'
import { idOf, success, timelineStep, operatorText } from './shapes.ts'
import { line, stopCode, withdrawal, withdrawalId } from './withdrawals.ts'

export type { StopCode } from './withdrawals.ts'

/** Operators' review of withdrawals. */

/** Steps of a payout that can be stopped. */
export const stoppedStep = z.enum(['approve', 'batch', 'send-batch', 'order', 'mark-paid'])
export type StoppedStep = z.output<typeof stoppedStep>

export const staffWithdrawal = z.object({
  ...withdrawal.shape,
  player: payer,
  /** Reasons why it is held, with the stopped steps; empty if it may continue. */
  stops: z.array(z.object({ code: stopCode, text: operatorText, steps: z.array(stoppedStep) })),
  /** Payout account, unmasked for those who pay. */
  pay_to: z.array(payToLine),
  /** Reference on the bank's statement. */
  pay_code: z.string(),
  batch_id: z.nullable(z.string()),
  by_service: z.boolean(),
  first_approver: z.nullable(z.string()),
  age_s: z.number(),
  version: z.number(),
  /** Most serious first. An approval lists all with `must_check` in `checked`. */
  warnings: z.array(z.object({ ...operatorText.shape, grade: warningGrade, must_check: z.optional(z.boolean()) })),
})
export type StaffWithdrawal = z.output<typeof staffWithdrawal>

/** Common refusals of all steps that pay money out. */
export const gateRefusals = [
  'money_out_stopped',
  'withdrawals_unavailable',
  'account_closed',
  'account_frozen',
  'player_suspended',
  'debt_open',
  'tier_too_low',
  'payout_account_resting',
] as const

const staffWithdrawalReply = z.object({
  status: success,
  withdrawal: z.object({ ...staffWithdrawal.shape, timeline: z.array(timelineStep) }),
  waiting: waitingPart,
})

export const staffWithdrawals = operation({
  name: 'staffWithdrawals',
  method: 'GET',
  path: '/staff/withdrawals',
  access: 'staff',
  needs: ['withdrawals.see'],
  summary: 'The withdrawal queue, oldest first, with counts by state.',
  query: queueQuery,
  reply: z.object({
    status: success,
    withdrawals: z.array(staffWithdrawal),
    ...queuePage,
  }),
  refusals: [],
})

export const staffGetWithdrawal = operation({
  name: 'staffGetWithdrawal',
  method: 'GET',
  path: '/staff/withdrawals/:id',
  access: 'staff',
  needs: ['withdrawals.see'],
  summary: 'One withdrawal with risk flags and timeline.',
  params: withdrawalId,
  reply: staffWithdrawalReply,
  refusals: ['not_found'],
})

export const approveWithdrawal = operation({
  name: 'approveWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/approve',
  access: 'staff',
  needs: ['withdrawals.review'],
  summary: 'Approve a withdrawal. From the threshold on, a second operator has to approve it too.',
  params: withdrawalId,
  body: z.object({
    version: z.number(),
    note,
    /** Codes of the checked warnings. */
    checked: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
  reply: staffWithdrawalReply,
  refusals: [
    'not_found',
    'withdrawal_state_changed',
    'same_operator',
    'risks_unchecked',
    ...gateRefusals,
    'operators_tied',
    'both_sides',
  ],
})

export const payWithdrawal = operation({
  name: 'payWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/pay',
  access: 'staff',
  needs: ['withdrawals.send'],
  summary: 'Record that an approved withdrawal was paid, with the bank’s reference.',
  params: withdrawalId,
  body: z.object({ version: z.number(), payment_reference: line(64) }),
  reply: staffWithdrawalReply,
  refusals: [
    'not_found',
    'withdrawal_state_changed',
    'payment_reference_used',
    'payout_with_service',
    ...gateRefusals,
    'both_sides',
  ],
})

const ended = z.object({
  version: z.number(),
  note: reason,
})

export const sendWithdrawal = operation({
  name: 'sendWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/send',
  access: 'staff',
  needs: ['withdrawals.send'],
  summary:
    'Pay an approved withdrawal through the payout service. If it does not answer, the server asks until it does.',
  params: withdrawalId,
  body: z.object({ version: z.number() }),
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed', 'payouts_not_configured', ...gateRefusals, 'both_sides'],
})

export const failWithdrawal = operation({
  name: 'failWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/fail',
  access: 'staff',
  needs: ['withdrawals.send'],
  summary: 'Record that the bank refused a payout of its file. The money returns to the player’s balance.',
  params: withdrawalId,
  body: ended,
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed', 'payout_with_service', 'change_waits'],
})

export const returnWithdrawal = operation({
  name: 'returnWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/return',
  access: 'staff',
  needs: ['withdrawals.send'],
  summary: 'Record that the bank returned a paid withdrawal. The money returns to the player’s balance.',
  params: withdrawalId,
  body: ended,
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed', 'change_waits'],
})

export const rejectWithdrawal = operation({
  name: 'rejectWithdrawal',
  method: 'POST',
  path: '/staff/withdrawals/:id/reject',
  access: 'staff',
  needs: ['withdrawals.review'],
  summary: 'Reject a withdrawal with a reason. The held money returns to the player’s balance.',
  params: withdrawalId,
  body: z.object({
    version: z.number(),
    reason: z.enum(['details_wrong', 'name_mismatch', 'not_verified', 'fraud_suspected', 'player_asked', 'other']),
    note,
  }),
  reply: staffWithdrawalReply,
  refusals: ['not_found', 'withdrawal_state_changed'],
})

export const writeOffDebt = operation({
  name: 'writeOffDebt',
  method: 'POST',
  path: '/staff/players/:id/debt/write-off',
  access: 'staff',
  needs: ['debts.write_off'],
  summary: 'Propose to write off a player’s debt. Needs a second operator.',
  params: z.object({ id: idOf('ply') }),
  body: z.object({ reason }),
  reply: z.object({ status: success, waits: z.literal(true) }),
  refusals: ['not_found', 'no_debt', 'change_waits'],
})

export const withdrawalReviewOperations = [
  staffWithdrawals,
  staffGetWithdrawal,
  approveWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  sendWithdrawal,
  failWithdrawal,
  returnWithdrawal,
  writeOffDebt,
]
