import type { ViewScreenCode } from '@dhow/contract/report-views'
import type { Market } from '@dhow/contract/shapes'
import type { Currency } from '@dhow/contract/money'

export interface MovementRow {
  market: Market
  /** Read as text, because a day has no time zone. */
  day: string
  is_test: boolean
  currency: Currency
  reason: string
  debit: string
  credit: string
  transfers: bigint
  amount_minor: bigint
  first_id: bigint
  last_id: bigint
}

export interface RateRow {
  market: Market
  kind: 'provider' | 'method' | 'tax'
  code: string
  base: 'ggr' | 'turnover' | 'deposits'
  basis_points: number
  from_day: string
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'reports.day_movement': MovementRow
    'reports.player_day': { player_id: string; day: string; market: Market; is_test: boolean; stakes: bigint }
    'reports.quarter_movement': Pick<
      MovementRow,
      'market' | 'is_test' | 'debit' | 'credit' | 'transfers' | 'amount_minor'
    > & {
      quarter: Date
    }
    'reports.player_movement': Pick<
      MovementRow,
      'day' | 'market' | 'is_test' | 'debit' | 'credit' | 'transfers' | 'amount_minor'
    > & { player_id: string }
    'reports.first_deposit': { player_id: string; day: string; market: Market; is_test: boolean }
    'reports.rollup': { up_to: bigint; rolled_at: Date; quarters_from: Date }
    'reports.rate': RateRow
    'reports.saved_view': {
      id: string
      operator_id: string
      name: string
      screen: ViewScreenCode
      market: Market
      from_day: Date | null
      to_day: Date | null
      shared: boolean
      saved_at: Date
      filters: Record<string, string>
    }
    'reports.schedule': {
      id: string
      view_id: string
      operator_id: string
      channel_id: string
      every: 'day' | 'week' | 'month'
      hour: number
      attached: boolean
      created_at: Date
      next_at: Date | null
      ended_at: Date | null
    }
    'reports.cashier_visit': {
      player_id: string
      half_hour: Date
      step: string
      method: string
      market: Market
      at: Date
    }
  }
}
