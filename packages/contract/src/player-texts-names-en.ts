import type { NameTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Names of methods, payout accounts and payment details in English. */
export const nameTexts: TextsFor<NameTextParams> = {
  method_bank_or_upi: () => 'Bank or UPI transfer',
  method_eft: () => 'Bank transfer (EFT)',
  method_voucher: () => 'Voucher',
  detail_bank_transfer: () => 'Bank transfer',
  line_bank: () => 'Bank',
  line_account_name: () => 'Account name',
  line_account_number: () => 'Account number',
  line_branch_code: () => 'Branch code',
  line_name: () => 'Name',
  line_cellphone: () => 'Cellphone number',
  account_bank: () => 'Bank account',
  account_wallet: () => 'Wallet',
}
