import type { Currency } from '@dhow/contract/money'
import type { Evidence, MoneyAction } from '@dhow/contract/money-actions'
import type { OperatorText } from '@dhow/contract/operator-texts'
import type { ColumnType, Generated } from 'kysely'

/** One value of a change for the person who confirms it; null if it is missing before or after. */
export interface Fact {
  label: OperatorText
  before: OperatorText | null
  after: OperatorText | null
}

export interface MoneyActionRow {
  id: string
  action: MoneyAction
  subject: string
  player_id: string | null
  currency: Currency
  amount_minor: bigint
  operator_id: string
  first_operator: string | null
  side: 'in' | 'out' | null
  /** `waiting` for a second person, `noted` if decided earlier, `done` if carried out. */
  stage: 'waiting' | 'noted' | 'done'
  evidence: Evidence | null
  day: Date
  at: Date
}

/** A fact as `propose` stores it; servers of version 0.1.0 store sentences. */
export type StoredFact = { [Key in keyof Fact]: Fact[Key] | string }

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'approvals.money_action': MoneyActionRow
    'approvals.waiting_change': {
      id: string
      kind: string
      subject: string
      /** Written by servers of version 0.1.0 during a rolling restart; otherwise empty. */
      summary: Generated<string>
      summary_code: string
      summary_params: ColumnType<Record<string, string>, string, string>
      change: unknown
      facts: ColumnType<StoredFact[], string, string>
      player_id: string | null
      amount_minor: bigint | null
      currency: Currency | null
      proposed_by: string
      proposed_at: Date
      until: Date
      reason: string
      confirmed_by: string | null
      ended_at: Date | null
      outcome: 'confirmed' | 'dropped' | 'expired' | null
    }
    // Exported views, which other features may read.
    'approvals.open_changes': Pick<Tables['approvals.waiting_change'], 'id' | 'kind' | 'subject' | 'until'>
  }
}
