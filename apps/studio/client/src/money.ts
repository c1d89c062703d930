import { formatMoney } from '@dhow/contract/money'

/** Formats minor units in the page's language as the portal does: Afrikaans has a comma before the cents and spaces between groups. */
export function moneyOf(minor: number | bigint, currency: string): string {
  const text = formatMoney(BigInt(minor), currency === 'NAD' ? 'NAD' : 'INR')
  if (document.documentElement.lang !== 'af') return text
  return text.replace(/[.,]/g, (mark) => (mark === ',' ? '\u00a0' : ','))
}
