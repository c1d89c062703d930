import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, currency, operatorText, success } from './shapes.ts'

/** One day of the ledger, in each market's time zone, compared with statements of banks, wallets and services. */

export const difference = z.object({
  kind: z.enum([
    'missing_internal',
    'missing_external',
    'amount_mismatch',
    'status_mismatch',
    'not_linked',
    'duplicate',
    'not_covered',
    'open_too_long',
  ]),
  account: z.string(),
  account_name: z.string(),
  day: z.string(),
  currency,
  /** Amount in our ledger, and at the bank or service; null if missing there. */
  ours: z.nullable(amountReply),
  theirs: z.nullable(amountReply),
  payment_id: z.nullable(z.string()),
  line_id: z.nullable(z.string()),
  reference: z.string(),
  text: operatorText,
  /** The action to fix it, and its line or payment; null for the statements themselves. */
  action: z.enum([
    'credit_deposit',
    'link_line',
    'assign_line',
    'dismiss_line',
    'decide_line',
    'reverse_credit',
    'check_deposit',
    'check_payout',
    'check_payment',
    'settle_case',
    'import_statement',
  ]),
  action_id: z.nullable(z.string()),
})
export type Difference = z.output<typeof difference>

export const reconciliationAccount = z.object({
  account: z.string(),
  account_name: z.string(),
  kind: z.enum(['bank', 'payouts', 'service']),
  currency,
  /** Time zone of the day. */
  timezone: z.string(),
  covered: z.boolean(),
  ours: amountReply,
  theirs: amountReply,
  matched: z.number(),
  differences: z.number(),
  suspense: amountReply,
})

const day = z.object({ day: z.optional(z.iso.date()) })

export const reconciliation = operation({
  name: 'staffReconciliation',
  method: 'GET',
  path: '/staff/reconciliation',
  access: 'staff',
  needs: ['statements.see'],
  summary: 'Reconciliation of one day: ledger, payment services and statements compared, with every difference.',
  query: day,
  reply: z.object({
    status: success,
    day: z.string(),
    accounts: z.array(reconciliationAccount),
    differences: z.array(difference),
  }),
  refusals: [],
})

export const reconciliationDownload = operation({
  name: 'reconciliationDownload',
  method: 'GET',
  path: '/staff/reconciliation/download',
  access: 'staff',
  needs: ['statements.export'],
  summary: 'Download the differences of a day as CSV.',
  query: day,
  file: 'text/csv',
  reply: z.object({ status: success }),
  refusals: [],
})

export const reconciliationOperations = [reconciliation, reconciliationDownload]
