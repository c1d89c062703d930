import type { NameTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Names of methods, payout accounts and payment details in Hindi. */
export const nameTexts: TextsFor<NameTextParams> = {
  method_bank_or_upi: () => 'बैंक या UPI ट्रांसफ़र',
  method_eft: () => 'बैंक ट्रांसफ़र (EFT)',
  method_voucher: () => 'वाउचर',
  detail_bank_transfer: () => 'बैंक ट्रांसफ़र',
  line_bank: () => 'बैंक',
  line_account_name: () => 'खाते का नाम',
  line_account_number: () => 'खाता संख्या',
  line_branch_code: () => 'शाखा कोड',
  line_name: () => 'नाम',
  line_cellphone: () => 'मोबाइल नंबर',
  account_bank: () => 'बैंक खाता',
  account_wallet: () => 'वॉलेट',
}
