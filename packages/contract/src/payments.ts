import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { deposit, historyReply } from './deposits.ts'
import { amountPattern } from './money.ts'
import { operation } from './operation.ts'
import { amountReply, currency, historyQuery, idOf, instant, playerText, success } from './shapes.ts'

/**
 * Vouchers and redirect payments: money confirmed by an outside service. In the histories each is a normal deposit: `declared_amount` is the amount
 * known so far ("0.00" until the service has reported one), `utr` the service's reference or the voucher's last digits.
 */
export const paymentRefusals = {
  voucher_refused: { status: 422 },
  voucher_service_silent: { status: 503 },
  return_url_refused: { status: 422 },
  payment_start_failed: { status: 503 },
  payment_page_failed: { status: 503 },
  payment_ended: { status: 409 },
  case_closed: { status: 409, sentence: 'This case has been settled in the meantime.' },
  settler_unknown: { status: 422, sentence: 'This operator does not settle payment cases.' },
} as const

/** A voucher number is a string, to keep leading zeros. Spaces and hyphens are removed. */
const pin = z
  .string(fault('voucher_required'))
  .check(z.trim(), z.minLength(1, fault('voucher_required')), z.maxLength(40, fault('number_too_long')))

export const checkVoucher = operation({
  name: 'voucherCheck',
  method: 'POST',
  path: '/player/deposit-namibia/kazang-deposit/check-voucher-status',
  access: 'player',
  summary:
    'Check whether a voucher can be redeemed, and its amount. Used, expired and wrong vouchers get the same answer.',
  body: z.object({ pin }),
  multipart: { file: 'none', limitBytes: 4_096 },
  reply: z.object({
    status: success,
    message: z.string(),
    msg: z.string(),
    text: playerText,
    data: z.object({
      message: z.string(),
      voucher: z.object({ state: z.literal('valid'), last4: z.string(), amount: amountReply, currency }),
    }),
  }),
  refusals: [
    'voucher_refused',
    'voucher_service_silent',
    'amount_below_minimum',
    'amount_above_maximum',
    'deposits_unavailable',
    'method_unavailable',
  ],
})

export const redeemVoucher = operation({
  name: 'voucherRedeem',
  method: 'POST',
  path: '/player/deposit-namibia/kazang-deposit/redeem_voucher',
  access: 'player',
  summary:
    'Redeem a voucher. `completed`: the amount confirmed by the issuer was credited. `processing`: the issuer has not answered yet; the server asks again, and the deposit shows the result.',
  body: z.object({ pin, player_id: z.optional(z.union([z.string().check(z.maxLength(60)), z.number()])) }),
  reply: z.object({
    status: success,
    message: z.string(),
    msg: z.string(),
    text: playerText,
    data: z.object({
      message: z.string(),
      deposit,
      /** The issuer gave a new voucher for the rest; get it with `voucherChange`. */
      has_change: z.boolean(),
    }),
  }),
  refusals: [
    'voucher_refused',
    'voucher_service_silent',
    'amount_below_minimum',
    'amount_above_maximum',
    'deposits_unavailable',
    'method_unavailable',
    'deposits_blocked',
    'deposit_limit_reached',
  ],
})

export const voucherHistory = operation({
  name: 'voucherHistory',
  method: 'GET',
  path: '/player/deposit-namibia/kazang-deposit/history',
  access: 'player',
  offline: true,
  summary: 'The player’s vouchers, newest first.',
  query: historyQuery,
  reply: historyReply,
  refusals: [],
})

export const voucherChange = operation({
  name: 'voucherChange',
  method: 'GET',
  path: '/player/deposits/:id/change-voucher',
  access: 'player',
  summary: 'The voucher that an issuer returned as change, shown only to its owner. Each view is recorded.',
  params: z.object({ id: idOf('dep', 'pay') }),
  reply: z.object({ status: success, change: z.object({ pin: z.string(), amount: amountReply, currency }) }),
  refusals: ['not_found'],
})

/** Reference made by the browser: `TXN` and a time. Never sent to the payment service. */
const clientReference = z.string().check(z.regex(/^[\w.:-]{1,64}$/, fault('client_reference_rule')))

/** Request and reply of starting a payment at any service. */
const startRequest = z.object({
  return_url: z.string().check(z.maxLength(512)),
  custom_transaction_id: clientReference,
  amount: z.optional(z.string().check(z.regex(amountPattern, fault('number_invalid')))),
  player_id: z.optional(z.string().check(z.maxLength(60))),
})
const startReply = z.object({
  status: success,
  msg: z.string(),
  data: z.object({ url: z.string(), order_id: z.string(), deposit }),
})
const startRefusals = [
  'payment_ended',
  'key_in_use',
  'deposits_unavailable',
  'method_unavailable',
  'amount_below_minimum',
  'amount_above_maximum',
  'deposits_blocked',
  'deposit_limit_reached',
  'too_many_open_deposits',
] as const

