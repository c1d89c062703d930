import type { Currency } from '@dhow/contract/money'
import { amountFault, type Range } from '../../shared/amount-rules.ts'
import type { Words } from '../../shared/words/words.tsx'

/** The digits of a voucher number: a text that keeps its leading zeros. */
export const looksLikeVoucher = (text: string): boolean => /^\d{10,20}$/.test(text.replace(/[\s-]/g, ''))

/**
 * Error of the wizard's "amount or voucher number" field: while the text is an amount, the range of amounts holds, and an amount
 * alone adds nothing; undefined where it is a voucher number.
 */
export function voucherTextFault(
  words: Pick<Words['deposit'], 'amountRequired' | 'invalidNumber' | 'minimum' | 'maximum' | 'voucherNotAmount'>,
  text: string,
  range: Range | undefined,
  currency: Currency,
): string | undefined {
  if (looksLikeVoucher(text)) return undefined
  return amountFault(words, text, range, currency) ?? words.voucherNotAmount
}
