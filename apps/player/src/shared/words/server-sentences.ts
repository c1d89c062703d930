import type { gatewayRefusals } from '@dhow/contract/gateway'
import type { RefusalCode } from '@dhow/contract/refusals'
import type { providerRefusals } from '@dhow/contract/providers'
import type { methodRefusals } from '@dhow/contract/methods'
import type { heldWinRefusals } from '@dhow/contract/held-wins'
import type { rewardCheckRefusals } from '@dhow/contract/reward-checks'
import type { approvalRefusals } from '@dhow/contract/approvals'
import type { staffRefusals } from '@dhow/contract/staff'
import type { statementRefusals } from '@dhow/contract/statements'

/** Refusals that a player never hears: of the console, of providers, and of the ledger's own workings. */
type Unheard =
  | keyof typeof providerRefusals
  | keyof typeof approvalRefusals
  | keyof typeof heldWinRefusals
  | keyof typeof rewardCheckRefusals
  | keyof typeof staffRefusals
  | keyof typeof methodRefusals
  | keyof typeof gatewayRefusals
  | keyof typeof statementRefusals
  | 'deposit_claimed'
  | 'same_operator'
  | 'case_closed'
  | 'message_not_failed'
  | 'bonus_rule_invalid'
  | 'gift_pot_too_small'
  | 'reference_credited'
  | 'account_missing'
  | 'account_closed'
  | 'account_not_empty'
  | 'currency_mismatch'
  | 'hold_missing'
  | 'hold_ended'
  | 'payment_reference_used'
  | 'risks_unchecked'
  | 'payouts_not_configured'
  | 'payout_with_service'
  | 'nothing_to_pay'
  | 'batch_state_changed'
  | 'payer_account_missing'
  | 'payout_file_unsupported'
  | 'account_has_open_payments'
  | 'statement_too_long'
  | 'player_suspended'
  | 'batch_held'
  | 'credit_held'
  | 'player_owes'

/** Translation of the server's texts for players: its refusals by their code, its other sentences by their English form. */
export interface ServerWords {
  refusals: Record<Exclude<RefusalCode, Unheard>, string>
  sentences: Record<ServerSentence, string>
}

/** The server's sentences beside the refusals' own. What stands in braces is put in by the server, and goes along. */
export const serverSentences = [
  // Fields of forms.
  'This is required',
  'This is too long',
  'Enter a valid number',
  'Amount is required',
  'UTR number is required',
  'Minimum allowed is {currency} {amount}',
  'Maximum allowed is {currency} {amount}',
  'This reference is too long',
  'This number is too long',
  'Enter the voucher number',
  'Enter your mobile number',
  'Enter a mobile number of {country}, such as {example}',
  'Enter your password',
  'Use 3 to 20 letters, digits, dots or underscores',
  'Use at least 8 characters',
  'Use at most 128 characters',
  'Enter the 6 digits of the code',
  'Use at least two different characters',
  'Do not use a sequence such as 12345678 or qwertyui',
  'Do not use digits only; add words',
  'This password is too common',
  'Do not use your name or number',
  'This is not your password.',
  'This name is available.',
  // How long to wait.
  'You can ask for another code in {wait}.',
  'Too many wrong tries. You can try again in {wait}.',
  'Too many tries. You can try again in {wait}.',
  '1 second',
  '{n} seconds',
  '{n} minutes',
  '{n} hours',
  'You can change your player name again on {date}.',
  'Write EXCLUDE to confirm',
  'Enter the name as it appears at your bank',
  'Enter the name of the bank',
  'Enter the 9 to 18 digits of the account number',
  'Enter the 8 to 13 digits of the account number',
  'Enter the 11 characters of the IFSC, such as {example}',
  'Enter the 6 digits of the branch code',
  'Enter a UPI ID such as {example}',
  'Enter the mobile number of the wallet',
  'This voucher cannot be used. Please check its number.',
  'The reference in the message that confirms your payment: 4 to 32 letters and digits. Never send a PIN.',
  'The 12 digits that your UPI app shows as "UPI Ref No." or UTR.',
  'The 12 digits that your bank shows.',
  '16 to 22 letters and digits.',
  '22 letters and digits.',
  'The reference on your proof of payment: 4 to 32 letters and digits.',
  // Confirmations.
  'Your password was changed. Please sign in.',
  'Your player name is saved.',
  'Gift claimed successfully',
  'This gift can be claimed.',
  // How to pay, as it comes with the server; an operator's own words stay as they are.
  'Pay by UPI or bank transfer, then send us the reference and a screenshot.',
  'Pay by bank transfer, then send us the reference. A screenshot helps.',
  'Send {product} to our number, then give us the reference. Never the PIN.',
  'Sandbox: nobody is paid.',
  'Sandbox: nobody is paid. Any 12 digits will do as the reference.',
  'Sandbox: nobody is paid. Any reference of 4 letters or more will do.',
  'Sandbox: nobody is paid and the number is invented. Any reference will do, but never send a PIN.',
  'Payment reference',
  'Reference of the message',
  'UPI reference (UTR)',
  'UTR number',
  'This account is not active.',
  'Write a message',
  'This message is too long',
  // Vouchers.
  'This voucher cannot be used.',
  'We accept vouchers from {amount}.',
  'We accept vouchers up to {amount}.',
  // Withdrawals.
  'You owe {amount} from a payment that was reversed. You can withdraw again once it is paid.',
  'This account is closed.',
  // Bonuses and friends.
  'You bet with your cash only. Bonus money stays locked until you meet its wagering requirement; then it becomes cash.',
  'We add {percent}% of your first deposit, up to {amount}.',
  'We add {percent}% of a deposit after your first, up to {amount}.',
  'We give back {percent}% of what you lost in the week before, up to {amount}.',
  'You get {amount} for each friend who joins with your code, deposits and plays.',
  'Your friend has to deposit {amount} and to stake {stake} in rounds that are settled.',
  'It is paid to your cash. Accounts that share a device or a number are not counted.',
  'The deposit has to be {amount} or more.',
  'Claim it within {days} days of the deposit.',
  'No wagering requirement: it is paid as cash.',
  'Stake {times} times the bonus within {days} days, and it becomes cash.',
  'Stakes in {game} count {percent}%.',
  'A round that returns {from}% to {to}% of its stake counts {percent}%: bets on both sides and bets that nearly always win.',
  'You can have one active bonus at a time. If you cancel it, you keep your cash and your winnings.',
] as const
export type ServerSentence = (typeof serverSentences)[number]
