import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { detailLine } from './deposit-calls.ts'
import { detailLabelCodes, detailNameCodes } from './deposit-families.ts'
import { reason } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { amount, amountReply, currency, instant, market, success, playerText } from './shapes.ts'

/** Operators' settings of deposit methods: texts, details, limits, hours and kill switches. */

export const methodRefusals = {
  detail_changed: { status: 409, sentence: 'Somebody else changed this in the meantime. Check it again.' },
} as const

const code = z.object({ code: z.string().check(z.regex(/^[a-z0-9_-]{1,60}$/)) })
const hour = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, fault('hours_rule')))

/** Days (Monday is 1) and hours, in the market's time zone, in which a detail is shown. */
const schedule = z.object({
  days: z
    .array(z.number().check(z.int(), z.minimum(1), z.maximum(7)))
    .check(z.minLength(1, fault('day_required')), z.maxLength(7)),
  from: hour,
  until: hour,
})

const text = (most: number) => z.string().check(z.trim(), z.minLength(1, fault('text_required')), z.maxLength(most))

/** Payment details. */
const detailBody = z.object({
  name: text(60),
  /** Code of a translated name, which replaces `name`. */
  name_code: z.optional(z.nullable(z.enum(detailNameCodes))),
  lines: z
    .array(
      z.object({
        label: text(40),
        /** Code of a translated label, which replaces `label`. */
        label_code: z.optional(z.nullable(z.enum(detailLabelCodes))),
        value: text(120),
        copy: z.boolean(),
      }),
    )
    .check(z.minLength(1, fault('line_required')), z.maxLength(12)),
  /** Payee of the UPI link and its QR code. */
  upi: z.nullable(
    z.object({
      pa: z.string().check(z.trim(), z.regex(/^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/, fault('upi_id_rule'))),
      pn: text(60),
    }),
  ),
  note: z.nullable(z.string().check(z.trim(), z.maxLength(300))),
  min: amount,
  max: amount,
  schedule: z.nullable(schedule),
})

const closed = z.nullable(z.object({ at: instant, reason: z.string() }))

const detail = z.object({
  id: z.number(),
  rail: z.string(),
  /** In English, like `label`. */
  name: z.string(),
  name_code: z.nullable(z.enum(detailNameCodes)),
  lines: z.array(z.object({ ...detailLine.shape, label_code: z.nullable(z.enum(detailLabelCodes)) })),
  upi: z.nullable(z.object({ pa: z.string(), pn: z.string() })),
  note: z.nullable(z.string()),
  min: amountReply,
  max: amountReply,
  schedule: z.nullable(z.object({ days: z.array(z.number()), from: z.string(), until: z.string() })),
  enabled: z.boolean(),
  /** Whether now is within its hours. */
  within: z.boolean(),
  version: z.number(),
})

const method = z.object({
  code: z.string(),
  market,
  currency,
  /** `manual`: an operator checks the transfer; a service confirms the others. */
  kind: z.enum(['manual', 'voucher', 'redirect']),
  /** False if the service has no settings, so it is not offered. */
  configured: z.boolean(),
  display_name: z.string(),
  /** The operator's own; empty for the default. */
  description: z.string(),
  default_description: playerText,
  position: z.number(),
  closed,
  /** Whether a player of the market sees it now. */
  shown: z.boolean(),
  limits: z.nullable(z.object({ min: amountReply, max: amountReply })),
  rails: z.array(z.object({ rail: z.string(), label: z.string() })),
  details: z.array(detail),
})

export const staffPaymentMethods = operation({
  name: 'staffPaymentMethods',
  method: 'GET',
  path: '/staff/payment-methods',
  access: 'staff',
  needs: ['methods.see'],
  summary: 'All deposit methods by market, with details, limits, hours and switches.',
  reply: z.object({
    status: success,
    markets: z.array(
      z.object({
        market,
        currency,
        timezone: z.string(),
        /** False if live mode has no legal basis for the market, whatever the switches. */
        legal: z.boolean(),
        deposits: closed,
        withdrawals: closed,
      }),
    ),
    methods: z.array(method),
  }),
  refusals: [],
})

export const switchMarket = operation({
  name: 'switchMarket',
  method: 'POST',
  path: '/staff/payment-markets/:market/switch',
  access: 'staff',
  needs: ['methods.edit'],
  summary:
    'Switch a market’s deposits or withdrawals off or on, on every server at once. Payments made before can be reported for a day; payments under way continue.',
  params: z.object({ market }),
  body: z.object({ what: z.enum(['deposits', 'withdrawals']), open: z.boolean(), reason }),
  reply: z.object({ status: success }),
  refusals: [],
})

export const switchMethod = operation({
  name: 'switchMethod',
  method: 'POST',
  path: '/staff/payment-methods/:code/switch',
  access: 'staff',
  needs: ['methods.edit'],
  summary: 'Switch one method off or on, on every server at once.',
  params: code,
  body: z.object({ open: z.boolean(), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const updateMethod = operation({
  name: 'updateMethod',
  method: 'PUT',
  path: '/staff/payment-methods/:code',
  access: 'staff',
  needs: ['methods.edit'],
  summary:
    'Change a method’s name, description and position in the chooser; for vouchers and payment services also the limits, which take effect at once.',
  params: code,
  body: z.object({
    display_name: text(60),
    /** Empty for the default one. */
    description: z.string().check(z.trim(), z.maxLength(200)),
    position: z.number().check(z.int(), z.minimum(1), z.maximum(999)),
    /** Only for methods confirmed by a service; manual methods have limits in their details. */
    limits: z.optional(z.object({ min: amount, max: amount })),
    reason,
  }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const addDetail = operation({
  name: 'addDetail',
  method: 'POST',
  path: '/staff/payment-methods/:code/details',
  access: 'staff',
  needs: ['methods.edit'],
  summary: 'Propose a new payment detail. Players see it once a second operator has confirmed it.',
  params: code,
  body: z.object({ ...detailBody.shape, rail: z.string().check(z.maxLength(40)), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'change_waits'],
})

export const updateDetail = operation({
  name: 'updateDetail',
  method: 'PUT',
  path: '/staff/payment-details/:id',
  access: 'staff',
  needs: ['methods.edit'],
  summary:
    'Change a payment detail. Changes that redirect money (name, lines, UPI payee) need a second operator; limits, hours and the note take effect at once.',
  params: z.object({ id: z.string().check(z.regex(/^[0-9]{1,9}$/)) }),
  body: z.object({ ...detailBody.shape, version: z.number(), reason }),
  reply: z.object({ status: success, waits: z.boolean() }),
  refusals: ['not_found', 'detail_changed', 'change_waits'],
})

export const switchDetail = operation({
  name: 'switchDetail',
  method: 'POST',
  path: '/staff/payment-details/:id/switch',
  access: 'staff',
  needs: ['methods.edit'],
  summary: 'Show a payment detail to players, or hide it. Payments to it can be reported for a day after.',
  params: z.object({ id: z.string().check(z.regex(/^[0-9]{1,9}$/)) }),
  body: z.object({ enabled: z.boolean(), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const methodOperations = [
  staffPaymentMethods,
  switchMarket,
  switchMethod,
  updateMethod,
  addDetail,
  updateDetail,
  switchDetail,
]
