import type { Currency } from '@dhow/contract/money'

/** One line of a change for the person who confirms it; null where nothing stood there, or nothing will. */
export interface Fact {
  label: string
  before: string | null
  after: string | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    waiting_change: {
      id: string
      kind: string
      subject: string
      summary: string
      change: unknown
      facts: unknown
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
  }
}
