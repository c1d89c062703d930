import { formatMoneyText, type Currency } from '@dhow/contract/money'
import { typedAmount } from '@dhow/contract/typed-amount'

/** An amount of the API as people read it. */
export const money = (decimal: string, currency: Currency): string => formatMoneyText(decimal, currency)

/** An amount as a person typed it, in the form of the API; the text itself where it can be read in no way or in two. */
export const amountOf = (text: string, currency: Currency): string => typedAmount(text, currency) ?? text.trim()

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export const when = (instant: string): string => dateTime.format(new Date(instant))
export const whenExactly = (instant: string): string => exact.format(new Date(instant))
export const timeOf = (instant: string): string => time.format(new Date(instant))

const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
/** The last day, in UTC, of what ends at a midnight. */
export const lastDay = (end: string): string => utcDay.format(Date.parse(end) - 1)

/**
 * How long something waits, short.
 * @example age(3_900) // '1 h 5 min'
 */
export function age(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return '< 1 min'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d`
}

/** Puts values into a sentence of the catalogue. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** A queue is counted to a thousand: one more than that means that there are more. */
export const countText = (count: number): string => (count > 1_000 ? '1,000+' : String(count))
