import type { PlayerEvent } from '../../platform/player-events.ts'
import type { TextColumns } from '../../platform/texts.ts'
import type { Currency } from '@dhow/contract/money'
import type { OperatorText } from '@dhow/contract/operator-texts'
import type { ColumnType, Generated } from 'kysely'
import type { ServiceState } from './rules.ts'

export interface ServicePaymentRow {
  id: string
  kind: 'voucher' | 'redirect'
  service: string
  player_id: string
  currency: Currency
  state: ServiceState
  /** Written by servers of version 0.1.0 during a rolling restart; otherwise null. */
  reason: string | null
  /** Why it waits for an operator; null if it does not. */
  reason_code: string | null
  reason_params: Record<string, string>
  /** Reasons after the first. */
  further_reasons: OperatorText[]
  client_ref: string | null
  service_ref: string | null
  url: string | null
  return_url: string | null
  requested_minor: bigint | null
  confirmed_minor: bigint | null
  credited_minor: bigint | null
  posting_id: bigint | null
  pin_mac: Buffer | null
  pin_last4: string | null
  pin_sealed: Buffer | null
  change_sealed: Buffer | null
  change_minor: bigint | null
  checks: number
  next_check_at: Date | null
  started_at: Date
  updated_at: Date
  version: number
  ip: string
  user_agent: string
}

export interface ServicePostbackRow {
  id: string
  service: string
  order_ref: string
  status: string
  payment_ref: string
  amount_text: string
  currency: string
  player_ref: string
  raw: string
  message_id: string | null
  received_at: Date
  handled_at: Date | null
  outcome: string | null
}

type Optional =
  | 'reason'
  | 'reason_code'
  | 'reason_params'
  | 'client_ref'
  | 'service_ref'
  | 'url'
  | 'return_url'
  | 'requested_minor'
  | 'confirmed_minor'
  | 'credited_minor'
  | 'posting_id'
  | 'pin_mac'
  | 'pin_last4'
  | 'pin_sealed'
  | 'change_sealed'
  | 'change_minor'
  | 'checks'
  | 'version'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'payments.service_payment': Omit<ServicePaymentRow, Optional | 'further_reasons'> & {
      [Key in Optional]: Generated<ServicePaymentRow[Key]>
    } & { further_reasons: ColumnType<OperatorText[], string | undefined, string> }
    'payments.assignment': { payment_id: string; operator_id: string; at: Date }
    'payments.service_payment_step': TextColumns & {
      id: string
      payment_id: string
      at: Date
      state: string
      operator_id: string | null
    }
    'payments.service_postback': Omit<ServicePostbackRow, 'handled_at' | 'outcome' | 'message_id'> & {
      message_id: Generated<string | null>
      handled_at: Generated<Date | null>
      outcome: Generated<string | null>
    }
    // Exported views, which other features may read.
    'payments.service_payments': Pick<
      Tables['payments.service_payment'],
      | 'id'
      | 'player_id'
      | 'service'
      | 'currency'
      | 'state'
      | 'service_ref'
      | 'requested_minor'
      | 'confirmed_minor'
      | 'credited_minor'
      | 'posting_id'
      | 'started_at'
      | 'updated_at'
    >
    'payments.events': PlayerEvent
  }
}
