import { formatMoney } from '@dhow/contract/money'

/**
 * An amount of minor units as the page's language writes it: Afrikaans has a comma before the cents and spaces between groups, as the
 * portal has around the game.
 */
export function moneyOf(minor: number | bigint, currency: string): string {
  const text = formatMoney(BigInt(minor), currency === 'NAD' ? 'NAD' : 'INR')
  if (document.documentElement.lang !== 'af') return text
  return text.replace(/[.,]/g, (mark) => (mark === ',' ? '\u00a0' : ','))
}
