import type { PlayerEvent } from '../../platform/player-events.ts'
import type { Currency } from '@dhow/contract/money'
import type { DepositFamily, DetailLabelCode, DetailNameCode } from '@dhow/contract/deposit-families'
import type { RejectReason } from '@dhow/contract/deposit-review'
import type { DepositChoice, QuestionCode } from '@dhow/contract/deposits'
import type { Market } from '@dhow/contract/shapes'
import type { ColumnType, Generated } from 'kysely'
import type { TextColumns } from '../../platform/texts.ts'
import type { Schedule } from './availability.ts'
import type { DepositState } from './rules.ts'

/**
 * A line of a payment detail. With a code, the label is shown in the reader's language, and `label` is its English at
 * the time of writing.
 */
export interface DetailLine {
  label: string
  label_code?: DetailLabelCode | null | undefined
  value: string
  copy: boolean
}

export interface PaymentDetailRow {
  id: number
  family: DepositFamily
  market: Market
  currency: Currency
  rail: string
  name: string
  name_code: DetailNameCode | null
  lines: DetailLine[]
  upi: { pa: string; pn: string } | null
  note: string | null
  min_minor: bigint
  max_minor: bigint
  enabled: boolean
  schedule: Schedule | null
  closed_at: Date | null
  version: number
}

export interface DepositRow {
  id: string
  player_id: string
  family: DepositFamily
  detail_id: number
  currency: Currency
  rail: string
  ref_raw: string
  ref_norm: string
  declared_minor: bigint
  credited_minor: bigint | null
  state: DepositState
  reason: RejectReason | null
  reason_note: string | null
  proof_file: string | null
  /** State of the newest screenshot. */
  proof: 'preparing' | 'ready' | 'unreadable' | null
  claimed_by: string | null
  claim_expires_at: Date | null
  first_approver: string | null
  first_minor: bigint | null
  second_approver: string | null
  posting_id: bigint | null
  /** Id of the reversal. */
  reversal_id: bigint | null
  question: QuestionCode | null
  question_note: string | null
  asked_at: Date | null
  answer: string | null
  submitted_at: Date
  updated_at: Date
  expires_at: Date
  version: number
  ip: string
  user_agent: string
}

/** An uploaded screenshot, which is shown to nobody. */
export interface UploadRow {
  id: string
  deposit_id: string
  at: Date
  file: string
  sha256: Buffer
  due_at: Date
  tries: number
}

type Inserted<Row, Defaulted extends keyof Row> = Omit<Row, Defaulted> & { [Key in Defaulted]: Generated<Row[Key]> }

/** A JSON column, written as text. */
type Json<Value> = ColumnType<
  Value,
  string | (null extends Value ? null : never),
  string | (null extends Value ? null : never)
>

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'deposits.payment_detail': Omit<Inserted<PaymentDetailRow, 'version'>, 'lines' | 'upi' | 'schedule'> & {
      lines: Json<PaymentDetailRow['lines']>
      upi: Json<PaymentDetailRow['upi']>
      schedule: Json<PaymentDetailRow['schedule']>
    }
    'deposits.deposit': Inserted<
      DepositRow,
      'version' | 'proof' | 'reversal_id' | 'question' | 'question_note' | 'asked_at' | 'answer'
    >
    'deposits.proof': {
      id: string
      deposit_id: string
      at: Date
      file: string
      sha256: Buffer
      looks: ColumnType<bigint[], string[]>
    }
    'deposits.proof_line': { key: number; proof_id: string }
    /** Screenshots whose lines were not read yet. */
    'deposits.proof_unread': { proof_id: string }
    'deposits.upload': UploadRow
    'deposits.step': TextColumns & {
      id: string
      deposit_id: string
      at: Date
      state: string
      operator_id: string | null
    }
    /** Maintained by triggers: credited amounts of each day's deposits. */
    'deposits.day': { player_id: string; family: string; day: string; credited_minor: bigint }
    /** Choices of players on a break about a waiting payment. */
    'deposits.choice': { payment_id: string; player_id: string; choice: DepositChoice; chosen_at: Date }
    'deposits.warning': {
      deposit_id: string
      code: string
      other_id: string
      params: ColumnType<Record<string, string>, string, string>
      /** Written by servers of version 0.1.0 during a rolling restart; otherwise empty. */
      text: Generated<string>
    }
    // Exported views, which other features may read.
    'deposits.deposits': Pick<
      Tables['deposits.deposit'],
      | 'id'
      | 'player_id'
      | 'family'
      | 'detail_id'
      | 'currency'
      | 'ref_raw'
      | 'ref_norm'
      | 'declared_minor'
      | 'credited_minor'
      | 'state'
      | 'claimed_by'
      | 'claim_expires_at'
      | 'first_approver'
      | 'first_minor'
      | 'posting_id'
      | 'submitted_at'
      | 'updated_at'
    >
    'deposits.days': Pick<Tables['deposits.day'], 'player_id' | 'family' | 'day' | 'credited_minor'>
    'deposits.warnings': Pick<Tables['deposits.warning'], 'deposit_id' | 'code' | 'other_id' | 'params'>
    'deposits.payment_details': Pick<
      Tables['deposits.payment_detail'],
      'id' | 'name' | 'name_code' | 'market' | 'currency' | 'lines'
    >
    'deposits.events': PlayerEvent
  }
}
