import * as z from './bounded.ts'
import { queuePage, reason, waitingPart } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { amountReply, currency, idOf, instant, operatorText, success } from './shapes.ts'

/** Statement lines: candidate payments, and operators' decisions. */

const id = z.object({ id: idOf('stl') })
const note = z.optional(z.string().check(z.trim(), z.maxLength(500)))

/** Candidate payment of a line: an open deposit, a credited one without a line, a sent payout. */
export const lineCandidate = z.object({
  payment_id: z.string(),
  score: z.number(),
  exact: z.boolean(),
  why: z.array(z.enum(['reference', 'code', 'amount', 'time'])),
  amount: amountReply,
  reference: z.string(),
  player: z.object({ id: z.string(), player_name: z.string() }),
  state: z.string(),
  at: instant,
  /** Possible decision; null if none, with the reason in `note`. */
  action: z.nullable(z.enum(['credit', 'link'])),
  note: z.nullable(operatorText),
  /** Warnings of the deposit. */
  warnings: z.array(z.object({ ...operatorText.shape, deposit_id: z.nullable(z.string()) })),
  /** Failure of the last bulk credit of this pair. */
  failed: z.nullable(z.object({ text: operatorText, by: z.string(), at: instant })),
  /** Whether it may be credited in bulk: an exact match without warnings or failures. */
  ready: z.boolean(),
})
export type LineCandidate = z.output<typeof lineCandidate>

export const statementLine = z.object({
  id: z.string(),
  statement_id: z.string(),
  account: z.string(),
  account_name: z.string(),
  currency,
  day: z.string(),
  /** Negative for outgoing money. */
  amount: amountReply,
  reference: z.string(),
  text: z.string(),
  bank_id: z.nullable(z.string()),
  state: z.enum(['waiting', 'awaiting_second_approval', 'credited', 'assigned', 'linked', 'dismissed']),
  age_s: z.number(),
  version: z.number(),
  /** Another line that seems to be the same money. */
  looks_like: z.nullable(z.string()),
  candidates: z.array(lineCandidate),
  payment_id: z.nullable(z.string()),
  player: z.nullable(z.object({ id: z.string(), player_name: z.string() })),
  first_operator: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  note: z.nullable(z.string()),
})
export type StatementLine = z.output<typeof statementLine>

const lineReply = z.object({ status: success, line: statementLine, waiting: waitingPart })

export const statementLines = operation({
  name: 'staffStatementLines',
  method: 'GET',
  path: '/staff/statement-lines',
  access: 'staff',
  needs: ['statements.see'],
  summary: 'Statement lines: waiting ones oldest first, exact matches apart; the others newest first.',
  query: z.object({
    state: z.optional(
      z.enum([
        'open',
        'exact',
        'by_hand',
        'outgoing',
        'awaiting_second_approval',
        'credited',
        'assigned',
        'linked',
        'dismissed',
      ]),
    ),
    account: z.optional(z.string().check(z.maxLength(60))),
    q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    status: success,
    lines: z.array(statementLine),
    ...queuePage,
  }),
  refusals: [],
})

export const getStatementLine = operation({
  name: 'staffStatementLine',
  method: 'GET',
  path: '/staff/statement-lines/:id',
  access: 'staff',
  needs: ['statements.see'],
  summary: 'One statement line with its possible payments.',
  params: id,
  reply: lineReply,
  refusals: ['not_found'],
})

export const matchStatementLines = operation({
  name: 'matchStatementLines',
  method: 'POST',
  path: '/staff/statement-lines/match',
  access: 'staff',
  needs: ['statements.decide'],
  summary: 'Match the waiting lines with the open payments again.',
  body: z.object({ account: z.optional(z.string().check(z.maxLength(60))) }),
  reply: z.object({ status: success, exact_matches: z.number(), linked: z.number() }),
  refusals: [],
})

