import { formatMoneyText, type Currency } from '@dhow/contract/money'
import { typedAmount } from '@dhow/contract/typed-amount'

/** Formats an amount of the API. */
export const formatMoney = (decimal: string, currency: Currency): string => formatMoneyText(decimal, currency)

/** Parses a typed amount to the API's form; invalid or ambiguous text stays unchanged. */
export const amountOf = (text: string, currency: Currency): string => typedAmount(text, currency) ?? text.trim()

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export const formatTime = (instant: string): string => dateTime.format(new Date(instant))
export const formatExactTime = (instant: string): string => exact.format(new Date(instant))
export const formatTimeOfDay = (instant: string): string => time.format(new Date(instant))

const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
/** Last day, in UTC, of a period that ends at midnight. */
export const formatLastDay = (end: string): string => utcDay.format(Date.parse(end) - 1)

/**
 * Formats a wait, short.
 * @example formatWait(3_900) // '1 h 5 min'
 */
export function formatWait(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return '< 1 min'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d`
}

/** Fills values into a sentence of the catalogue. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** Formats a queue's count, which the server limits to 1,001. */
export const formatCount = (count: number): string => (count > 1_000 ? '1,000+' : String(count))
