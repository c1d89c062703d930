import * as z from './bounded.ts'
import { deposit, heldCredit, questionCode } from './deposits.ts'
import { note, payer, queuePage, queueQuery, reason, warningGrade } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { amount, idOf, instant, operatorText, playerText, success, timelineStep } from './shapes.ts'

/** Operators' review of deposits. */

export const rejectReason = z.enum([
  'not_received',
  'amount_differs',
  'reference_not_found',
  'duplicate_reference',
  'name_mismatch',
  'unreadable_proof',
  'wrong_account',
  'third_party_payer',
  'limit_exceeded',
  'excluded_player',
  'sent_back',
  'fraud_suspected',
  'other',
])
export type RejectReason = z.output<typeof rejectReason>

export const staffDeposit = z.object({
  ...deposit.shape,
  player: payer,
  /** Reasons against crediting it; those that can be acknowledged are listed in `acknowledged` on approval. */
  held: z.array(heldCredit),
  rail: z.string(),
  deposit_code: z.string(),
  paid_to: z.string(),
  claimed_by: z.nullable(z.string()),
  claim_expires_at: z.nullable(instant),
  first_approver: z.nullable(z.string()),
  age_s: z.number(),
  version: z.number(),
  /** Last question and the player's answer. */
  question: z.nullable(z.object({ code: questionCode, text: playerText, note: z.nullable(z.string()) })),
  answer: z.nullable(z.string()),
  /** State of the newest screenshot, which is re-encoded before anybody sees it; if that fails, the player is asked again. */
  proof: z.nullable(z.enum(['preparing', 'ready', 'unreadable'])),
  /** Number of screenshots, newest first in `depositProof`. */
  proofs: z.number(),
  /**
   * Warnings of the deposit, most serious first: `proof_seen`, `reference_seen`, `reference_claimed`, `proof_copy`, `proof_similar`
   * (by the previous comparison), `new_player`, `large`.
   */
  warnings: z.array(z.object({ ...operatorText.shape, grade: warningGrade, deposit_id: z.nullable(z.string()) })),
})
export type StaffDeposit = z.output<typeof staffDeposit>

const depositId = z.object({ id: idOf('dep', 'pay') })
const staffDepositReply = z.object({
  status: success,
  deposit: z.object({ ...staffDeposit.shape, timeline: z.array(timelineStep) }),
})

export const staffDeposits = operation({
  name: 'staffDeposits',
  method: 'GET',
  path: '/staff/deposits',
  access: 'staff',
  needs: ['deposits.see'],
  summary: 'The deposit queue, oldest first, with counts by state.',
  query: queueQuery,
  reply: z.object({
    status: success,
    deposits: z.array(staffDeposit),
    ...queuePage,
  }),
  refusals: [],
})

export const staffGetDeposit = operation({
  name: 'staffGetDeposit',
  method: 'GET',
  path: '/staff/deposits/:id',
  access: 'staff',
  needs: ['deposits.see'],
  summary: 'One deposit with its warnings and timeline.',
  params: depositId,
  reply: staffDepositReply,
  refusals: ['not_found'],
})

export const claimDeposit = operation({
  name: 'claimDeposit',
  method: 'POST',
  path: '/staff/deposits/:id/claim',
  access: 'staff',
  needs: ['deposits.review'],
  summary: 'Claim a deposit for ten minutes, so that nobody else checks it.',
  params: depositId,
  body: z.optional(z.object({})),
  reply: staffDepositReply,
  refusals: ['not_found', 'deposit_claimed', 'deposit_state_changed'],
})

export const releaseDeposit = operation({
  name: 'releaseDeposit',
  method: 'POST',
  path: '/staff/deposits/:id/release',
  access: 'staff',
  needs: ['deposits.review'],
  summary: 'Return a claimed deposit to the queue.',
  params: depositId,
  body: z.optional(z.object({})),
  reply: staffDepositReply,
  refusals: ['not_found', 'deposit_claimed', 'deposit_state_changed'],
})

export const approveDeposit = operation({
  name: 'approveDeposit',
  method: 'POST',
  path: '/staff/deposits/:id/approve',
  access: 'staff',
  needs: ['deposits.review'],
  summary:
    'Approve a deposit with the amount received. From the threshold on, a second operator has to approve it too.',
  params: depositId,
  body: z.object({
    received_amount: amount,
    /** The amount, typed again: required above the declared amount if no bank line is credited. */
    amount_confirmation: z.optional(amount),
    version: z.number(),
    note,
    /** Codes of reasons in `held` that the operator overrides. */
    acknowledged: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
  reply: staffDepositReply,
  refusals: [
    'not_found',
    'deposit_claimed',
    'deposit_state_changed',
    'same_operator',
    'credit_held',
    'amount_invalid',
    'balance_limit',
    'account_closed',
    'account_frozen',
    'operators_tied',
    'both_sides',
    'amount_unconfirmed',
    'bank_line_needed',
  ],
})

export const rejectDeposit = operation({
  name: 'rejectDeposit',
  method: 'POST',
  path: '/staff/deposits/:id/reject',
  access: 'staff',
  needs: ['deposits.review'],
  summary: 'Reject a deposit with a reason, which the player reads in plain words.',
  params: depositId,
  body: z.object({ reason: rejectReason, version: z.number(), note }),
  reply: staffDepositReply,
  refusals: ['not_found', 'deposit_claimed', 'deposit_state_changed'],
})

export const askDeposit = operation({
  name: 'askDeposit',
  method: 'POST',
  path: '/staff/deposits/:id/ask',
  access: 'staff',
  needs: ['deposits.review'],
  summary: 'Ask the player about a deposit. It expires without an answer.',
  params: depositId,
  body: z.object({
    question: questionCode,
    version: z.number(),
    /** Shown to the player below the question. */
    note: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  reply: staffDepositReply,
  refusals: ['not_found', 'deposit_claimed', 'deposit_state_changed'],
})

export const reverseDeposit = operation({
  name: 'reverseDeposit',
  method: 'POST',
  path: '/staff/deposits/:id/reverse',
  access: 'staff',
  needs: ['deposits.reverse'],
  summary:
    'Reverse a credited deposit with a new posting: from the player’s cash as far as it goes; the rest becomes the player’s debt.',
  params: depositId,
  body: z.object({
    reason: rejectReason,
    version: z.number(),
    note: reason,
  }),
  reply: staffDepositReply,
  refusals: [
    'not_found',
    'deposit_state_changed',
    'same_operator',
    'operators_tied',
    'account_frozen',
    'account_closed',
  ],
})

export const depositProof = operation({
  name: 'depositProof',
  method: 'GET',
  path: '/staff/deposits/:id/proof',
  access: 'staff',
  needs: ['deposits.see'],
  summary: 'A screenshot of a deposit, re-encoded: the newest, or an earlier one by `back`.',
  params: depositId,
  query: z.object({ back: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(50))) }),
  reply: z.unknown(),
  file: 'image/webp',
  refusals: ['not_found'],
})

export const depositReviewOperations = [
  staffDeposits,
  staffGetDeposit,
  claimDeposit,
  releaseDeposit,
  approveDeposit,
  rejectDeposit,
  askDeposit,
  reverseDeposit,
  depositProof,
]
