import type { CaseTextParams, WarningTextParams } from './operator-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Risk flags of deposits and withdrawals, in English. */
export const warningTexts: TextsFor<WarningTextParams> = {
  proof_seen: () => 'The very same screenshot was sent before.',
  reference_seen: ({ state }) => `Another deposit has this reference (${state}).`,
  reference_claimed: ({ player }) => `The reference was sent again, by the player ${player}.`,
  proof_copy: () => 'The screenshot is most likely a copy of one that was sent before.',
  proof_similar: () => 'The screenshot looks like one that was sent before.',
  new_player: () => 'The player’s account is less than a day old.',
  large: () => 'A second operator has to confirm this amount.',
  name_unknown: () => 'No payment of this player has shown a name yet.',
  name_differs: ({ holder, known }) =>
    `The account is in the name of ${holder}; this player’s payments came from ${known}.`,
  little_play: () => 'Less than half of what was paid in over 30 days was staked.',
  soon_after_deposit: () => 'The last deposit is less than an hour old.',
  much_at_once: () => 'This is nearly all of the balance.',
  payee_blocked: () => 'This payout account is on the blocklist.',
  account_shared: () => 'Another player has this payout account too.',
  account_new: () => 'The payout account is less than a day old.',
}

/** Why a service's payment needs an operator, in English. */
export const caseTexts: TextsFor<CaseTextParams> = {
  case_no_amount: () => 'The service confirmed no amount.',
  case_other_currency: ({ currency }) => `The service confirmed another currency (${currency}).`,
  case_above_limit: () => 'The amount is above the limit of this method.',
  case_below_limit: () => 'The amount is below the limit of this method.',
  case_far_from_asked: () => 'The amount is far from what was asked for.',
  case_other_player: ({ service }) => `${service} names another player.`,
  case_other_order: ({ service }) => `${service} names another order.`,
  case_two_amounts: ({ service }) => `The postback and ${service}’s own answer name different amounts.`,
  case_silent_issuer: () => 'The issuer has not answered for a day.',
  case_ledger_refused: ({ refusal }) => `The ledger refused it (${refusal}).`,
}
