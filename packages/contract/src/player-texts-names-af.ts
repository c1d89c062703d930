import type { NameTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Names of methods, payout accounts and payment details in Afrikaans. */
export const nameTexts: TextsFor<NameTextParams> = {
  method_bank_or_upi: () => 'Bank- of UPI-oorplasing',
  method_eft: () => 'Bankoorplasing (EFT)',
  method_voucher: () => 'Koopbewys',
  detail_bank_transfer: () => 'Bankoorplasing',
  line_bank: () => 'Bank',
  line_account_name: () => 'Rekeningnaam',
  line_account_number: () => 'Rekeningnommer',
  line_branch_code: () => 'Takkode',
  line_name: () => 'Naam',
  line_cellphone: () => 'Selfoonnommer',
  account_bank: () => 'Bankrekening',
  account_wallet: () => 'Beursie',
}
