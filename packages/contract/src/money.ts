/**
 * Money is an integer of minor units (paise, cents) held in a bigint, and travels as a decimal string with two digits
 * ("1250.00"). Nothing here ever becomes a floating point number.
 */

export const currencies = {
  INR: { symbol: '₹', minorDigits: 2, grouping: 'lakh' },
  NAD: { symbol: 'N$', minorDigits: 2, grouping: 'thousand' },
} as const

export type Currency = keyof typeof currencies

/** The form that every amount of the API has to match before it is read: digits, at most two decimals, nothing else. */
export const amountPattern = /^[0-9]{1,12}(\.[0-9]{1,2})?$/

/** The form of amounts that the server sends: always two decimals, a minus sign where a net figure is negative. */
export const amountReplyPattern = /^-?[0-9]{1,16}\.[0-9]{2}$/

/**
 * Reads a decimal string by its digits into minor units; undefined where the text is not an amount.
 * @example parseAmount('1250.5') // 125050n
 */
export function parseAmount(text: string): bigint | undefined {
  if (!amountPattern.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/**
 * Writes minor units as the API's decimal string.
 * @example formatDecimal(125050n) // '1250.50'
 */
export function formatDecimal(amountMinor: bigint): string {
  const sign = amountMinor < 0n ? '-' : ''
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Writes minor units for people, grouped as the currency's country groups them.
 * `Intl` writes "NAD" or "$" where Namibia writes "N$", so the symbol and the grouping are ours.
 * @example formatMoney(123456750n, 'INR') // '₹12,34,567.50'
 * @example formatMoney(123450n, 'NAD') // 'N$1,234.50'
 */
export function formatMoney(amountMinor: bigint, currency: Currency): string {
  const { symbol, grouping } = currencies[currency]
  const decimal = formatDecimal(amountMinor < 0n ? -amountMinor : amountMinor)
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${amountMinor < 0n ? '−' : ''}${symbol}${group(whole, grouping)}.${fraction}`
}

/** The same for an amount as the API sends it; the text itself where it is not an amount. */
export function formatMoneyText(decimal: string, currency: Currency): string {
  const negative = decimal.startsWith('-')
  const amountMinor = parseAmount(negative ? decimal.slice(1) : decimal)
  return amountMinor === undefined ? decimal : formatMoney(negative ? -amountMinor : amountMinor, currency)
}

/**
 * Writes minor units for people as `formatMoney` does, without the symbol and without decimals that are zero: `{min}` of the
 * specification's "Minimum allowed is {currency} {min}".
 * @example formatPlain(20000000n, 'INR') // '2,00,000'
 */
export function formatPlain(amountMinor: bigint, currency: Currency): string {
  return formatMoney(amountMinor, currency).replace(currencies[currency].symbol, '').replace(/\.00$/, '')
}

/**
 * Writes a limit as the specification does: the symbol, a space, and the number without decimals that are zero.
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