export const approveExactLines = operation({
  name: 'approveExactLines',
  method: 'POST',
  path: '/staff/statement-lines/approve-exact',
  access: 'staff',
  needs: ['statements.decide', 'deposits.review'],
  summary:
    'Credit the deposits of exact matches. Each pair must be unchanged since the operator saw it, and has its own outcome.',
  body: z.object({
    pairs: z
      .array(
        z.object({
          line_id: z.string().check(z.maxLength(60)),
          deposit_id: z.string().check(z.maxLength(60)),
          version: z.number(),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  reply: z.object({
    status: success,
    outcomes: z.array(z.object({ line_id: z.string(), done: z.boolean(), text: operatorText })),
  }),
  refusals: [],
})

const decisionRefusals = [
  'not_found',
  'statement_line_changed',
  'statement_match_changed',
  'deposit_has_warnings',
  'deposit_state_changed',
  'deposit_claimed',
  'same_operator',
  'credit_held',
  'balance_limit',
  'account_closed',
] as const

export const creditLine = operation({
  name: 'creditStatementLine',
  method: 'POST',
  path: '/staff/statement-lines/:id/credit',
  access: 'staff',
  needs: ['statements.decide'],
  summary:
    'Credit a deposit with the amount of this line. From the threshold on, a second operator has to do the same.',
  params: id,
  body: z.object({ version: z.number(), deposit_id: z.string().check(z.maxLength(60)), note }),
  reply: lineReply,
  refusals: [...decisionRefusals, 'operators_tied', 'both_sides'],
})

export const assignLine = operation({
  name: 'assignStatementLine',
  method: 'POST',
  path: '/staff/statement-lines/:id/assign',
  access: 'staff',
  needs: ['statements.decide'],
  summary: 'Credit money from suspense to its player if no deposit was reported.',
  params: id,
  body: z.object({ version: z.number(), player_id: z.string().check(z.maxLength(60)), note: reason }),
  reply: lineReply,
  refusals: [
    ...decisionRefusals,
    'account_missing',
    'currency_mismatch',
    'amount_invalid',
    'operators_tied',
    'both_sides',
  ],
})

export const linkLine = operation({
  name: 'linkStatementLine',
  method: 'POST',
  path: '/staff/statement-lines/:id/link',
  access: 'staff',
  needs: ['statements.decide'],
  summary: 'Link a line to a payment that is credited or paid already. Credits nothing.',
  params: id,
  body: z.object({ version: z.number(), payment_id: z.string().check(z.maxLength(60)), note }),
  reply: lineReply,
  refusals: decisionRefusals,
})

export const dismissLine = operation({
  name: 'dismissStatementLine',
  method: 'POST',
  path: '/staff/statement-lines/:id/dismiss',
  access: 'staff',
  needs: ['statements.decide'],
  summary: 'Dismiss a line: a duplicate, returned to its sender, or not a player’s payment.',
  params: id,
  body: z.object({ version: z.number(), reason: z.enum(['duplicate', 'sent_back', 'not_a_deposit']), note: reason }),
  reply: lineReply,
  refusals: [...decisionRefusals, 'change_waits'],
})

export const depositBankLines = operation({
  name: 'depositBankLines',
  method: 'GET',
  path: '/staff/deposits/:id/bank-lines',
  access: 'staff',
  needs: ['deposits.review'],
  summary: 'Bank lines that may belong to a deposit, best match first; none for an unknown deposit.',
  params: z.object({ id: idOf('dep', 'pay') }),
  reply: z.object({
    status: success,
    lines: z.array(
      z.object({
        id: z.string(),
        version: z.number(),
        day: z.string(),
        amount: amountReply,
        currency,
        reference: z.string(),
        text: z.string(),
        exact: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

export const statementLineOperations = [
  statementLines,
  getStatementLine,
  matchStatementLines,
  approveExactLines,
  creditLine,
  assignLine,
  linkLine,
  dismissLine,
  depositBankLines,
]
