import type { Currency } from '@dhow/contract/money'
import type { RefusalCode } from '@dhow/contract/refusals'
import type { StatementFormat } from '@dhow/contract/statements'
import type { Generated } from 'kysely'

export type AccountKind = 'bank' | 'payouts' | 'service'
export const lineStates = [
  'waiting',
  'awaiting_second_approval',
  'credited',
  'assigned',
  'linked',
  'dismissed',
] as const
export type LineState = (typeof lineStates)[number]

/** States of a line before its decision. */
export const undecidedStates = ['waiting', 'awaiting_second_approval'] as const satisfies LineState[]

export interface StatementRow {
  id: string
  account: string
  kind: AccountKind
  currency: Currency
  format: StatementFormat
  file_name: string
  sha256: Buffer
  first_day: string
  last_day: string
  opening_minor: bigint | null
  closing_minor: bigint | null
  lines: number
  new_lines: number
  new_in_minor: bigint
  new_out_minor: bigint
  posting_id: bigint | null
  imported_by: string
  imported_at: Date
}

export interface LineRow {
  id: string
  statement_id: string
  account: string
  in_suspense: boolean
  currency: Currency
  day: string
  amount_minor: bigint
  reference: string
  ref_norm: string
  text: string
  bank_id: string | null
  fingerprint: Buffer
  looks_like: string | null
  state: LineState
  payment_id: string | null
  player_id: string | null
  posting_id: bigint | null
  reason: string | null
  note: string | null
  first_operator: string | null
  decided_by: string | null
  decided_at: Date | null
  imported_at: Date
  version: number
}

type Open =
  | 'payment_id'
  | 'player_id'
  | 'posting_id'
  | 'reason'
  | 'note'
  | 'first_operator'
  | 'decided_by'
  | 'decided_at'
  | 'looks_like'
type Inserted = Omit<LineRow, 'version' | 'state' | Open> & {
  version: Generated<number>
  state: Generated<LineState>
} & {
  [Key in Open]: Generated<LineRow[Key]>
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'statements.account': { account: string; mapping: unknown; matched_at: Date | null }
    'statements.statement': StatementRow
    'statements.line': Inserted
    /** The last failed bulk credit of a pair. */
    'statements.attempt': { line_id: string; payment_id: string; code: RefusalCode; operator_id: string; at: Date }
    'statements.match': { line_id: string; payment_id: string; score: number; exact: boolean; why: string }
    // Exported views, which other features may read.
    'statements.payers': { player_id: string; payer: string; imported_at: Date }
  }
}
