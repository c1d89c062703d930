import { reasonText } from './message-reasons.ts'
import type { PaymentTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Steps and reasons of deposits, payments and withdrawals in English. */
export const paymentTexts: TextsFor<PaymentTextParams> = {
  deposit_received: () => 'We have your deposit and will check it.',
  deposit_declared: ({ amount, reference, currency }, { money }) =>
    `You reported a payment of ${money(amount, currency)} with the reference ${reference}.`,
  deposit_checking: () => 'We are checking your deposit.',
  deposit_second_check: () => 'A second colleague is confirming your deposit.',
  deposit_credited: ({ amount, currency }, { money }) => `${money(amount, currency)} was added to your balance.`,
  deposit_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} was added to your balance. You reported ${money(declared, currency)}, but this is what arrived.`,
  payment_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} was added to your balance. You asked for ${money(declared, currency)}, but this is what was paid.`,
  voucher_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} was added to your balance. The voucher was worth ${money(declared, currency)}, but this is what its issuer confirmed.`,
  payment_found: ({ amount, currency }, { money }) =>
    `We found your payment of ${money(amount, currency)} and added it to your balance.`,
  deposit_expired: () =>
    'We could not check this deposit in time. If you have paid, please reach out to the support team.',
  deposit_unanswered: () =>
    'Our question was not answered in time. If you have paid, please reach out to the support team.',
  deposit_rejected: ({ reason }) => reasonText('en', 'deposit_rejected', reason),
  deposit_question: ({ question }) => reasonText('en', 'deposit_question', question),
  deposit_reversed: ({ reason }) => reasonText('en', 'deposit_reversed', reason),
  cashier_note: ({ text }) => `Our cashier wrote: “${text}”`,
  answer_note: ({ text }) => `You answered: “${text}”`,
  answer_reference: ({ reference }) => `You corrected the reference to ${reference}.`,
  answer_amount: ({ amount, currency }, { money }) => `You corrected the amount to ${money(amount, currency)}.`,
  answer_screenshot: () => 'You sent another screenshot.',
  deposit_answered: () => 'We have your answer and will check your deposit.',
  deposit_cancelled: () => 'You cancelled this deposit.',
  screenshot_unreadable: () => 'Your screenshot cannot be read. Please send another one.',
  credit_asked: () => 'You asked us to credit this deposit.',
  refund_asked: () => 'You asked us to send this payment back.',
  balance_reduced: ({ amount, currency }, { money }) => `${money(amount, currency)} was taken from your balance.`,
  withdrawal_cancelled_first: () => 'Your open withdrawal was cancelled first, and its money returned to your balance.',
  debt_opened: ({ amount, currency }, { money }) =>
    `You had already spent ${money(amount, currency)} of it, so you owe that amount. Your next deposits pay it first.`,
  debt_part_paid: ({ amount, currency }, { money }) => `${money(amount, currency)} of it went towards what you owed.`,
  debt_left: ({ amount, currency }, { money }) => `You still owe ${money(amount, currency)}.`,
  debt_paid: ({ amount, currency }, { money }) => `You paid ${money(amount, currency)} of what you owed.`,
  voucher_started: ({ digits, amount, currency }, { money }) =>
    `You submitted the voucher ending in ${digits}, worth ${money(amount, currency)}.`,
  voucher_change_seen: () => 'You viewed your change voucher.',
  voucher_unusable: () => 'This voucher cannot be used.',
  voucher_valid: () => 'This voucher is valid.',
  voucher_credited: () => 'The voucher was added to your balance.',
  voucher_not_accepted: () => 'We checked this voucher and could not accept it.',
  voucher_checking: () => 'We are checking this voucher with its issuer and will add it automatically.',
  voucher_waiting: () => 'The issuer has not answered yet. We will keep asking; your money is safe.',
  voucher_unanswered: () => 'The issuer has not answered yet.',
  payment_to_review: () => 'Your payment arrived, and a colleague will check it. Your money is safe.',
  payment_in_review: () => 'A colleague is checking this payment.',
  payment_failed: () => 'The payment did not go through.',
  payment_expired: () => 'The payment was not made in time.',
  payment_refused: () => 'We could not accept this payment. Please reach out to the support team.',
  payment_late: () => 'This payment was not made in time. If it still arrives, we will credit it.',
  payment_started: ({ service }) => `You started a payment at ${service}.`,
  payment_started_amount: ({ service, amount, currency }, { money }) =>
    `You started a payment of ${money(amount, currency)} at ${service}.`,
  payment_on_way: ({ service }) => `You are on your way to ${service}.`,
  payment_not_opened: ({ service }) => `${service} did not open this payment. Nothing was paid.`,
  payment_failed_at: ({ service }) => `${service} says that this payment did not go through. Nothing was credited.`,
  payment_contradicted: ({ service, status }) => `${service} reported ${status} after the payment was credited.`,
  withdrawal_received: () => 'We have your withdrawal and will check it.',
  withdrawal_requested: ({ amount, currency }, { money }) =>
    `You requested ${money(amount, currency)}. The money is held for you.`,
  withdrawal_approved: () => 'Your withdrawal is approved and will be paid soon.',
  withdrawal_second_check: () => 'A second colleague is confirming your withdrawal.',
  withdrawal_sent: ({ amount, currency }, { money }) => `${money(amount, currency)} was sent to the bank.`,
  withdrawal_paid: ({ amount, reference, currency }, { money }) =>
    `${money(amount, currency)} was paid out. Reference: ${reference}`,
  withdrawal_unknown: () => 'The bank has not confirmed your withdrawal yet. We will keep asking; your money is safe.',
  withdrawal_returned: ({ amount, currency }, { money }) =>
    `The bank sent ${money(amount, currency)} back. The money is back in your balance.`,
  withdrawal_stopped: ({ reason }) => reasonText('en', 'withdrawal', reason),
  withdrawals_closed: () => 'Withdrawals are temporarily unavailable. Please reach out to the support team.',
  wallet_closed: () => 'This account is closed.',
  wallet_frozen: () => 'This account is frozen. Please reach out to the support team.',
  player_suspended: () => 'This account is not active. Please reach out to the support team.',
  debt_blocks: ({ amount, currency }, { money }) =>
    `You owe ${money(amount, currency)} from a payment that was reversed. You can withdraw again once it is paid.`,
  account_refused: () => 'We cannot pay to this account online. Please contact us.',
  account_resting: () => 'This payout account was changed recently. You can use it after its waiting period.',
  withdrawal_released: ({ reason }) => `${reasonText('en', 'withdrawal', reason)} The money is back in your balance.`,
}
