import { currencies, type Currency } from './money.ts'

const marks: Record<Currency, RegExp> = {
  NAD: /^(?:N\$|NAD)|(?:N\$|NAD)$/i,
  INR: /^(?:₹|INR|Rs\.?)|(?:₹|INR)$/i,
}
const blanks = /[\s\u00a0\u2007\u2009\u202f]+/g
const maxWholeDigits = 12

/** Unambiguous decimal parts: a point with one or two digits, or a comma with two after four or more digits, or after groups. */
const forms: { form: RegExp; group: string }[] = [
  { form: /^(?<whole>\d+)(?:\.(?<part>\d{1,2}))?$/, group: '' },
  { form: /^(?<whole>\d{4,}),(?<part>\d{2})$/, group: '' },
  { form: /^(?<whole>\d{1,3}(?:,\d{3})+)(?:\.(?<part>\d{1,2}))?$/, group: ',' },
  { form: /^(?<whole>\d{1,3}(?: \d{3})+)(?:[.,](?<part>\d{2}))?$/, group: ' ' },
  { form: /^(?<whole>\d{1,3}(?:\.\d{3})+),(?<part>\d{2})$/, group: '.' },
]
const lakhForms: typeof forms = [
  { form: /^(?<whole>\d{1,2}(?:,\d{2})*,\d{3})(?:\.(?<part>\d{1,2}))?$/, group: ',' },
  { form: /^(?<whole>\d{1,2}(?: \d{2})* \d{3})(?:\.(?<part>\d{1,2}))?$/, group: ' ' },
]

/**
 * Parses a typed amount to the API's decimal string; undefined if invalid or ambiguous. Removes the currency's symbol, grouping by thousands (for
 * rupees also by lakhs) and any spaces.
 * @example typedAmount('N$4 999', 'NAD') // '4999'
 * @example typedAmount('₹ 1,00,000.50', 'INR') // '100000.50'
 * @example typedAmount('4,99', 'NAD') // undefined: 4.99, or a slip in 4,999
 */
export function typedAmount(text: string, currency: Currency): string | undefined {
  const digits = text.replace(blanks, ' ').trim().replace(marks[currency], '').trim()
  const known = currencies[currency].grouping === 'lakh' ? [...forms, ...lakhForms] : forms
  for (const { form, group } of known) {
    const { whole: grouped, part } = form.exec(digits)?.groups ?? {}
    if (grouped === undefined) continue
    const whole = (group === '' ? grouped : grouped.replaceAll(group, '')).replace(/^0+(?=\d)/, '')
    if (whole.length > maxWholeDigits) return undefined
    return part === undefined ? whole : `${whole}.${part}`
  }
  return undefined
}
