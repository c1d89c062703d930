import { moneyActions, type MoneyAction } from './money-actions.ts'
import type { FactTextParams } from './fact-text-params.ts'
import type { ChangeTextParams } from './operator-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Name of a setting from its path: `withdrawals.limits_minor.NA.max` is “withdrawals · limits · NA · max”. */
const settingName = (path: string) =>
  path.replaceAll('_minor', '').replace('percent_bp', 'percent').replaceAll('_', ' ').replaceAll('.', ' · ')

/** Stored actions may be unknown to this version. */
const actionTitle = (action: MoneyAction): string =>
  Object.hasOwn(moneyActions, action) ? moneyActions[action].title : action

/** Changes that need a second person, in English. */
export const changeTexts: TextsFor<ChangeTextParams> = {
  money_action: ({ action }) => actionTitle(action),
  money_action_of: ({ action, amount, currency }, { money }) => `${actionTitle(action)}: ${money(amount, currency)}`,
  change_settings: () => 'Settings',
  change_provider: () => 'New game provider',
  change_provider_key: () => 'New key of a game provider',
  change_provider_ceilings: () => 'Ceilings of a game provider',
  change_payment_detail: () => 'Payment detail',
  change_operator: () => 'Operator',
  change_role: () => 'Role',
  change_content: () => 'Terms and messages',
  change_debt: () => 'Debts',
  change_report_rule: () => 'Rule of whom to look at',
  settings_loosened: ({ paths }) => paths.split('; ').map(settingName).join('; '),
  detail_added: ({ name, method }) => `New detail “${name}” for ${method}`,
  detail_changed: ({ id, method, before, name }) =>
    before === name
      ? `Change detail ${id} of ${method}, “${name}”`
      : `Change detail ${id} of ${method}, “${before}”, to “${name}”`,
  operator_added: ({ name, role }) => `Add ${name} as ${role}`,
  operator_raised: ({ name, role }) => `Make ${name} a ${role}`,
  content_published: ({ name, number }) => `Publish version ${number} of ${name}`,
  wording_published: ({ message, number }) => `Publish version ${number} of the message “${message}”`,
  role_changed: ({ role }) => `Change what the role ${role} allows`,
  seat_extended: ({ name, until }) => `Let ${name} read until ${until.slice(0, 16).replace('T', ' ')} UTC`,
  provider_added: ({ name }) => `Add the game provider ${name}`,
  provider_key_added: ({ provider }) => `Add a key for the game provider ${provider}`,
  provider_ceiling_raised: ({ provider, currency }) =>
    `Raise a ceiling of the game provider ${provider} in ${currency}`,
  report_rule_loosened: ({ report, market, rule }) => `${report}, ${market}: find fewer players by “${rule}”`,
  debt_written_off: ({ player, amount, currency }, { money }) =>
    `Write off ${money(amount, currency)} that ${player} owes`,
  second_from: ({ amount, currency }, { money }) => `From ${money(amount, currency)}, a second person decides.`,
  second_operator_day: ({ amount, currency }, { money }) =>
    `The proposer decided on ${money(amount, currency)} alone today.`,
  second_player_day: ({ amount, currency }, { money }) =>
    `One person alone decided on ${money(amount, currency)} for this player today.`,
  second_above_confirmed: () => 'It is more than the service has confirmed.',
}

/** Names and values in a change, in English. */
export const factTexts: TextsFor<FactTextParams> = {
  fact_setting: ({ path }) => settingName(path),
  fact_second_person: () => 'Why a second person',
  fact_name: () => 'Name',
  fact_upi: () => 'UPI',
  fact_role: () => 'Role',
  fact_right_gained: () => 'Gains',
  fact_right_lost: () => 'Loses',
  fact_role_of: () => 'Who has it',
  fact_seat_ends: () => 'Reads until',
  fact_amount: () => 'Amount',
  fact_debt: () => 'Debt',
  fact_code: () => 'Code',
  fact_launch_address: () => 'Launch address',
  fact_games_list: () => 'List of games',
  fact_protocol: () => 'Protocol',
  fact_overlap_hours: () => 'Present key ends after (hours)',
  fact_largest_win: () => 'Largest win',
  fact_largest_multiple: () => 'Largest multiple of the stakes',
  fact_multiple_from: () => 'Multiple checked from',
  fact_hour_wins: () => 'Wins above stakes in an hour',
  fact_decision: () => 'Decision',
  fact_provider: () => 'Provider',
  fact_round: () => 'Round',
  fact_rounds: () => 'Rounds',
  fact_stake: () => 'Stake',
  fact_win: () => 'Win',
  fact_live_from: () => 'Live from',
  fact_title: () => 'Title',
  fact_language: () => 'Language',
  fact_text: () => 'Text',
  fact_text_message: () => 'Text message',
  fact_kind: () => 'Kind',
  fact_each_share: () => 'Each share',
  fact_all_shares: () => 'All shares together',
  fact_shares: () => 'Shares',
  fact_expires_hours: () => 'Expires after (hours)',
  fact_bonus_percent: () => 'Bonus %',
  fact_most_each: () => 'Most for one player',
  fact_wagering: () => 'Wagering requirement (×)',
  fact_players: () => 'Players in the market',
  fact_most_all: () => 'Most if every player claims it once',
  fact_rule_days: () => 'Days',
  fact_rule_from: () => 'From',
  fact_rule_points: () => 'Points',
  fact_rule_on: () => 'Counts',
  fact_rule_players: () => 'Players in the report of the last seven days',
  fact_link: () => 'Link',
  fact_link_for: ({ name }) => `Link for ${name}`,
  fact_secret: ({ provider }) => `Secret of ${provider}`,
  value_amount: ({ amount, currency }, { money }) => money(amount, currency),
  value_confirmed: ({ amount, currency }, { money }) => `${money(amount, currency)} confirmed by the service`,
  value_times: ({ times }) => `${times}×`,
  value_on: () => 'On',
  value_off: () => 'Off',
  value_pay: () => 'Pay',
  value_refuse: () => 'Refuse',
}
