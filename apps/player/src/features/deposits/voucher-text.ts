import type { Currency } from '@dhow/contract/money'
import { amountFault, type Range } from '../../shared/amount-rules.ts'
import type { Words } from '../../shared/words/words.tsx'

/** True for 10 to 20 digits, with spaces or hyphens. */
export const isVoucherNumber = (text: string): boolean => /^\d{10,20}$/.test(text.replace(/[\s-]/g, ''))

/**
 * Error of the wizard's "amount or voucher number" field: an amount has to be in range, and is not enough alone; undefined for a voucher
 * number.
 */
export function voucherTextFault(
  words: Pick<Words['deposit'], 'amountRequired' | 'invalidNumber' | 'minimum' | 'maximum' | 'voucherNotAmount'>,
  text: string,
  range: Range | undefined,
  currency: Currency,
): string | undefined {
  if (isVoucherNumber(text)) return undefined
  return amountFault(words, text, range, currency) ?? words.voucherNotAmount
}
