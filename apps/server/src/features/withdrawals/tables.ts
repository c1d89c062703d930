import type { PlayerEvent } from '../../platform/player-events.ts'
import type { Currency } from '@dhow/contract/money'
import type { ColumnType, Generated } from 'kysely'
import type { Market } from '@dhow/contract/shapes'
import type { TextColumns } from '../../platform/texts.ts'
import type { Risk } from './risks.ts'
import type { PayoutKind, WithdrawalReason, WithdrawalState } from './rules.ts'

export interface PayoutAccountRow {
  id: string
  player_id: string
  kind: PayoutKind
  holder: string
  number_sealed: Buffer
  number_mac: Buffer
  number_end: string
  branch: string | null
  bank: string | null
  usable_from: Date
  created_at: Date
  removed_at: Date | null
}

export interface WithdrawalRow {
  id: string
  player_id: string
  payout_account_id: string
  currency: Currency
  amount_minor: bigint
  fee_minor: bigint
  state: WithdrawalState
  reason: WithdrawalReason | null
  reason_note: string | null
  payment_reference: string | null
  payment_ref_norm: string | null
  first_approver: string | null
  second_approver: string | null
  paid_by: string | null
  requested_at: Date
  updated_at: Date
  version: number
  ip: string
  pay_code: string
  batch_id: string | null
  by_service: boolean
  service_ref: string | null
  checks: number
  next_check_at: Date | null
  sent_at: Date | null
  risks: Risk[]
}

export interface PayoutBatchRow {
  id: string
  market: Market
  kind: PayoutKind
  currency: Currency
  state: 'draft' | 'sent' | 'cancelled'
  payouts: number
  total_minor: bigint
  made_by: string
  made_at: Date
  sent_by: string | null
  sent_at: Date | null
  version: number
}

type Later = 'batch_id' | 'by_service' | 'service_ref' | 'checks' | 'next_check_at' | 'sent_at'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'withdrawals.payout_account': PayoutAccountRow
    'withdrawals.withdrawal': Omit<WithdrawalRow, 'version' | 'fee_minor' | 'risks' | Later> & {
      version: Generated<number>
      fee_minor: Generated<bigint>
      risks: ColumnType<Risk[], string, never>
    } & { [Key in Later]: Generated<WithdrawalRow[Key]> }
    'withdrawals.payout_batch': Omit<PayoutBatchRow, 'version'> & { version: Generated<number> }
    /** Maintained by triggers: amounts paid of each day's withdrawals. */
    'withdrawals.day': { player_id: string; day: string; paid_minor: bigint }
    'withdrawals.step': TextColumns & {
      id: string
      withdrawal_id: string
      at: Date
      state: string
      operator_id: string | null
    }
    // Exported views, which other features may read.
    'withdrawals.steps': { withdrawal_id: string; at: Date; state: string }
    'withdrawals.warnings': Pick<WithdrawalRow, 'player_id' | 'state' | 'requested_at'> & {
      withdrawal_id: string
      code: string
    }
    'withdrawals.withdrawals': Pick<
      Tables['withdrawals.withdrawal'],
      | 'id'
      | 'player_id'
      | 'currency'
      | 'amount_minor'
      | 'fee_minor'
      | 'state'
      | 'pay_code'
      | 'payment_reference'
      | 'payment_ref_norm'
      | 'requested_at'
      | 'sent_at'
      | 'updated_at'
    >
    'withdrawals.payees': Pick<
      Tables['withdrawals.payout_account'],
      'id' | 'player_id' | 'kind' | 'number_mac' | 'created_at'
    >
    'withdrawals.holders': { player_id: string; holder: string; created_at: Date }
    'withdrawals.events': PlayerEvent
  }
}
