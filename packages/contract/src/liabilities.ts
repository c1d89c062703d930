import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amount, amountReply, currency, instant, success } from './shapes.ts'

/** Debts to all players at the end of each day, published under a root in the public log (docs/concepts/receipts.md). */
export const liabilityRefusals = {
  liabilities_none: { status: 404 },
} as const

const day = z.iso.date()
const minor = z.string().check(z.regex(/^[0-9]{1,18}$/))
const posting = z.string().check(z.regex(/^[0-9]{1,18}$/))

export const liabilityDay = z.object({
  day,
  currency,
  /** Debt to all players of the currency at the day's end (UTC). */
  total: amountReply,
  /** Bank balance entered by the operator, unproven. */
  bank_balance: z.nullable(amountReply),
  /** Players who have checked their share of this root. */
  checks: z.number(),
  /** Position of the root in the log; null until logged. */
  place: z.nullable(z.number()),
  /** The root's text, whose SHA-256 is the entry of the log. */
  root: z.string(),
  published_at: instant,
})
export type LiabilityDay = z.output<typeof liabilityDay>

export const liabilityDays = operation({
  name: 'liabilityDays',
  method: 'GET',
  path: '/liabilities',
  access: 'public',
  summary:
    'Liabilities of the last 31 days, newest first: the root with the total owed to all players, and the bank balance.',
  reply: z.object({ status: success, days: z.array(liabilityDay) }),
  refusals: [],
})

export const liabilityShare = operation({
  name: 'liabilityShare',
  method: 'GET',
  path: '/player/liabilities/share',
  access: 'player',
  summary:
    'The player’s share of the newest root of their currency, as a file of docs/concepts/receipts.md, and the entries since. A player who registered after the root has no share.',
  reply: z.object({
    status: success,
    day,
    /** The player’s id in log entries. */
    account: z.string(),
    currency,
    proof: z.nullable(z.string()),
    /** Last posting covered by the root, and the newest posting. */
    after: posting,
    to: posting,
    /** Receipt of the newest entry; null without entries since. */
    receipt: z.nullable(z.string()),
    /** The player’s balances after it. */
    balances: z.object({ cash: minor, bonus: minor, hold: minor, in_play: minor }),
  }),
  refusals: ['liabilities_none', 'receipt_pending', 'not_found'],
})

export const liabilityEntries = operation({
  name: 'liabilityEntries',
  method: 'GET',
  path: '/player/liabilities/entries',
  access: 'player',
  summary: 'Download the player’s entries after one posting up to another as the CSV of a statement; the first 5,000.',
  query: z.object({ after: posting, to: posting }),
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: ['not_found'],
})

export const staffLiabilities = operation({
  name: 'staffLiabilities',
  method: 'GET',
  path: '/staff/liabilities',
  access: 'staff',
  needs: ['liabilities.see'],
  summary: 'Liabilities of the last 31 days for operators, newest first.',
  reply: z.object({ status: success, days: z.array(liabilityDay) }),
  refusals: [],
})

export const setBankBalance = operation({
  name: 'setBankBalance',
  method: 'PUT',
  path: '/staff/liabilities/bank-balance',
  access: 'staff',
  needs: ['liabilities.enter_balance'],
  summary:
    'Set the bank balance at the end of a day that has a root, shown beside it. Replaces the former one; the audit trail records it.',
  body: z.object({ day, currency, amount }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const liabilityOperations = [liabilityDays, liabilityShare, liabilityEntries, staffLiabilities, setBankBalance]
