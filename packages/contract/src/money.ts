/**
 * Money is an integer of minor units (paise, cents) in a bigint, and is sent as a decimal string with two digits
 * ("1250.00"). Nothing here uses floating point.
 */

export const currencies = {
  INR: { symbol: '₹', minorDigits: 2, grouping: 'lakh' },
  NAD: { symbol: 'N$', minorDigits: 2, grouping: 'thousand' },
} as const

export type Currency = keyof typeof currencies

/** Pattern of amounts sent to the API: digits with at most two decimals. */
export const amountPattern = /^[0-9]{1,12}(\.[0-9]{1,2})?$/

/** Pattern of amounts sent by the server: two decimals, a minus sign for a negative net figure. */
export const amountReplyPattern = /^-?[0-9]{1,16}\.[0-9]{2}$/

/**
 * Parses a decimal string to minor units by its digits; undefined for other text.
 * @example parseAmount('1250.5') // 125050n
 */
export function parseAmount(text: string): bigint | undefined {
  if (!amountPattern.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/**
 * Formats minor units as the API's decimal string.
 * @example formatDecimal(125050n) // '1250.50'
 */
export function formatDecimal(amountMinor: bigint): string {
  const sign = amountMinor < 0n ? '-' : ''
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Formats minor units with the grouping of the currency's country.
 * `Intl` writes "NAD" or "$" instead of "N$", so symbol and grouping are our own.
 * @example formatMoney(123456750n, 'INR') // '₹12,34,567.50'
 * @example formatMoney(123450n, 'NAD') // 'N$1,234.50'
 */
export function formatMoney(amountMinor: bigint, currency: Currency): string {
  const { symbol, grouping } = currencies[currency]
  const decimal = formatDecimal(amountMinor < 0n ? -amountMinor : amountMinor)
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${amountMinor < 0n ? '−' : ''}${symbol}${group(whole, grouping)}.${fraction}`
}

/** The same for an amount of the API; other text is unchanged. */
export function formatMoneyText(decimal: string, currency: Currency): string {
  const negative = decimal.startsWith('-')
  const amountMinor = parseAmount(negative ? decimal.slice(1) : decimal)
  return amountMinor === undefined ? decimal : formatMoney(negative ? -amountMinor : amountMinor, currency)
}

/**
 * Formats minor units like `formatMoney`, without symbol and zero decimals: `{min}` in the
 * specification's "Minimum allowed is {currency} {min}".
 * @example formatPlain(20000000n, 'INR') // '2,00,000'
 */
export function formatPlain(amountMinor: bigint, currency: Currency): string {
  return formatMoney(amountMinor, currency).replace(currencies[currency].symbol, '').replace(/\.00$/, '')
}

/**
 * Formats a limit as specified: symbol, space, number without zero decimals.
 * @example formatLimit('200000.00', 'INR') // '₹ 2,00,000'
 */
export function formatLimit(decimal: string, currency: Currency): string {
  const amountMinor = parseAmount(decimal)
  return amountMinor === undefined ? decimal : `${currencies[currency].symbol} ${formatPlain(amountMinor, currency)}`
}

function group(digits: string, grouping: 'lakh' | 'thousand'): string {
  if (digits.length <= 3) return digits
  const tail = digits.slice(-3)
  const size = grouping === 'lakh' ? 2 : 3
  let head = digits.slice(0, -3)
  const groups: string[] = []
  while (head.length > size) {
    groups.unshift(head.slice(-size))
    head = head.slice(0, -size)
  }
  return [head, ...groups, tail].join(',')
}
