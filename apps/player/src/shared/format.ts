import { currencies, formatMoneyText, type Currency } from '@dhow/contract/money'
import { currentLanguage, type Language } from './words/words.tsx'

/** Formats an amount of the API with the currency's symbol, or its code if the player prefers that. */
export const formatMoney = (decimal: string, currency: Currency, display = currentMoneyDisplay()): string => {
  const text = localizeMarks(formatMoneyText(decimal, currency))
  return display === 'code' ? text.replace(symbolOf(currency), `${currency}\u00a0`) : text
}

export type MoneyDisplay = 'symbol' | 'code'

/** This browser's display of amounts; set on the page before the first render. */
export const currentMoneyDisplay = (): MoneyDisplay =>
  typeof document !== 'undefined' && document.documentElement.dataset['money'] === 'code' ? 'code' : 'symbol'

export const symbolOf = (currency: Currency): string => currencies[currency].symbol

/** Sets the language's separators: Afrikaans has a comma before the cents and spaces between groups. */
export function localizeMarks(amount: string, language: Language = currentLanguage()): string {
  return language === 'af' ? amount.replace(/[.,]/g, (mark) => (mark === ',' ? '\u00a0' : ',')) : amount
}

/** The ways in which the languages write dates. */
export const locales: Record<Language, string> = { en: 'en-GB', hi: 'hi-IN', af: 'af-NA' }
/** Cached: making one takes longer than using it a hundred times. */
const dateTimes = new Map<Language, Intl.DateTimeFormat>()

export function formatTime(instant: string, language: Language = currentLanguage()): string {
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

/** Formats a whole number with the language's separators. */
export const formatCount = (whole: number, language: Language): string =>
  localizeMarks(whole.toLocaleString('en'), language)

/** Puts values into a sentence of the catalogue. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
