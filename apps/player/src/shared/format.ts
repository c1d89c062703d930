import { currencies, formatMoneyText, parseAmount, type Currency } from '@dhow/contract/money'
import { languageNow, type Language } from './words/words.tsx'

/** An amount of the API as people read it: with the currency's symbol, or with its code where the player likes that better. */
export const money = (decimal: string, currency: Currency, display = moneyDisplayNow()): string => {
  const text = marked(formatMoneyText(decimal, currency))
  return display === 'code' ? text.replace(symbolOf(currency), `${currency}\u00a0`) : text
}

/** The same without cents that are none, where a line is short: a limit of a method. */
export const wholeMoney = (decimal: string, currency: Currency): string =>
  money(decimal, currency).replace(/[.,]00$/, '')

export type MoneyDisplay = 'symbol' | 'code'

/** How this browser writes amounts; set on the page before anything is rendered. */
export const moneyDisplayNow = (): MoneyDisplay =>
  typeof document !== 'undefined' && document.documentElement.dataset['money'] === 'code' ? 'code' : 'symbol'

export const symbolOf = (currency: Currency): string => currencies[currency].symbol

/** An amount of the API with its sign, for what was gained or lost. */
export const signed = (decimal: string, currency: Currency): string =>
  `${(parseAmount(decimal) ?? 0n) > 0n ? '+' : ''}${money(decimal, currency)}`

/** The marks between digits, as the language sets them: Afrikaans writes a comma before the cents, and spaces between groups. */
export function marked(amount: string, language: Language = languageNow()): string {
  return language === 'af' ? amount.replace(/[.,]/g, (mark) => (mark === ',' ? '\u00a0' : ',')) : amount
}

/** An amount as it was typed, with the point that the API wants: where cents stand after a comma, a comma is meant as one. */
export const toDecimalPoint = (typed: string, language: Language = languageNow()): string =>
  language === 'af' ? typed.replace(/^(\s*\d+),(\d{0,2})$/, '$1.$2') : typed

const locales: Record<Language, string> = { en: 'en-GB', hi: 'hi-IN', af: 'af-NA' }
/** Making one takes longer than using it a hundred times. */
const dateTimes = new Map<Language, Intl.DateTimeFormat>()

export function when(instant: string, language: Language = languageNow()): string {
  const dateTime =
    dateTimes.get(language) ??
    new Intl.DateTimeFormat(locales[language], {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  dateTimes.set(language, dateTime)
  return dateTime.format(new Date(instant))
}

/** A day without the hour. */
export const day = (instant: string, language: Language = languageNow()): string =>
  new Date(instant).toLocaleDateString(locales[language], { day: 'numeric', month: 'long', year: 'numeric' })

/** A month with its year. */
export const month = (first: Date, language: Language = languageNow()): string =>
  first.toLocaleDateString(locales[language], { month: 'long', year: 'numeric' })

/** A count as the language groups it. */
export const count = (whole: number, language: Language): string => marked(whole.toLocaleString('en'), language)

/** Puts values into a sentence of the catalogue. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
