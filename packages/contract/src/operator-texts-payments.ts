import { reasonText } from './message-reasons.ts'
import type { PaymentTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

const secondCheck = 'Approved once. A second operator has to confirm it.'

/** Steps and reasons of deposits, payments and withdrawals for operators, in English. Quotes texts that the player sees. */
export const operatorPaymentTexts: TextsFor<PaymentTextParams> = {
  deposit_received: () => 'The player reported a deposit.',
  deposit_declared: ({ amount, reference, currency }, { money }) =>
    `The player reported a payment of ${money(amount, currency)} with the reference ${reference}.`,
  deposit_checking: () => 'A cashier is checking this deposit.',
  deposit_second_check: () => secondCheck,
  deposit_credited: ({ amount, currency }, { money }) => `${money(amount, currency)} was credited to the player.`,
  deposit_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} was credited to the player, who reported ${money(declared, currency)}.`,
  payment_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} was credited, as the service confirmed. The player asked for ${money(declared, currency)}.`,
  voucher_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} was credited, as the issuer confirmed. The voucher was worth ${money(declared, currency)}.`,
  payment_found: ({ amount, currency }, { money }) =>
    `A payment of ${money(amount, currency)} was found and credited to the player.`,
  deposit_expired: () => 'This deposit was not checked in time and has expired.',
  deposit_unanswered: () => 'The player did not answer in time, and this deposit has expired.',
  deposit_rejected: ({ reason }) => `Rejected. The player reads: “${reasonText('en', 'deposit_rejected', reason)}”`,
  deposit_question: ({ question }) => `Question to the player: “${reasonText('en', 'deposit_question', question)}”`,
  deposit_reversed: ({ reason }) => `Reversed. The player reads: “${reasonText('en', 'deposit_reversed', reason)}”`,
  cashier_note: ({ text }) => `Note to the player: “${text}”`,
  answer_note: ({ text }) => `The player answered: “${text}”`,
  answer_reference: ({ reference }) => `The player corrected the reference to ${reference}.`,
  answer_amount: ({ amount, currency }, { money }) => `The player corrected the amount to ${money(amount, currency)}.`,
  answer_screenshot: () => 'The player sent another screenshot.',
  deposit_answered: () => 'The player answered, and this deposit is to be checked.',
  deposit_cancelled: () => 'The player cancelled this deposit.',
  screenshot_unreadable: () => 'The screenshot cannot be read. The player was asked for another one.',
  credit_asked: () => 'The player asked for this deposit to be credited.',
  refund_asked: () => 'The player asked for this payment to be sent back.',
  balance_reduced: ({ amount, currency }, { money }) =>
    `${money(amount, currency)} was taken from the player’s balance.`,
  withdrawal_cancelled_first: () =>
    'The player’s open withdrawal was cancelled first, and its money returned to their balance.',
  debt_opened: ({ amount, currency }, { money }) =>
    `The player had already spent ${money(amount, currency)} of it and owes that amount. Their next deposits pay it first.`,
  debt_part_paid: ({ amount, currency }, { money }) =>
    `${money(amount, currency)} of it went towards the player’s debt.`,
  debt_left: ({ amount, currency }, { money }) => `The player still owes ${money(amount, currency)}.`,
  debt_paid: ({ amount, currency }, { money }) => `${money(amount, currency)} of the player’s debt was paid.`,
  voucher_started: ({ digits, amount, currency }, { money }) =>
    `The player submitted the voucher ending in ${digits}, worth ${money(amount, currency)}.`,
  voucher_change_seen: () => 'The player viewed the change voucher.',
  voucher_unusable: () => 'This voucher cannot be used.',
  voucher_valid: () => 'This voucher is valid.',
  voucher_credited: () => 'The voucher was credited to the player.',
  voucher_not_accepted: () => 'The voucher was checked and not accepted.',
  voucher_checking: () => 'The voucher is being checked with its issuer and will be credited automatically.',
  voucher_waiting: () => 'The issuer has not answered yet and is asked again automatically.',
  voucher_unanswered: () => 'The issuer has not answered yet.',
  payment_to_review: () => 'The payment arrived. An operator has to check it.',
  payment_in_review: () => 'An operator has to check this payment.',
  payment_failed: () => 'The payment did not go through.',
  payment_expired: () => 'The payment was not made in time.',
  payment_refused: () => 'The payment was refused.',
  payment_late: () => 'The payment was not made in time. If it still arrives, it will be credited.',
  payment_started: ({ service }) => `The player started a payment at ${service}.`,
  payment_started_amount: ({ service, amount, currency }, { money }) =>
    `The player started a payment of ${money(amount, currency)} at ${service}.`,
  payment_on_way: ({ service }) => `The player was sent to ${service}.`,
  payment_not_opened: ({ service }) => `${service} did not open this payment. Nothing was paid.`,
  payment_failed_at: ({ service }) => `${service} reported that this payment did not go through. Nothing was credited.`,
  payment_contradicted: ({ service, status }) => `${service} reported ${status} after the payment was credited.`,
  withdrawal_received: () => 'The player requested a withdrawal.',
  withdrawal_requested: ({ amount, currency }, { money }) =>
    `The player requested ${money(amount, currency)}. The money is held.`,
  withdrawal_approved: () => 'The withdrawal is approved and can be paid.',
  withdrawal_second_check: () => secondCheck,
  withdrawal_sent: ({ amount, currency }, { money }) => `${money(amount, currency)} was sent to the bank.`,
  withdrawal_paid: ({ amount, reference, currency }, { money }) =>
    `${money(amount, currency)} was paid out. Reference: ${reference}`,
  withdrawal_unknown: () => 'The bank has not confirmed the payout yet and is asked again automatically.',
  withdrawal_returned: ({ amount, currency }, { money }) =>
    `The bank returned ${money(amount, currency)}. The money is back in the player’s balance.`,
  withdrawal_stopped: ({ reason }) => `Stopped. The player reads: “${reasonText('en', 'withdrawal', reason)}”`,
  withdrawals_closed: () => 'Withdrawals are closed.',
  wallet_closed: () => 'The player’s account is closed.',
  wallet_frozen: () => 'The player’s account is frozen.',
  player_suspended: () => 'The player is suspended.',
  debt_blocks: ({ amount, currency }, { money }) =>
    `The player owes ${money(amount, currency)} from a reversed payment and cannot withdraw until it is paid.`,
  account_refused: () => 'This account cannot be paid online. The player is asked to contact support.',
  account_resting: () => 'The payout account was changed recently and is in its waiting period.',
  withdrawal_released: ({ reason }) =>
    `Not paid. The player reads: “${reasonText('en', 'withdrawal', reason)}” The money is back in the player’s balance.`,
}