export const startAPay = operation({
  name: 'aPayStart',
  method: 'GET',
  path: '/player/payment-services/a-pay',
  access: 'player',
  summary:
    'Start a payment at A-Pay, or get the same page again for the same `custom_transaction_id` while it is pending. `return_url` must lead to this portal; coming back by it proves no payment.',
  query: startRequest,
  reply: startReply,
  refusals: ['return_url_refused', 'payment_start_failed', ...startRefusals],
})

export const aPayStatus = operation({
  name: 'aPayStatus',
  method: 'GET',
  path: '/player/payment-services/a-pay/status',
  access: 'player',
  summary:
    'State of the payment that the browser started with this reference, for the page to which the player returns.',
  query: z.object({ custom_transaction_id: clientReference }),
  reply: z.object({ status: success, msg: z.string(), deposit }),
  refusals: ['not_found'],
})

/** Why a player cannot deposit now. `transfers` are reported manually, `services` are paid on the service's page. */
export const depositStop = z.object({
  code: z.enum(['deposits_unavailable', 'on_break', 'deposits_blocked', 'too_many_open_deposits']),
  applies_to: z.enum(['all', 'transfers', 'services']),
  /** End of a break; null without one. */
  until: z.nullable(instant),
})
export type DepositStop = z.output<typeof depositStop>

export const depositOptions = operation({
  name: 'depositOptions',
  method: 'GET',
  path: '/player/deposit-options',
  access: 'player',
  summary:
    'Reasons why the player cannot deposit now; empty if everything is open. `method` names the method whose page is open, which the funnel report counts as its choice.',
  query: z.object({ method: z.optional(z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/))) }),
  reply: z.object({ status: success, stops: z.array(depositStop) }),
  refusals: [],
})

const service = z.string().check(z.regex(/^[a-z0-9-]{1,30}$/))

export const startPayment = operation({
  name: 'paymentStart',
  method: 'POST',
  path: '/player/payment-services/:service/payments',
  access: 'player',
  summary:
    'Start a payment on the page of a connected payment service, by its code, or get the same page again for the same `custom_transaction_id` while it is pending. `return_url` must lead to this portal; coming back by it proves no payment.',
  params: z.object({ service }),
  body: startRequest,
  reply: startReply,
  refusals: ['return_url_refused', 'payment_page_failed', ...startRefusals],
})

export const paymentStatus = operation({
  name: 'paymentStatus',
  method: 'GET',
  path: '/player/payment-services/:service/payments/:reference',
  access: 'player',
  summary: 'State of the payment that the browser started with this reference.',
  params: z.object({ service, reference: clientReference }),
  reply: z.object({ status: success, msg: z.string(), deposit }),
  refusals: ['not_found'],
})

/** A payment service's webhook, signed by Standard Webhooks. */
export const paymentWebhook = operation({
  name: 'paymentWebhook',
  method: 'POST',
  path: '/payment-services/:service/webhook',
  access: 'provider',
  summary:
    'Webhook of a connected payment service about the end of a payment. Signed with `webhook-id`, `webhook-timestamp` and `webhook-signature` (`v1,` and the HMAC-SHA256 of id.timestamp.body; several during a rotation of keys). Answers {"status":"OK"} once it is stored. A repeat changes nothing.',
  params: z.object({ service }),
  body: z.object({ type: z.string(), timestamp: z.string(), data: z.unknown() }),
  reply: z.object({ status: z.enum(['OK', 'ERROR']), code: z.optional(z.string()) }),
  refusals: [],
})

/** A-Pay's webhook, signed over the raw bytes of `transactions`; see the adapter. */
export const aPayPostback = operation({
  name: 'aPayPostback',
  method: 'POST',
  path: '/payment-services/a-pay/postback',
  access: 'provider',
  summary:
    'Webhook of A-Pay about the end of payments. Answers {"status":"OK"} once it is stored. A repeat changes nothing.',
  body: z.object({ access_key: z.string(), signature: z.string(), transactions: z.array(z.unknown()) }),
  reply: z.object({ status: z.enum(['OK', 'ERROR']), code: z.optional(z.string()) }),
  refusals: [],
})

// ---- The console's side ----

export const paymentOperations = [
  checkVoucher,
  redeemVoucher,
  voucherHistory,
  voucherChange,
  depositOptions,
  startAPay,
  aPayStatus,
  aPayPostback,
  startPayment,
  paymentStatus,
  paymentWebhook,
]
