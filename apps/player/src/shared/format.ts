import { currencies, formatMoney, formatMoneyText, parseAmount, type Currency } from '@dhow/contract/money'

/** An amount of the API as people read it. */
export const money = (decimal: string, currency: Currency): string => formatMoneyText(decimal, currency)

export const symbolOf = (currency: Currency): string => currencies[currency].symbol

/** The difference of two amounts of the API, with its sign. */
export function netOf(before: string, after: string, currency: Currency): string {
  const net = (parseAmount(after) ?? 0n) - (parseAmount(before) ?? 0n)
  return `${net > 0n ? '+' : ''}${formatMoney(net, currency)}`
}

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
export const when = (instant: string): string => dateTime.format(new Date(instant))

/** Puts values into a sentence of the catalogue. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
