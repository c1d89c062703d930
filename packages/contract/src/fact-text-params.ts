import type { Currency } from './money.ts'

type None = Record<never, string>
/** Amounts are in the API's form, all in one currency. */
type Amount = { amount: string; currency: Currency }

/** Names and values in a change. `path` is a setting's, such as `withdrawals.rest_hours`. */
export type FactTextParams = {
  fact_setting: { path: string }
  fact_second_person: None
  fact_name: None
  fact_upi: None
  fact_role: None
  fact_right_gained: None
  fact_right_lost: None
  fact_role_of: None
  fact_seat_ends: None
  fact_amount: None
  fact_debt: None
  fact_code: None
  fact_launch_address: None
  fact_games_list: None
  fact_protocol: None
  fact_overlap_hours: None
  fact_largest_win: None
  fact_largest_multiple: None
  fact_multiple_from: None
  fact_hour_wins: None
  fact_decision: None
  fact_provider: None
  fact_round: None
  fact_rounds: None
  fact_stake: None
  fact_win: None
  fact_title: None
  fact_language: None
  fact_text: None
  fact_text_message: None
  fact_live_from: None
  fact_kind: None
  fact_each_share: None
  fact_all_shares: None
  fact_shares: None
  fact_expires_hours: None
  fact_bonus_percent: None
  fact_most_each: None
  fact_wagering: None
  fact_players: None
  fact_most_all: None
  fact_rule_days: None
  fact_rule_from: None
  fact_rule_points: None
  fact_rule_on: None
  fact_rule_players: None
  fact_link: None
  fact_link_for: { name: string }
  fact_secret: { provider: string }
  value_amount: Amount
  value_confirmed: Amount
  value_times: { times: string }
  value_on: None
  value_off: None
  value_pay: None
  value_refuse: None
}
