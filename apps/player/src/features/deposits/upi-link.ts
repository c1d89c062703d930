import { formatDecimal, parseAmount, type Currency } from '@dhow/contract/money'
import { amountOf } from '../../shared/amount-rules.ts'

/** UPI link with the amount for the payer's app: `am` of NPCI's UPI linking specification, rupees with two decimals. */
export function withAmount(link: string, typed: string, currency: Currency): string {
  const minor = parseAmount(amountOf(typed, currency))
  return minor === undefined ? link : `${link}&am=${formatDecimal(minor)}`
}
