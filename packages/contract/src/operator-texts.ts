import type { HoldTextParams, OperatorFormTextParams, OperatorTextParams } from './operator-text-params.ts'
import { changeTexts, factTexts } from './operator-texts-changes.ts'
import { eventTexts } from './operator-texts-events.ts'
import { fileTexts } from './operator-texts-files.ts'
import { alarmTexts, blockTexts, feedTexts } from './operator-texts-health.ts'
import { noticeTexts } from './operator-texts-notices.ts'
import { operatorPaymentTexts } from './operator-texts-payments.ts'
import { caseTexts, warningTexts } from './operator-texts-reviews.ts'
import { differenceTexts, lineTexts } from './operator-texts-statements.ts'
import { serviceTexts } from './operator-texts-services.ts'
import type { NameTextParams, PaymentTextParams } from './player-text-params.ts'
import { nameTexts } from './player-texts-names-en.ts'
import type { TextsFor, TextWriter } from './player-texts.ts'

/** A text that the console renders by `renderOperatorText`: for operators, or a step of a payment, which it words differently. */
export interface OperatorText {
  code: string
  params: Record<string, string>
}

/** Faults of the console's forms. */
const forms: TextsFor<OperatorFormTextParams> = {
  reason_required: () => 'Give a reason',
  hours_rule: () => 'Write hours as 08:30',
  day_required: () => 'Choose a day',
  text_required: () => 'Write something',
  line_required: () => 'Add a line',
  upi_id_rule: () => 'Write a UPI ID as name@bank',
  close_confirm: () => 'Write CLOSE to confirm',
  picture_unknown: () => 'There is no such picture',
  id_unknown: () => 'Nothing has this id',
  url_rule: () => 'Enter an address (URL)',
  provider_code_rule: () => 'Use 2 to 20 lowercase letters, digits or dashes',
  why_required: () => 'Say why',
  title_required: () => 'Give it a title',
  path_rule: () => 'Write a path of the portal that begins with /',
  https_rule: () => 'Write an address that begins with https://',
  percent_rule: () => 'Write percent as 1.5, with two decimals at most',
  branch_code_rule: () => 'Write the branch code or IFSC',
  bic_rule: () => 'Write the 8 or 11 characters of the BIC',
  email_rule: () => 'Write an e-mail address',
  time_rule: () => 'Write a time as 21:00',
  countries_rule: () => 'Use two capital letters for each country',
  totp_digits: () => 'Enter the 6 digits',
  staff_password_short: () => 'Use at least 12 characters',
  role_name_rule: () => 'Use 3 to 40 characters',
  tag_rule: () => 'Use 1 to 24 letters, digits, spaces, dots, dashes or underscores',
  role_empty: () => 'Choose at least one right.',
  staff_name_rule: () => 'Use 3 to 40 letters, digits, dots, dashes or underscores',
  name_in_use: () => 'An operator of this name exists.',
  passkey_name_rule: () => 'Use 1 to 40 characters',
  seat_end_rule: () => 'Choose a time from now on, within two years',
  role_name_in_use: () => 'A role of this name exists.',
  whole_number: () => 'Write a whole number',
  at_least: ({ least }) => `At least ${least}`,
  at_most: ({ most }) => `At most ${most}`,
  key_rule: () => 'Use 1 to 100 letters, digits, dots, colons or dashes',
  smallest_above_nothing: () => 'Enter a smallest amount above 0',
  largest_above_smallest: () => 'Enter a largest amount above the smallest',
  fee_below_smallest: () => 'Enter a fee below the smallest withdrawal',
  amount_above_nothing: () => 'Enter an amount above 0',
  live_needs_two: () => 'Live mode always needs two people',
  period_order: () => 'The end has to come after the beginning',
  document_end_rule: () => 'Enter the last 4 letters or digits of the number',
  document_expired: () => 'This document has expired',
  block_mobile_rule: () => 'Enter a mobile number of Namibia or India with its country code, such as +264811234567',
  block_payout_rule: () => 'Enter the number of an account, a wallet or a UPI id, 6 to 64 characters',
  block_payer_rule: () => 'Enter the payer or the reference as the bank writes it, 4 to 100 letters and digits',
  block_device_rule: () => 'Enter the device’s key of 64 digits and letters a to f',
  block_kind_rule: () => 'The kind is mobile, payout, payer or device',
  block_until_rule: () => 'Enter a day that is still to come, such as 2027-06-30, or nothing',
  block_reason_rule: () => 'Enter a reason of 3 to 500 characters',
  block_first_wrong: ({ line, count }) => `Line ${line} is the first of ${count} wrong lines. Nothing was added.`,
  amount_above_zero: () => 'Enter an amount above 0',
  public_https_rule: () => 'Use an https address with a public name',
  referral_no_share: () => 'A referral gives an amount, not a share',
  share_required: () => 'Say which share it gives',
  friend_stake_required: () => 'Say how much the friend has to stake',
  friend_deposit_required: () => 'Say how much the friend has to deposit',
  play_of_referral_only: () => 'Only a referral asks for play',
  list_only: () => 'Choose one from the list',
  wording_params_missing: ({ params }) => `Add ${params}: without it, the message leaves out what players need`,
  wording_params_unknown: ({ params, known }) =>
    `Remove ${params}: ${known === '' ? 'this text takes no parameter' : `this text takes only ${known}`}`,
  wording_title_params: () => 'Use no parameter in the title: it is also shown where amounts are hidden',
  wording_braces: () => 'Write a parameter as {name}, and use braces for nothing else',
  wording_link: ({ address, host }) => `Remove ${address}: messages link only to ${host}`,
  wording_long: ({ most, length }) => `At most ${most} characters; with the longest values, it has ${length}`,
  wording_sms_parts: ({ most, parts, foreign }) =>
    `At most ${most} parts; with the longest values, it has ${parts}.${foreign === '' ? '' : ` Each part is shorter because of ${foreign}`}`,
  first_amount: ({ amount, currency }, { money }) => `The first operator confirmed ${money(amount, currency)}.`,
  amount_again: () => 'Enter the amount a second time',
  amounts_differ: () => 'The two amounts differ. Enter the same amount',
  limits_of_details: () => 'Set the limits of its details',
  staff_password_rule: () => 'Choose a password of your own, at least 12 characters, without your name',
  mapping_no_json: () => 'This mapping is not JSON.',
  mapping_columns: () => 'Say which column holds the day and which one the amount.',
  statement_currency: ({ currency, account, account_currency }) =>
    `This statement is in ${currency}; ${account} is in ${account_currency}.`,
  payment_reference_elsewhere: () => 'Another withdrawal already has this payment reference.',
}

