import type { ReasonCode } from './message-reasons.ts'
import type { Currency } from './money.ts'
import type { PlayerRefusalCode } from './refusals.ts'

type None = Record<never, string>
/** Amounts are in the API's form, all in one currency. */
type Amount = { amount: string; currency: Currency }

/** Notices, and answers about limits and breaks. */
export type NoticeTextParams = {
  gift_claimed: None
  prize_credited: None
  free_rounds_given: None
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

/** Text typed by a person, shown unchanged in every language. */
export type TypedTextParams = { text: { text: string } }

/** Steps and reasons of deposits, payments and withdrawals. */
export type PaymentTextParams = {
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
  voucher_not_accepted: None
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
  account_refused: None
  account_resting: None
  withdrawal_released: { reason: ReasonCode<'withdrawal'> }
}

/** Errors of form fields, waits and confirmations of forms. `seconds` is a whole number, `date` a day such as `2026-11-25`. */
export type FormTextParams = {
  required: None
  too_long: None
  number_invalid: None
  amount_required: None
  utr_required: None
  amount_minimum: Amount
  amount_maximum: Amount
  reference_too_long: None
  number_too_long: None
  voucher_required: None
  mobile_required: None
  email_invalid: None
  mobile_invalid: { market: 'NA' | 'IN'; example: string }
  password_required: None
  player_name_rule: None
  password_short: None
  password_long: None
  code_digits: None
  password_same: None
  password_sequence: None
  password_digits: None
  password_common: None
  password_personal: None
  password_wrong: None
  name_available: None
  wait_code: { seconds: string }
  wait_wrong: { seconds: string }
  wait_tries: { seconds: string }
  name_change_from: { date: string }
  exclude_confirm: None
  holder_rule: None
  bank_required: None
  account_digits_india: None
  account_digits_namibia: None
  ifsc_rule: { example: string }
  branch_rule: None
  upi_rule: { example: string }
  wallet_number_rule: None
  account_other_country: None
  voucher_check_number: None
  voucher_minimum: Amount
  voucher_maximum: Amount
  reference_of_message: None
  reference_of_upi: None
  reference_of_imps: None
  reference_of_neft: None
  reference_of_rtgs: None
  reference_of_proof: None
  message_required: None
  message_too_long: None
  password_changed: None
  name_saved: None
  gift_claimable: None
  input_invalid: None
  list_too_long: None
  text_unstorable: None
  client_reference_rule: None
  reference_of_bank_india: None
}

/** Terms of bonuses, and how to pay. */
export type TermTextParams = {
  claim_needs_mobile: None
  claim_needs_identity: None
  claim_network_full: { claims: string; hours: string }
  claim_device_full: { claims: string; hours: string }
  claim_excluded: { title: string }
  label_payment_reference: None
  label_message_reference: None
  label_upi_reference: None
  label_utr: None
  pay_india: None
  pay_bank: None
  pay_wallet: { wallet: string }
  sandbox_nobody: None
  sandbox_digits: None
  sandbox_letters: None
  sandbox_wallet: None
  order_of_funds: None
  bonus_welcome: Amount & { percent: string }
  bonus_reload: Amount & { percent: string }
  bonus_cashback: Amount & { percent: string }
  bonus_referral: Amount
  referral_friend: Amount & { stake: string }
  referral_paid_to: None
  bonus_minimum: Amount
  bonus_claim_within: { days: string }
  bonus_no_wagering: None
  bonus_wagering: { times: string; days: string }
  /** `hi` and `af` are the game's names in those languages, if any. */
  weight_game: { game: string; hi?: string; af?: string; percent: string }
  weight_returns: { from: string; to: string; percent: string }
  bonus_one_active: None
  label_imps: None
  label_neft: None
  label_rtgs: None
  pay_voucher: None
  pay_a_pay: None
}

/** Names of methods, payout accounts and payment details, and the labels of their lines. */
export type NameTextParams = {
  method_bank_or_upi: None
  method_eft: None
  method_voucher: None
  detail_bank_transfer: None
  line_bank: None
  line_account_name: None
  line_account_number: None
  line_branch_code: None
  line_name: None
  line_cellphone: None
  account_bank: None
  account_wallet: None
}

/** Sentences of refusals that players read. */
export type RefusalTextParams = Record<PlayerRefusalCode, None>

/** Texts in each language's catalogue. */
export type CatalogueParams = NoticeTextParams &
  PaymentTextParams &
  FormTextParams &
  TermTextParams &
  NameTextParams &
  RefusalTextParams

/** All texts for players outside the inbox, by code, with parameters; all strings, for JSON. */
export type PlayerTextParams = CatalogueParams & TypedTextParams
