import type { ReasonCode } from './message-reasons.ts'
import type { Currency } from './money.ts'

type None = Record<never, string>
/** `amount` and other amounts are written as the API writes amounts, all in one currency. */
type Amount = { amount: string; currency: Currency }

/** Notices, and answers about limits and breaks. */
export type NoticeTextParams = {
  gift_claimed: None
  bonus_completed: Amount
  bonus_cancelled: Amount
  bonus_expired: Amount
  bonus_reversed: Amount
  reward_approved: Amount
  reward_refused: Amount
  referral_paid: Amount
  help_answered: None
  limit_set: None
  limit_pending: None
  limit_kept: None
  limit_raised: None
  break_started: None
  self_excluded: None
}

/** Steps and reasons of deposits, payments and withdrawals. `text` is typed by a person and shown as typed. */
export type PaymentTextParams = {
  text: { text: string }
  deposit_received: None
  deposit_declared: Amount & { reference: string }
  deposit_checking: None
  deposit_second_check: None
  deposit_credited: Amount
  deposit_credited_other: Amount & { declared: string }
  payment_credited_other: Amount & { declared: string }
  voucher_credited_other: Amount & { declared: string }
  payment_found: Amount
  deposit_expired: None
  deposit_unanswered: None
  deposit_rejected: { reason: ReasonCode<'deposit_rejected'> }
  deposit_question: { question: ReasonCode<'deposit_question'> }
  deposit_reversed: { reason: ReasonCode<'deposit_rejected'> }
  cashier_note: { text: string }
  answer_note: { text: string }
  answer_reference: { reference: string }
  answer_amount: Amount
  answer_screenshot: None
  deposit_answered: None
  deposit_cancelled: None
  withdrawal_open: None
  screenshot_unreadable: None
  credit_asked: None
  refund_asked: None
  balance_reduced: Amount
  withdrawal_cancelled_first: None
  debt_opened: Amount
  debt_part_paid: Amount
  debt_left: Amount
  debt_paid: Amount
  voucher_started: Amount & { digits: string }
  voucher_change_seen: None
  voucher_unusable: None
  voucher_valid: None
  voucher_credited: None
  voucher_refused: None
  voucher_checking: None
  voucher_waiting: None
  voucher_unanswered: None
  payment_to_review: None
  payment_in_review: None
  payment_failed: None
  payment_expired: None
  payment_refused: None
  payment_late: None
  payment_started: { service: string }
  payment_started_amount: Amount & { service: string }
  payment_on_way: { service: string }
  payment_not_opened: { service: string }
  payment_failed_at: { service: string }
  payment_contradicted: { service: string; status: string }
  withdrawal_received: None
  withdrawal_requested: Amount
  withdrawal_approved: None
  withdrawal_second_check: None
  withdrawal_sent: Amount
  withdrawal_paid: Amount & { reference: string }
  withdrawal_unknown: None
  withdrawal_returned: Amount
  withdrawal_stopped: { reason: ReasonCode<'withdrawal'> }
  withdrawals_closed: None
  wallet_closed: None
  wallet_frozen: None
  player_suspended: None
  debt_blocks: Amount
  tier_too_low: None
  account_resting: None
  withdrawal_released: { reason: ReasonCode<'withdrawal'> }
}

/** Every text for a player beside the inbox, by its code, with its parameters; all are text, so that they travel as JSON. */
export type PlayerTextParams = NoticeTextParams & PaymentTextParams
