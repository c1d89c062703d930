import type { TermTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

const countedDays = (days: string) => (days === '1' ? '1 day' : `${days} days`)

/** Terms of bonuses, and how to pay, in English. */
export const termTexts: TextsFor<TermTextParams> = {
  claim_needs_mobile: () => 'Confirm your mobile number first, then claim this again.',
  claim_needs_identity: () =>
    'Send a photo of your document under Help, and claim this again once your identity is verified.',
  claim_network_full: ({ claims, hours }) =>
    `This can be claimed ${claims} times in ${hours} hours from one network. Try again later, or on another network.`,
  claim_device_full: ({ claims, hours }) =>
    `This can be claimed ${claims} times in ${hours} hours on one device. Try again later.`,
  claim_excluded: ({ title }) => `You have claimed “${title}”. Each player can have one of the two.`,
  label_payment_reference: () => 'Payment reference',
  label_message_reference: () => 'Reference of the message',
  label_upi_reference: () => 'UPI reference (UTR)',
  label_utr: () => 'UTR number',
  pay_india: () => 'Pay by UPI or bank transfer, then send us the reference and a screenshot.',
  pay_bank: () => 'Pay by bank transfer, then send us the reference. A screenshot helps.',
  pay_wallet: ({ wallet }) =>
    `Send money with ${wallet} to our number, then send us the reference. Never share your PIN.`,
  sandbox_nobody: () => 'Sandbox: nobody is paid.',
  sandbox_digits: () => 'Sandbox: nobody is paid. Any 12 digits will do as the reference.',
  sandbox_letters: () => 'Sandbox: nobody is paid. Any reference of 4 letters or more will do.',
  sandbox_wallet: () =>
    'Sandbox: nobody is paid and the number is invented. Any reference will do, but never send a PIN.',
  order_of_funds: () =>
    'You bet with your cash only. Bonus money stays locked until you meet its wagering requirement; then it becomes cash.',
  bonus_welcome: ({ percent, amount, currency }, { money }) =>
    `We add ${percent}% of your first deposit, up to ${money(amount, currency)}.`,
  bonus_reload: ({ percent, amount, currency }, { money }) =>
    `We add ${percent}% of a deposit after your first, up to ${money(amount, currency)}.`,
  bonus_cashback: ({ percent, amount, currency }, { money }) =>
    `We give back ${percent}% of what you lost in the week before, up to ${money(amount, currency)}.`,
  bonus_referral: ({ amount, currency }, { money }) =>
    `You get ${money(amount, currency)} for each friend who joins with your code, deposits and plays.`,
  referral_friend: ({ amount, stake, currency }, { money }) =>
    `Your friend has to deposit ${money(amount, currency)} and to stake ${money(stake, currency)} in rounds that are settled.`,
  referral_paid_to: () => 'It is paid to your cash. Accounts that share a device or a number are not counted.',
  bonus_minimum: ({ amount, currency }, { money }) => `The deposit has to be ${money(amount, currency)} or more.`,
  bonus_claim_within: ({ days }) => `Claim it within ${countedDays(days)} of the deposit.`,
  bonus_no_wagering: () => 'No wagering requirement: it is paid as cash.',
  bonus_wagering: ({ times, days }) =>
    `Stake ${times === '1' ? 'the bonus once' : `${times} times the bonus`} within ${countedDays(days)}, and it becomes cash.`,
  weight_game: ({ game, percent }) => `Stakes in ${game} count ${percent}%.`,
  weight_returns: ({ from, to, percent }) =>
    `A round that returns ${from}% to ${to}% of its stake counts ${percent}%: bets on both sides and bets that nearly always win.`,
  bonus_one_active: () =>
    'You can have one active bonus at a time. If you cancel it, you keep your cash and your winnings.',
  label_imps: () => 'IMPS reference (RRN)',
  label_neft: () => 'NEFT reference (UTR)',
  label_rtgs: () => 'RTGS reference (UTR)',
  pay_voucher: () => 'Buy a voucher at a shop and enter its number; we add its amount to your balance.',
  pay_a_pay: () => 'Pay on the page of A-Pay by UPI or your bank; it brings you back here.',
}
