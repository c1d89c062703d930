import * as z from 'zod/mini'
import { amountPattern } from './money.ts'
import { operation } from './operation.ts'
import {
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

export const depositRefusals = {
  payment_details_missing: { status: 404, sentence: 'Payment details not found' },
  deposits_unavailable: {
    status: 403,
    sentence: 'Deposits are temporarily unavailable. Please reach out to the support team.',
  },
  method_unavailable: { status: 409, sentence: 'This payment method is not available at the moment.' },
  amount_below_minimum: { status: 422, sentence: 'The amount is below the minimum.' },
  amount_above_maximum: { status: 422, sentence: 'The amount is above the maximum.' },
  reference_malformed: { status: 422, sentence: 'This reference does not look like one of this payment method.' },
  reference_used: { status: 409, sentence: 'This reference was already submitted. Contact support.' },
  proof_required: { status: 422, sentence: 'Add a screenshot of the payment.' },
  proof_unreadable: { status: 422, sentence: 'This picture cannot be read. Send a JPEG, PNG or WebP image.' },
  too_many_open_deposits: {
    status: 429,
    sentence: 'You have several deposits waiting. Please wait until they are checked.',
  },
  deposit_state_changed: { status: 409, sentence: 'This deposit has moved on in the meantime.' },
  deposit_claimed: { status: 409, sentence: 'A colleague is checking this deposit.' },
  same_operator: { status: 409, sentence: 'A second operator has to confirm this.' },
  resubmitted_often: {
    status: 409,
    sentence: 'This reference was refused several times. Please reach out to the support team.',
  },
  answer_empty: { status: 422, sentence: 'Write an answer, or send a screenshot.' },
} as const

/** A screenshot may be this large before it is refused at the door. */
export const proofLimitBytes = 5 * 1024 * 1024

/**
 * The manual families of the specification. `title` starts the names of a family's operations (`easyWalletPaymentDetails`), `idField` is
 * the form's field that names the payment detail; the access money wallet has no history call of its own.
 */
export const depositFamilies = {
  'manual-india': {
    base: '/player/deposit-india/manual-deposit',
    title: 'manualIndia',
    idField: 'payment_detail_id',
    label: 'Bank or UPI transfer',
  },
  'manual-namibia': {
    base: '/player/deposit-namibia/manual-deposit',
    title: 'manualNamibia',
    idField: 'manual_deposit_id',
    label: 'Bank transfer (EFT)',
  },
  ewallet: {
    base: '/player/deposit-namibia/ewallet-deposit',
    title: 'ewallet',
    idField: 'manual_ewallet_id',
    label: 'E-Wallet',
  },
  'easy-wallet': {
    base: '/player/deposit-namibia/easy-wallet-deposit',
    title: 'easyWallet',
    idField: 'manual_easy_wallet_id',
    label: 'Easy Wallet',
  },
  'blue-wallet': {
    base: '/player/deposit-namibia/blue-wallet-deposit',
    title: 'blueWallet',
    idField: 'manual_blue_wallet_id',
    label: 'Blue Wallet',
  },
  'nedbank-wallet': {
    base: '/player/deposit-namibia/nedbank-wallet-deposit',
    title: 'nedbankWallet',
    idField: 'manual_nedbank_wallet_id',
    label: 'Nedbank Wallet',
  },
  'access-money-wallet': {
    base: '/player/deposit-namibia/access-money-wallet-deposit',
    title: 'accessMoneyWallet',
    idField: 'manual_access_wallet_id',
    label: 'Access Money',
  },
} as const
export type DepositFamily = keyof typeof depositFamilies
export type DepositIdField = (typeof depositFamilies)[DepositFamily]['idField']

/** One line of what the player has to pay to, with a copy button where `copy` is set. */
export const detailLine = z.object({ label: z.string(), value: z.string(), copy: z.boolean() })

export const paymentDetail = z.object({
  id: z.number(),
  name: z.string(),
  lines: z.array(detailLine),
  /** What a QR code beside the lines says (a UPI link), where there is one. */
  qr: z.nullable(z.string()),
  rail: z.string(),
  reference_label: z.string(),
  reference_help: z.string(),
  limits: z.object({ min: amountReply, max: amountReply }),
  proof_required: z.boolean(),
  note: z.nullable(z.string()),
})
export type PaymentDetail = z.output<typeof paymentDetail>

export const paymentDetailsReply = z.object({
  status: success,
  msg: z.string(),
  currency,
  symbol: z.string(),
  /** The player's own code, to be written as the reference of the transfer. */
  deposit_code: z.string(),
  details: z.array(paymentDetail),
})

export const deposit = z.object({
  id: z.string(),
  family: z.string(),
  method: z.string(),
  /** What the player says was sent; never what is credited. */
  declared_amount: amountReply,
  credited_amount: z.nullable(amountReply),
  currency,
  utr: z.string(),
  status: paymentStatus,
  state: z.string(),
  reason: z.nullable(z.string()),
  has_proof: z.boolean(),
  submitted_at: instant,
  updated_at: instant,
  /** When an answer can be expected. */
  expected_by: z.nullable(instant),
})
export type Deposit = z.output<typeof deposit>

/** What an operator can ask a player about a deposit. */
export const questionCode = z.enum([
  'clearer_screenshot',
  'find_reference',
  'exact_amount',
  'payer_name',
  'payment_time',
  'other',
])
export type QuestionCode = z.output<typeof questionCode>

/** The operator's question in the player's words; `note` is what the operator added. */
export const depositQuestion = z.object({
  code: questionCode,
  text: z.string(),
  note: z.nullable(z.string()),
  asked_at: instant,
  /** Without an answer by then the deposit ends. */
  answer_by: instant,
})

/** A receipt's number is the ledger transfer's, so that it can be found on both sides. */
export const depositDetail = z.object({
  ...deposit.shape,
  timeline: z.array(timelineStep),
  receipt: z.nullable(z.string()),
  /** What has to be answered before the deposit goes on; the answer is `answerDeposit`. */
  question: z.nullable(depositQuestion),
  /** Whether `cancelDeposit` would be taken: nobody has begun to check it. */
  can_cancel: z.boolean(),
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

const paymentDetailsQuery = z.object({ payment_method_id: z.optional(z.string().check(z.maxLength(20))) })

const detailId = z.optional(z.string().check(z.maxLength(20)))

/** Submission's text fields; which id field is read depends on the family. `player_id`, where sent, must be the session's own. */
export const depositFields = z.object({
  amount: z
    .string('Amount is required')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Amount is required', abort: true }),
      z.regex(amountPattern, 'Enter a valid number'),
    ),
  utr: z
    .string('UTR number is required')
    .check(z.trim(), z.minLength(1, 'UTR number is required'), z.maxLength(64, 'This reference is too long')),
  payment_detail_id: detailId,
  manual_deposit_id: detailId,
  manual_ewallet_id: detailId,
  manual_easy_wallet_id: detailId,
  manual_blue_wallet_id: detailId,
  manual_nedbank_wallet_id: detailId,
  manual_access_wallet_id: detailId,
  rail: z.optional(z.string().check(z.maxLength(20))),
  player_id: z.optional(z.string().check(z.maxLength(60))),
})

const submitReply = z.object({
  status: success,
  message: z.string(),
  msg: z.string(),
  data: z.object({ message: z.string(), deposit }),
})

const detailsRefusals = ['payment_details_missing', 'deposits_unavailable', 'method_unavailable'] as const
const submitRefusals = [
  'payment_details_missing',
  'deposits_unavailable',
  'method_unavailable',
  'amount_below_minimum',
  'amount_above_maximum',
  'reference_malformed',
  'reference_used',
  'proof_required',
  'proof_unreadable',
  'too_many_open_deposits',
  'resubmitted_often',
  'deposits_blocked',
  'deposit_limit_reached',
  'key_changed',
  'key_in_use',
] as const

function familyOperations(family: DepositFamily) {
  const { base, title } = depositFamilies[family]
  return {
    details: operation({
      name: `${title}PaymentDetails`,
      method: 'GET',
      path: `${base}/get-payment-details`,
      access: 'player',
      summary: 'What to pay to, with limits and the player’s deposit code.',
      query: paymentDetailsQuery,
      reply: paymentDetailsReply,
      refusals: detailsRefusals,
    }),
    submit: operation({
      name: `${title}SubmitDeposit`,
      method: 'POST',
      path: `${base}/send-deposit-request`,
      access: 'player',
      summary: 'Tell of a transfer that was made, with its reference and a screenshot; an operator checks it.',
      body: depositFields,
      multipart: { file: 'image', limitBytes: proofLimitBytes },
      reply: submitReply,
      idempotent: true,
      refusals: submitRefusals,
    }),
  }
}

function familyWithHistory(family: DepositFamily) {
  const { base, title } = depositFamilies[family]
  return {
    ...familyOperations(family),
    history: operation({
      name: `${title}History`,
      method: 'GET',
      path: `${base}/history`,
      access: 'player',
      summary: 'The player’s deposits of this family, newest first.',
      query: historyQuery,
      reply: historyReply,
      refusals: [],
    }),
  }
}

export const manualIndia = familyOperations('manual-india')
export const manualNamibia = familyWithHistory('manual-namibia')
export const ewallet = familyWithHistory('ewallet')
export const easyWallet = familyWithHistory('easy-wallet')
export const blueWallet = familyWithHistory('blue-wallet')
export const nedbankWallet = familyWithHistory('nedbank-wallet')
export const accessMoneyWallet = familyOperations('access-money-wallet')

export const depositHistory = operation({
  name: 'depositHistory',
  method: 'GET',
  path: '/player/deposit-history',
  access: 'player',
  summary: 'Every deposit of the player, whatever its family, newest first.',
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
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  reply: z.object({ status: success, deposit: depositDetail }),
  refusals: ['not_found'],
})

const ownDepositReply = z.object({ status: success, msg: z.string(), deposit: depositDetail })

export const cancelDeposit = operation({
  name: 'cancelDeposit',
  method: 'POST',
  path: '/player/deposits/:id/cancel',
  access: 'player',
  summary: 'Take back a deposit that nobody has begun to check.',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
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
    'Answer what the cashiers asked: words, another screenshot, a corrected reference or amount. The deposit goes back into the queue.',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  body: z.object({
    note: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    utr: z.optional(z.string().check(z.trim(), z.maxLength(64, 'This reference is too long'))),
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

export const paymentMethod = z.object({
  id: z.number(),
  code: z.string(),
  /** Lower-case name by which the chooser routes: manual, namibia, india, …; the code where it is a redirect. */
  name: z.string(),
  display_name: z.string(),
  logo: z.nullable(z.string()),
  description: z.string(),
  limits: z.object({ min: amountReply, max: amountReply }),
  /** Portal path of this method's own history. */
  history_path: z.string(),
  /** It is paid on the page of a service: `paymentStart` with its code leads there. */
  redirect: z.optional(z.boolean()),
})

const methodsReply = z.object({
  status: success,
  msg: z.string(),
  methods: z.array(paymentMethod),
  currency,
  symbol: z.string(),
})

export const paymentMethods = operation({
  name: 'paymentMethods',
  method: 'GET',
  path: '/player/payment-services/payment-methods',
  access: 'optional',
  summary: 'The methods that are open in the player’s market now.',
  query: z.object({ type: z.optional(z.enum(['deposit', 'withdraw'])), market: z.optional(market) }),
  reply: methodsReply,
  refusals: [],
})

/**
 * The static wizard's calls: one door to every manual family of the player's market. `payment_method_id` is a method's number, and the
 * payment detail says which family a deposit belongs to.
 */
export const staticDeposit = {
  methods: operation({
    name: 'staticDepositMethods',
    method: 'GET',
    path: '/player/get-deposit-method',
    access: 'player',
    summary: 'The methods of the static wizard: bank transfer first, then wallets and vouchers.',
    reply: methodsReply,
    refusals: [],
  }),
  details: operation({
    name: 'staticPaymentDetail',
    method: 'GET',
    path: '/player/get-payment-detail',
    access: 'player',
    summary: 'What to pay to by one method; without a number, the market’s bank transfer.',
    query: paymentDetailsQuery,
    reply: paymentDetailsReply,
    refusals: detailsRefusals,
  }),
  submit: operation({
    name: 'staticSubmitDeposit',
    method: 'POST',
    path: '/player/send-deposit-request',
    access: 'player',
    summary: 'Tell of a transfer to any payment detail of the player’s market; an operator checks it.',
    body: depositFields,
    multipart: { file: 'image', limitBytes: proofLimitBytes },
    reply: submitReply,
    idempotent: true,
    refusals: submitRefusals,
  }),
}

export const depositOperations = [
  manualIndia.details,
  manualIndia.submit,
  manualNamibia.details,
  manualNamibia.submit,
  manualNamibia.history,
  ewallet.details,
  ewallet.submit,
  ewallet.history,
  easyWallet.details,
  easyWallet.submit,
  easyWallet.history,
  blueWallet.details,
  blueWallet.submit,
  blueWallet.history,
  nedbankWallet.details,
  nedbankWallet.submit,
  nedbankWallet.history,
  accessMoneyWallet.details,
  accessMoneyWallet.submit,
  staticDeposit.methods,
  staticDeposit.details,
  staticDeposit.submit,
  depositHistory,
  getDeposit,
  cancelDeposit,
  answerDeposit,
  paymentMethods,
]
