import type { Currency } from './money.ts'

type None = Record<never, string>
/** `amount` and other amounts are written as the API writes amounts, all in one currency. */
type Amount = { amount: string; currency: Currency }

/** Faults of the console's forms. */
export type OperatorFormTextParams = {
  reason_required: None
  hours_rule: None
  day_required: None
  text_required: None
  line_required: None
  upi_id_rule: None
  close_confirm: None
  picture_unknown: None
  id_unknown: None
  url_rule: None
  provider_code_rule: None
  why_required: None
  title_required: None
  https_rule: None
  percent_rule: None
  branch_code_rule: None
  bic_rule: None
  email_rule: None
  countries_rule: None
  totp_digits: None
  staff_password_short: None
  staff_name_rule: None
  key_rule: None
  whole_number: None
  at_least: { least: string }
  at_most: { most: string }
  name_in_use: None
  smallest_above_nothing: None
  largest_above_smallest: None
  fee_below_smallest: None
  amount_above_nothing: None
  live_needs_two: None
  period_order: None
  amount_above_zero: None
  public_https_rule: None
  referral_no_share: None
  share_required: None
  friend_stake_required: None
  friend_deposit_required: None
  play_of_referral_only: None
  list_only: None
  first_amount: Amount
  amount_again: None
  amounts_differ: None
  limits_of_details: None
  staff_password_rule: None
  mapping_no_json: None
  mapping_columns: None
  statement_currency: { currency: string; account: string; account_currency: string }
  file_fault: { fault: string }
  payment_reference_elsewhere: None
}

/** Why money is kept back: withdrawals by their gate, payments by the gate of credits. `until` is an instant, or empty for good. */
export type HoldTextParams = {
  stop_books_broken: None
  stop_market_illegal: None
  stop_market_closed: None
  stop_wallet_closed: None
  stop_wallet_frozen: None
  stop_player_suspended: None
  stop_debt: Amount
  stop_tier_too_low: None
  stop_account_resting: { until: string }
  risk_unchecked: { text: string }
  payouts_all_held: None
  payouts_held: { count: string }
  hold_wallet_closed: None
  hold_break_asked: { until: string }
  hold_break_waiting: { until: string }
  hold_excluded_asked: { until: string }
  hold_excluded_waiting: { until: string }
  hold_play_blocked: None
  hold_player_suspended: None
}

/** Every text for an operator that the server sends by code, with its parameters; all are text, so that they travel as JSON. */
export type OperatorTextParams = OperatorFormTextParams & HoldTextParams
