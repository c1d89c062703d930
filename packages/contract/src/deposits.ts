import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import {
  amountReply,
  currency,
  historyQuery,
  idOf,
  instant,
  paymentStatus,
  playerText,
  success,
  timelineStep,
  totals,
  operatorText,
} from './shapes.ts'

/** Player's side of manual deposits of all families: view, follow, answer. */

export const depositRefusals = {
  payment_details_missing: { status: 404 },
  deposits_unavailable: { status: 403 },
  method_unavailable: { status: 409 },
  amount_below_minimum: { status: 422 },
  amount_above_maximum: { status: 422 },
  reference_malformed: { status: 422 },
  reference_used: { status: 409 },
  proof_required: { status: 422 },
  proof_unreadable: { status: 422 },
  too_many_open_deposits: { status: 429 },
  deposit_state_changed: { status: 409 },
  deposit_claimed: { status: 409, sentence: 'A colleague is checking this deposit.' },
  same_operator: { status: 409, sentence: 'A second operator has to confirm this.' },
  resubmitted_often: { status: 409 },
  credit_held: { status: 409, sentence: 'This payment cannot be credited just now.' },
  answer_empty: { status: 422 },
} as const

/** Largest screenshot that is accepted, in bytes. */
export const proofLimitBytes = 5 * 1024 * 1024

export const deposit = z.object({
  id: z.string(),
  family: z.string(),
  method: z.string(),
  /** The same as in the chooser, translatable. */
  method_text: playerText,
  /** Amount reported by the player, not the credited one. */
  declared_amount: amountReply,
  credited_amount: z.nullable(amountReply),
  currency,
  utr: z.string(),
  status: paymentStatus,
  state: z.string(),
  reason: z.nullable(playerText),
  has_proof: z.boolean(),
  /** Present if the issuer gave a new voucher for the rest. */
  has_change: z.optional(z.boolean()),
  submitted_at: instant,
  updated_at: instant,
  /** When to expect an answer. */
  expected_by: z.nullable(instant),
})
export type Deposit = z.output<typeof deposit>

/** Questions of an operator about a deposit. */
export const questionCode = z.enum([
  'clearer_screenshot',
  'find_reference',
  'exact_amount',
  'payer_name',
  'payment_time',
  'other',
])
export type QuestionCode = z.output<typeof questionCode>

/** The operator's question to the player; `note` is what the operator added. */
export const depositQuestion = z.object({
  code: questionCode,
  text: playerText,
  note: z.nullable(z.string()),
  asked_at: instant,
  /** The deposit ends without an answer by then. */
  answer_by: instant,
})

/** Choice of a player on a break about a waiting payment. */
export const depositChoice = z.enum(['credit', 'refund'])
export type DepositChoice = z.output<typeof depositChoice>

/** Reason against crediting a payment; an operator may acknowledge some. */
export const heldCredit = z.object({
  code: z.enum(['wallet_closed', 'on_break', 'play_blocked', 'player_suspended', 'payer_blocked']),
  text: operatorText,
  can_acknowledge: z.boolean(),
})
export type HeldCredit = z.output<typeof heldCredit>

/** A receipt's number is the ledger transfer's, so that both sides can find it. */
export const depositDetail = z.object({
  ...deposit.shape,
  timeline: z.array(timelineStep),
  receipt: z.nullable(z.string()),
  /** Open question to the player; answer with `answerDeposit`. */
  question: z.nullable(depositQuestion),
  /** Choice for a player on a break, made with `chooseDeposit`; null if there is none. */
  choice: z.nullable(z.object({ chosen: z.nullable(depositChoice) })),
  /** Whether `cancelDeposit` would be accepted: no operator has started to check it, and no service has confirmed it. */
  can_cancel: z.boolean(),
  /** URL of the service's page to continue an open payment; null if there is none. */
  continue_url: z.nullable(z.string()),
})
export type DepositDetail = z.output<typeof depositDetail>

export const historyReply = z.object({
  status: success,
  msg: z.string(),
  data: z.array(deposit),
  next_cursor: z.nullable(z.string()),
  totals,
  currency,
})

export const depositHistory = operation({
  name: 'depositHistory',
  method: 'GET',
  path: '/player/deposit-history',
  access: 'player',
  offline: true,
  summary: 'All deposits of the player, newest first.',
  query: historyQuery,
  reply: historyReply,
  refusals: [],
})

export const getDeposit = operation({
  name: 'getDeposit',
  method: 'GET',
  path: '/player/deposits/:id',
  access: 'player',
  summary: 'One deposit with its timeline.',
  params: z.object({ id: idOf('dep', 'pay') }),
  reply: z.object({ status: success, deposit: depositDetail }),
  refusals: ['not_found'],
})

const ownDepositReply = z.object({ status: success, text: playerText, deposit: depositDetail })

export const cancelDeposit = operation({
  name: 'cancelDeposit',
  method: 'POST',
  path: '/player/deposits/:id/cancel',
  access: 'player',
  summary: 'Cancel a deposit that no operator has begun to check, or an open payment at a service.',
  params: z.object({ id: idOf('dep', 'pay') }),
  body: z.optional(z.object({})),
  reply: ownDepositReply,
  refusals: ['not_found', 'deposit_state_changed'],
})

export const answerDeposit = operation({
  name: 'answerDeposit',
  method: 'POST',
  path: '/player/deposits/:id/answer',
  access: 'player',
  summary:
    'Answer the cashier’s question with a text, another screenshot, or a corrected reference or amount. The deposit returns to the queue.',
  params: z.object({ id: idOf('dep', 'pay') }),
  body: z.object({
    note: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    utr: z.optional(z.string().check(z.trim(), z.maxLength(64, fault('reference_too_long')))),
    amount: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    player_id: z.optional(z.string().check(z.maxLength(60))),
  }),
  multipart: { file: 'image', limitBytes: proofLimitBytes },
  reply: ownDepositReply,
  refusals: [
    'not_found',
    'deposit_state_changed',
    'answer_empty',
    'amount_below_minimum',
    'amount_above_maximum',
    'reference_malformed',
    'reference_used',
    'proof_unreadable',
  ],
})

export const chooseDeposit = operation({
  name: 'chooseDeposit',
  method: 'POST',
  path: '/player/deposits/:id/choice',
  access: 'player',
  summary:
    'During a break from play, choose whether a waiting payment is credited or sent back. The last choice counts.',
  params: z.object({ id: idOf('dep', 'pay') }),
  body: z.object({ choice: depositChoice }),
  reply: ownDepositReply,
  refusals: ['not_found', 'deposit_state_changed'],
})

export const ownProof = operation({
  name: 'ownProof',
  method: 'GET',
  path: '/player/proofs/:id',
  access: 'player',
  summary: 'A screenshot that the player sent with a deposit, re-encoded; `playerData` lists their ids.',
  params: z.object({ id: idOf('dpr') }),
  reply: z.unknown(),
  file: 'image/webp',
  refusals: ['not_found'],
})

export const depositOperations = [depositHistory, getDeposit, cancelDeposit, answerDeposit, chooseDeposit, ownProof]
