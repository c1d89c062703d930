import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, currency, idOf, instant, market, payoutKind, success, operatorText } from './shapes.ts'
import { staffWithdrawal } from './withdrawal-review.ts'

/** Approved withdrawals sent together in a file for the bank. */

export const payoutBatch = z.object({
  id: z.string(),
  market,
  kind: payoutKind,
  currency,
  state: z.enum(['draft', 'sent', 'cancelled']),
  payouts: z.number(),
  /** Amount leaving the bank, without fees. */
  total: amountReply,
  made_by: z.string(),
  made_at: instant,
  sent_by: z.nullable(z.string()),
  sent_at: z.nullable(instant),
  version: z.number(),
  /** Number of payouts by state. */
  states: z.record(z.string(), z.number()),
})
export type PayoutBatch = z.output<typeof payoutBatch>

/** An approved payout that cannot go into a batch now, and why. */
export const heldPayout = z.object({
  id: z.string(),
  player_name: z.string(),
  amount: amountReply,
  reasons: z.array(operatorText),
})

/** A file that a batch can be downloaded as; `confirmed` is whether the bank has confirmed its columns. */
export const payoutLayout = z.object({ code: z.string(), name: z.string(), confirmed: z.boolean() })

const batchReply = z.object({
  status: success,
  batch: payoutBatch,
  withdrawals: z.array(staffWithdrawal),
  layouts: z.array(payoutLayout),
  /** Whether pain.001 can be made: for bank accounts, with our own account set. */
  pain001: z.enum(['ready', 'account_missing', 'unsupported']),
})
const batchId = z.object({ id: idOf('bat') })
const batchVersion = z.object({ version: z.number() })

export const payoutBatches = operation({
  name: 'staffPayoutBatches',
  method: 'GET',
  path: '/staff/payout-batches',
  access: 'staff',
  needs: ['withdrawals.see'],
  summary: 'Payout batches, newest first, and the approved withdrawals in no batch.',
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
        /** Payouts that would go into a batch, and their sum. */
        payouts: z.number(),
        amount: amountReply,
        held_back: z.array(heldPayout),
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
  needs: ['withdrawals.see'],
  summary: 'One batch with its payouts.',
  params: batchId,
  reply: batchReply,
  refusals: ['not_found'],
})

export const makePayoutBatch = operation({
  name: 'makePayoutBatch',
  method: 'POST',
  path: '/staff/payout-batches',
  access: 'staff',
  needs: ['withdrawals.send'],
  summary:
    'Create a batch, a file for the bank, from the approved withdrawals of one kind. Withdrawals that must not be paid are left out and named.',
  body: z.object({ kind: payoutKind }),
  reply: z.object({ ...batchReply.shape, held_back: z.array(heldPayout) }),
  refusals: ['nothing_to_pay', 'withdrawal_state_changed', 'money_out_stopped', 'withdrawals_unavailable'],
})

export const sendPayoutBatch = operation({
  name: 'sendPayoutBatch',
  method: 'POST',
  path: '/staff/payout-batches/:id/send',
  access: 'staff',
  needs: ['withdrawals.send'],
  summary: 'Record that the bank has the file. From the threshold on, another operator than its maker has to do it.',
  params: batchId,
  body: batchVersion,
  reply: batchReply,
  refusals: [
    'not_found',
    'batch_state_changed',
    'withdrawal_state_changed',
    'same_operator',
    'batch_held',
    'operators_tied',
    'both_sides',
  ],
})

export const removeHeldPayouts = operation({
  name: 'removeHeldPayouts',
  method: 'POST',
  path: '/staff/payout-batches/:id/remove-held',
  access: 'staff',
  needs: ['withdrawals.send'],
  summary:
    'Remove the payouts that must not be paid from a batch that the bank does not have yet. They stay approved, and the file changes.',
  params: batchId,
  body: batchVersion,
  reply: batchReply,
  refusals: ['not_found', 'batch_state_changed', 'withdrawal_state_changed'],
})

export const cancelPayoutBatch = operation({
  name: 'cancelPayoutBatch',
  method: 'POST',
  path: '/staff/payout-batches/:id/cancel',
  access: 'staff',
  needs: ['withdrawals.send'],
  summary: 'Cancel a batch before the bank has it.',
  params: batchId,
  body: batchVersion,
  reply: batchReply,
  refusals: ['not_found', 'batch_state_changed', 'withdrawal_state_changed'],
})

export const payoutBatchCsv = operation({
  name: 'payoutBatchCsv',
  method: 'GET',
  path: '/staff/payout-batches/:id/csv',
  access: 'staff',
  needs: ['withdrawals.send', 'players.see_identity'],
  summary: 'Download the batch as CSV in a bank’s layout. The audit trail records it.',
  params: batchId,
  query: z.object({ layout: z.optional(z.string().check(z.maxLength(40))) }),
  file: 'text/csv',
  reply: z.object({ status: success }),
  refusals: ['not_found', 'batch_state_changed', 'batch_held', 'payer_account_missing'],
})

export const payoutBatchPain001 = operation({
  name: 'payoutBatchPain001',
  method: 'GET',
  path: '/staff/payout-batches/:id/pain001',
  access: 'staff',
  needs: ['withdrawals.send', 'players.see_identity'],
  summary: 'Download the batch as pain.001.001.03 for the bank. The audit trail records it.',
  params: batchId,
  file: 'application/xml',
  reply: z.object({ status: success }),
  refusals: ['not_found', 'batch_state_changed', 'batch_held', 'payer_account_missing', 'payout_file_unsupported'],
})

export const payoutBatchOperations = [
  payoutBatches,
  getPayoutBatch,
  makePayoutBatch,
  sendPayoutBatch,
  removeHeldPayouts,
  cancelPayoutBatch,
  payoutBatchCsv,
  payoutBatchPain001,
]
