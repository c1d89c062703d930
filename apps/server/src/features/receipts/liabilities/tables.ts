import type { Generated } from 'kysely'

export interface LiabilityRootRow {
  day: string
  currency: string
  leaves: number
  total_minor: bigint
  /** Sum of its leaves whose players were erased since. */
  erased_minor: Generated<bigint>
  hash: string
  record: bigint
  made_at: Date
}

export interface LiabilityLeafRow {
  player_id: string
  day: string
  currency: string
  index: number
  posting_id: bigint
  number: bigint
  commitment: string
  cash_minor: bigint
  bonus_minor: bigint
  hold_minor: bigint
  in_play_minor: bigint
  salt: string
}

interface BankBalanceRow {
  day: string
  currency: string
  amount_minor: bigint
  entered_by: string
  entered_at: Date
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    'receipts.liability_root': LiabilityRootRow
    'receipts.liability_level': { day: string; currency: string; level: number; nodes: Buffer }
    'receipts.liability_leaf': LiabilityLeafRow
    'receipts.liability_check': { day: string; currency: string; player_id: string }
    'receipts.bank_balance': BankBalanceRow
  }
}
