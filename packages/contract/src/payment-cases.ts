import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { reason, waitingPart } from './queue-shapes.ts'
import { amountPattern } from './money.ts'
import { operation } from './operation.ts'
import { mobileShown } from './personal-fields.ts'
import { amountReply, anyId, currency, idOf, instant, operatorText, success, timelineStep } from './shapes.ts'

/** A payment of an outside service that needs review. */
export const paymentCase = z.object({
  id: z.string(),
  kind: z.enum(['voucher', 'redirect']),
  player: z.object({ id: z.string(), player_name: z.string(), mobile: mobileShown }),
  /** The service's reference, if any. */
  reference: z.nullable(z.string()),
  /** Amount reported by the service, credited only by an operator. */
  amount: z.nullable(amountReply),
  currency,
  state: z.string(),
  /** Why it needs an operator; empty if it does not. */
  reasons: z.array(operatorText),
  /** Assigned operator. */
  assigned: z.nullable(z.object({ id: z.string(), name: z.string() })),
  opened_at: instant,
  age_s: z.number(),
  timeline: z.array(timelineStep),
})
export type PaymentCase = z.output<typeof paymentCase>

const caseReply = z.object({ status: success, case: paymentCase, waiting: waitingPart })

export const staffPaymentCases = operation({
  name: 'staffPaymentCases',
  method: 'GET',
  path: '/staff/payment-cases',
  access: 'staff',
  needs: ['cases.see'],
  summary:
    'Vouchers and payments by service that need review, oldest first. By `state` or `q` (player, mobile, reference, last digits of a voucher) also the others, newest first.',
  query: z.object({
    state: z.optional(z.enum(['review', 'open', 'all'])),
    q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  }),
  reply: z.object({ status: success, cases: z.array(paymentCase) }),
  refusals: [],
})

export const caseSettlers = operation({
  name: 'caseSettlers',
  method: 'GET',
  path: '/staff/case-settlers',
  access: 'staff',
  needs: ['cases.settle'],
  summary: 'The operators who can be assigned a payment case.',
  reply: z.object({ status: success, operators: z.array(z.object({ id: z.string(), name: z.string() })) }),
  refusals: [],
})

export const assignPaymentCase = operation({
  name: 'assignPaymentCase',
  method: 'POST',
  path: '/staff/payment-cases/:id/assign',
  access: 'staff',
  needs: ['cases.settle'],
  summary: 'Assign a waiting case to an operator who may settle it, or to nobody.',
  params: z.object({ id: anyId }),
  body: z.object({ operator_id: z.nullable(idOf('op')) }),
  reply: caseReply,
  refusals: ['not_found', 'case_closed', 'settler_unknown'],
})

export const settlePaymentCase = operation({
  name: 'settlePaymentCase',
  method: 'POST',
  path: '/staff/payment-cases/:id/settle',
  access: 'staff',
  needs: ['cases.settle'],
  summary: 'Credit a payment as the service confirmed it, or refuse it, with a note.',
  params: z.object({ id: anyId }),
  body: z.object({
    outcome: z.enum(['credit', 'refuse']),
    /** Amount to credit; default: the service's amount. */
    amount: z.optional(z.string().check(z.regex(amountPattern, fault('number_invalid')))),
    note: reason,
  }),
  reply: caseReply,
  refusals: [
    'not_found',
    'case_closed',
    'credit_held',
    'amount_invalid',
    'balance_limit',
    'account_closed',
    'reference_credited',
    'change_waits',
    'both_sides',
  ],
})

export const paymentCaseOperations = [staffPaymentCases, caseSettlers, assignPaymentCase, settlePaymentCase]