const span = (until: string) => (until === '' ? 'for good' : `until ${until.slice(0, 10)}`)

/** Why money is held. */
const holds: TextsFor<HoldTextParams> = {
  stop_books_broken: () => 'The books do not add up. No money goes out until they do.',
  stop_market_illegal: () => 'There is no licence or legal basis for payments in this market.',
  stop_market_closed: () => 'Withdrawals are closed in this market.',
  stop_wallet_closed: () => 'The player’s wallet is closed.',
  stop_wallet_frozen: () => 'The player’s wallet is frozen. Nothing goes out until a manager unfreezes it.',
  stop_player_suspended: () => 'The player is suspended. Nothing goes out until the suspension is lifted.',
  stop_debt: ({ amount, currency }, { money }) =>
    `The player owes ${money(amount, currency)}. Nothing goes out until it is paid or written off.`,
  stop_tier_too_low: () => 'The player is not verified as far as withdrawals require.',
  stop_account_refused: () => 'The payout account is on the blocklist. New withdrawals to it are refused.',
  stop_account_resting: ({ until }) => `The payout account is new and rests until ${until}.`,
  risk_unchecked: () => 'Check this first:',
  payouts_all_held: () => 'Every approved withdrawal of this kind is kept back.',
  payouts_held: ({ count }) =>
    `${count} of these payouts must not go out. Remove them from the batch, then fetch the file again.`,
  hold_wallet_closed: () => 'The player’s wallet is closed for good. Reject this payment and send it back.',
  hold_break_asked: ({ until }) =>
    `The player took a break from play (${span(until)}) and asks for this payment back. Reject it and send it back.`,
  hold_break_waiting: ({ until }) =>
    `The player took a break from play (${span(until)}) and has not decided yet whether this payment is credited. Wait for their decision, or reject it and send it back.`,
  hold_excluded_asked: ({ until }) =>
    `The player excluded themselves from play (${span(until)}) and asks for this payment back. Reject it and send it back.`,
  hold_excluded_waiting: ({ until }) =>
    `The player excluded themselves from play (${span(until)}) and has not decided yet whether this payment is credited. Wait for their decision, or reject it and send it back.`,
  hold_play_blocked: () =>
    'An operator blocked deposits and stakes of this player. Send the payment back, or credit it knowingly.',
  hold_player_suspended: () => 'The player is suspended. Send the payment back, or credit it knowingly.',
  hold_payer_blocked: () =>
    'The payer of this money is on the blocklist. Send the payment back, or credit it knowingly.',
}

/** The console's catalogue, in English only. */
export const operatorTexts: TextsFor<OperatorTextParams & PaymentTextParams & NameTextParams> = {
  ...operatorPaymentTexts,
  ...forms,
  ...holds,
  ...warningTexts,
  ...caseTexts,
  ...changeTexts,
  ...factTexts,
  ...blockTexts,
  ...feedTexts,
  ...alarmTexts,
  ...noticeTexts,
  ...eventTexts,
  ...serviceTexts,
  ...fileTexts,
  ...lineTexts,
  ...differenceTexts,
  // Names and labels of payment details, as players read them.
  ...nameTexts,
}

/**
 * Makes a text for operators, as sent by the server.
 * @example operatorText('first_amount', { amount: '100.00', currency: 'NAD' })
 */
export const operatorText = <Code extends keyof OperatorTextParams>(
  code: Code,
  params: OperatorTextParams[Code],
): OperatorText => ({ code, params })

/** Makes a text that somebody typed, or a value without translation. */
export const typedText = (text: string): OperatorText => ({ code: 'text', params: { text } })

/** Renders a text; undefined for a code unknown to this version. */
export function renderOperatorText({ code, params }: OperatorText, write: TextWriter): string | undefined {
  if (code === 'text') return params['text']
  if (!Object.hasOwn(operatorTexts, code)) return undefined
  // TypeScript cannot check a code chosen at run time.
  return operatorTexts[code as keyof typeof operatorTexts](params as never, write)
}
