import { recordOf } from './records.ts'
import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { deposit, historyReply, proofLimitBytes } from './deposits.ts'
import { amountPattern } from './money.ts'
import { depositFamilies, type DepositFamily, type DepositFamilyRow, type DepositIdField } from './deposit-families.ts'
import { operation, type Operation } from './operation.ts'
import { amountReply, currency, historyQuery, market, playerText, success } from './shapes.ts'

/** Calls to report a transfer: payment details and form, by family or through the static wizard. */

/** One line of payment details, with a copy button if `copy`. */
export const detailLine = z.object({ label: z.string(), value: z.string(), copy: z.boolean() })

/** `name_text` and `label_text` are translatable: by code if in the catalogues, else the operator's text. `name` and `label` are the same in English. */
export const paymentDetail = z.object({
  id: z.number(),
  name: z.string(),
  name_text: playerText,
  lines: z.array(z.object({ ...detailLine.shape, label_text: playerText })),
  /** Content of the QR code (a UPI link), if any. */
  qr: z.nullable(z.string()),
  rail: z.string(),
  reference_label: playerText,
  reference_help: playerText,
  limits: z.object({ min: amountReply, max: amountReply }),
  proof_required: z.boolean(),
  note: z.nullable(playerText),
})
export type PaymentDetail = z.output<typeof paymentDetail>

export const paymentDetailsReply = z.object({
  status: success,
  msg: z.string(),
  currency,
  symbol: z.string(),
  /** The player's code, to use as the transfer's reference. */
  deposit_code: z.string(),
  details: z.array(paymentDetail),
})

const paymentDetailsQuery = z.object({ payment_method_id: z.optional(z.string().check(z.maxLength(20))) })

const detailId = z.optional(z.string().check(z.maxLength(20)))
const rows = Object.entries(depositFamilies)
const detailIds = recordOf<DepositIdField, typeof detailId>(
  rows.map(([, { idField }]) => idField),
  () => detailId,
)

/** Text fields of a report; the family determines the id field. `player_id`, if sent, must be the session's. */
export const depositFields = z.object({
  amount: z
    .string(fault('amount_required'))
    .check(
      z.trim(),
      z.minLength(1, { error: fault('amount_required'), abort: true }),
      z.regex(amountPattern, fault('number_invalid')),
    ),
  utr: z
    .string(fault('utr_required'))
    .check(z.trim(), z.minLength(1, fault('utr_required')), z.maxLength(64, fault('reference_too_long'))),
  ...detailIds,
  rail: z.optional(z.string().check(z.maxLength(20))),
  player_id: z.optional(z.string().check(z.maxLength(60))),
})

const submitReply = z.object({
  status: success,
  message: z.string(),
  msg: z.string(),
  text: playerText,
  data: z.object({ message: z.string(), deposit }),
})

const detailsRefusals = [
  'payment_details_missing',
  'deposits_unavailable',
  'method_unavailable',
  'deposits_blocked',
  'too_many_open_deposits',
] as const
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
  'contact_us',
  'deposits_blocked',
  'deposit_limit_reached',
  'key_changed',
  'key_in_use',
] as const

/** Calls of a family: payment details, and the report of a payment. */
const callsOf = ({ base, title }: DepositFamilyRow) => ({
  details: operation({
    name: `${title}PaymentDetails`,
    method: 'GET',
    path: `${base}/get-payment-details`,
    access: 'player',
    summary: 'Payment details to pay to, with limits and the player’s deposit code.',
    query: paymentDetailsQuery,
    reply: paymentDetailsReply,
    refusals: detailsRefusals,
  }),
  submit: operation({
    name: `${title}SubmitDeposit`,
    method: 'POST',
    path: `${base}/send-deposit-request`,
    access: 'player',
    summary: 'Report a transfer, with its reference and a screenshot. An operator checks it.',
    body: depositFields,
    multipart: { file: 'image', limitBytes: proofLimitBytes },
    reply: submitReply,
    idempotent: true,
    refusals: submitRefusals,
  }),
})

const callsWithHistory = (row: DepositFamilyRow) => ({
  ...callsOf(row),
  history: operation({
    name: `${row.title}History`,
    method: 'GET',
    path: `${row.base}/history`,
    access: 'player',
    offline: true,
    summary: 'The player’s deposits of this family, newest first.',
    query: historyQuery,
    reply: historyReply,
    refusals: [],
  }),
})

type CallsOf<Row extends DepositFamilyRow> = ReturnType<
  Row['hasHistoryCall'] extends true ? typeof callsWithHistory : typeof callsOf
>

/** Calls by family. */
export const familyCalls = Object.fromEntries(
  rows.map(([family, row]) => [family, row.hasHistoryCall ? callsWithHistory(row) : callsOf(row)]),
  // Object.fromEntries loses the types: each key is a row's family, with its calls.
) as { [Family in DepositFamily]: CallsOf<(typeof depositFamilies)[Family]> }

export const paymentMethod = z.object({
  id: z.number(),
  code: z.string(),
  /** Lower-case name by which the chooser routes: manual, namibia, india, …; the code of a redirect. */
  name: z.string(),
  display_name: z.string(),
  /** The same, translatable; code `text` for the operator's own or an untranslated name. */
  display_name_text: playerText,
  logo: z.nullable(z.string()),
  /** In English; `description_text` is translatable, with the code `text` for the operator's own. */
  description: z.string(),
  description_text: playerText,
  limits: z.object({ min: amountReply, max: amountReply }),
  /** Median minutes until approval in the last seven days; omitted if there were too few deposits. */
  usual_minutes: z.optional(z.number()),
  /** Present for the method of the player's last deposit. */
  last_used: z.optional(z.boolean()),
  /** Portal path of this method's history. */
  history_path: z.string(),
  /** Paid on a payment service's page, opened by `paymentStart` with its code. */
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
  summary: 'The deposit methods open in the player’s market now.',
  query: z.object({ type: z.optional(z.enum(['deposit', 'withdraw'])), market: z.optional(market) }),
  reply: methodsReply,
  refusals: [],
})

/**
 * Calls of the static wizard: one entry to all manual families of the player's market. `payment_method_id` is a method's number; the payment detail
 * determines a deposit's family.
 */
export const staticDeposit = {
  methods: operation({
    name: 'staticDepositMethods',
    method: 'GET',
    path: '/player/get-deposit-method',
    access: 'player',
    summary: 'The methods of the step-by-step deposit: bank transfer first, then wallets and vouchers.',
    reply: methodsReply,
    refusals: [],
  }),
  details: operation({
    name: 'staticPaymentDetail',
    method: 'GET',
    path: '/player/get-payment-detail',
    access: 'player',
    summary: 'Payment details of one method; without a number, of the market’s bank transfer.',
    query: paymentDetailsQuery,
    reply: paymentDetailsReply,
    refusals: detailsRefusals,
  }),
  submit: operation({
    name: 'staticSubmitDeposit',
    method: 'POST',
    path: '/player/send-deposit-request',
    access: 'player',
    summary: 'Report a transfer to any payment detail of the player’s market. An operator checks it.',
    body: depositFields,
    multipart: { file: 'image', limitBytes: proofLimitBytes },
    reply: submitReply,
    idempotent: true,
    refusals: submitRefusals,
  }),
}

export const depositCallOperations = [
  ...Object.values(familyCalls).flatMap((calls): Operation[] => Object.values(calls)),
  staticDeposit.methods,
  staticDeposit.details,
  staticDeposit.submit,
  paymentMethods,
]
