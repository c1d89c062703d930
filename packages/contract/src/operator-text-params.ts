import type { MoneyAction } from './money-actions.ts'
import type { Currency } from './money.ts'
import type { EventTextParams } from './event-text-params.ts'
import type { FactTextParams } from './fact-text-params.ts'
import type { ServiceTextParams } from './service-text-params.ts'
import type { DifferenceTextParams, FileTextParams, LineTextParams } from './statement-text-params.ts'

type None = Record<never, string>
/** Amounts are in the API's form, all in one currency. */
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
  path_rule: None
  percent_rule: None
  branch_code_rule: None
  bic_rule: None
  email_rule: None
  time_rule: None
  countries_rule: None
  totp_digits: None
  staff_password_short: None
  staff_name_rule: None
  role_name_rule: None
  role_empty: None
  tag_rule: None
  key_rule: None
  whole_number: None
  at_least: { least: string }
  at_most: { most: string }
  name_in_use: None
  seat_end_rule: None
  passkey_name_rule: None
  role_name_in_use: None
  smallest_above_nothing: None
  largest_above_smallest: None
  fee_below_smallest: None
  amount_above_nothing: None
  live_needs_two: None
  period_order: None
  document_end_rule: None
  document_expired: None
  block_mobile_rule: None
  block_payout_rule: None
  block_payer_rule: None
  block_device_rule: None
  block_kind_rule: None
  block_until_rule: None
  block_reason_rule: None
  block_first_wrong: { line: string; count: string }
  amount_above_zero: None
  public_https_rule: None
  referral_no_share: None
  share_required: None
  friend_stake_required: None
  friend_deposit_required: None
  play_of_referral_only: None
  list_only: None
  wording_params_missing: { params: string }
  /** `known` is empty if the message has none. */
  wording_params_unknown: { params: string; known: string }
  wording_title_params: None
  wording_braces: None
  wording_link: { address: string; host: string }
  wording_long: { most: string; length: string }
  /** `foreign`: characters outside the GSM alphabet. */
  wording_sms_parts: { most: string; parts: string; foreign: string }
  first_amount: Amount
  amount_again: None
  amounts_differ: None
  limits_of_details: None
  staff_password_rule: None
  mapping_no_json: None
  mapping_columns: None
  statement_currency: { currency: string; account: string; account_currency: string }
  payment_reference_elsewhere: None
}

/** Why money is held, by the checks of withdrawals and credits. `until` is an instant, or empty without an end. */
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
  stop_account_refused: None
  risk_unchecked: None
  payouts_all_held: None
  payouts_held: { count: string }
  hold_wallet_closed: None
  hold_break_asked: { until: string }
  hold_break_waiting: { until: string }
  hold_excluded_asked: { until: string }
  hold_excluded_waiting: { until: string }
  hold_play_blocked: None
  hold_player_suspended: None
  hold_payer_blocked: None
}

/** Risk flags of deposits and withdrawals; a warning's code is that of its text. `state` is a deposit's state, `player` a player's id. */
export type WarningTextParams = {
  proof_seen: None
  reference_seen: { state: string }
  reference_claimed: { player: string }
  proof_copy: None
  proof_similar: None
  new_player: None
  large: None
  name_unknown: None
  name_differs: { holder: string; known: string }
  little_play: None
  soon_after_deposit: None
  much_at_once: None
  account_shared: None
  payee_blocked: None
  account_new: None
}

/** Why a service's payment needs an operator. `refusal` is the code of a refusal. */
export type CaseTextParams = {
  case_no_amount: None
  case_other_currency: { currency: string }
  case_above_limit: None
  case_below_limit: None
  case_far_from_asked: None
  case_other_player: { service: string }
  case_other_order: { service: string }
  case_two_amounts: { service: string }
  case_silent_issuer: None
  case_ledger_refused: { refusal: string }
}

/** Changes that need a second person: titles, contents, and reasons. */
export type ChangeTextParams = {
  money_action: { action: MoneyAction }
  money_action_of: Amount & { action: MoneyAction }
  change_settings: None
  change_provider: None
  change_provider_key: None
  change_provider_ceilings: None
  change_payment_detail: None
  change_operator: None
  change_role: None
  change_content: None
  change_debt: None
  change_report_rule: None
  settings_loosened: { paths: string }
  /** The values are in the change’s facts. Rows from before 29 November have them here, too. */
  detail_added: { name: string; method: string }
  detail_changed: { id: string; method: string; before: string; name: string }
  operator_added: { name: string; role: string }
  operator_raised: { name: string; role: string }
  role_changed: { role: string }
  seat_extended: { name: string; until: string }
  content_published: { name: string; number: string }
  wording_published: { message: string; number: string }
  provider_added: { name: string }
  provider_key_added: { provider: string }
  provider_ceiling_raised: { provider: string; currency: string }
  report_rule_loosened: { report: string; market: string; rule: string }
  debt_written_off: Amount & { player: string }
  second_from: Amount
  second_operator_day: Amount
  second_player_day: Amount
  second_above_confirmed: None
}

/** Players' own breaks from play. */
export type BlockTextParams = {
  block_time_out: None
  block_self_exclusion: None
}

/** Why a list of games, or one of its games, was not imported. `message` is a program's error. */
export type FeedTextParams = {
  feed_status: { status: string }
  feed_page_large: None
  feed_malformed: None
  feed_too_long: { most: string }
  feed_endless: None
  feed_empty: None
  feed_failed: { message: string }
  game_field_wrong: { field: string }
  game_twice: None
  game_code_long: None
  game_stakes_wrong: None
}

/** Alarms. `checks` names checks of the books; `kind` is one of text messages; `side` is `ahead` or `behind`. */
export type AlarmTextParams = {
  alarm_job_fails: { job: string; failures: string }
  alarm_job_stopped: { job: string }
  alarm_disk: { free: string; least: string }
  alarm_books: { checks: string }
  alarm_audit: { entry: string }
  alarm_codes: { count: string; most: string }
  alarm_messages_late: { kind: string; count: string }
  alarm_message_gateway: { gateway: string; failures: string }
  alarm_wins_held: { provider: string; count: string }
  alarm_return: { provider: string; currency: string; paid: string; stated: string }
  alarm_database: None
  alarm_break_glass: { name: string; role: string; until: string; reason: string }
  alarm_clock: { seconds: string; side: string }
  alarm_certificate: { host: string; days: string }
  alarm_certificate_ended: { host: string }
  alarm_standby: { standby: string; seconds: string; megabytes: string }
  alarm_backup_failed: { outcome: string }
  alarm_backup_late: { hours: string }
  alarm_drill_failed: { outcome: string }
  alarm_drill_late: { days: string }
  alarm_files_failed: { outcome: string }
  alarm_files_late: { hours: string }
}

/** Notices to staff, and delivery failures. `queue` is a queue of the overview. */
export type NoticeTextParams = {
  notice_queue: { queue: string; count: string; minutes: string }
  notice_provider_down: { provider: string }
  notice_withdrawal: Amount & { withdrawal: string }
  notice_complaint: { number: string; hours: string }
  notice_status: { status: string }
  notice_silent: None
  notice_inside: None
  notice_no_mail_server: None
  notice_mail_refused: { answer: string }
  notice_channel_off: None
  notice_channel_removed: None
}

/** All texts for operators that the server sends by code, with parameters; all strings, for JSON. */
export type OperatorTextParams = OperatorFormTextParams &
  HoldTextParams &
  WarningTextParams &
  CaseTextParams &
  ChangeTextParams &
  FactTextParams &
  BlockTextParams &
  FeedTextParams &
  AlarmTextParams &
  NoticeTextParams &
  EventTextParams &
  ServiceTextParams &
  FileTextParams &
  LineTextParams &
  DifferenceTextParams
