import { parseAmount, type Currency } from '@dhow/contract/money'
import { formatMoney, locales } from './format.ts'
import { currentLanguage, type Language } from './words/words.tsx'

/** Formats an amount, without cents if they are zero, for short lines. */
export const formatWholeMoney = (decimal: string, currency: Currency): string =>
  formatMoney(decimal, currency).replace(/[.,]00$/, '')

/** Formats an amount with its sign, for gains and losses. */
export const formatSigned = (decimal: string, currency: Currency): string =>
  `${(parseAmount(decimal) ?? 0n) > 0n ? '+' : ''}${formatMoney(decimal, currency)}`

/** Converts a typed amount to the API's decimal point: in Afrikaans a comma before cents is a decimal comma. */
export const toDecimalPoint = (typed: string, language: Language = currentLanguage()): string =>
  language === 'af' ? typed.replace(/^(\s*\d+),(\d{0,2})$/, '$1.$2') : typed

/** A day without the hour. */
export const formatDay = (instant: string, language: Language = currentLanguage()): string =>
  new Date(instant).toLocaleDateString(locales[language], { day: 'numeric', month: 'long', year: 'numeric' })

/** A month with its year. */
export const formatMonth = (first: Date, language: Language = currentLanguage()): string =>
  first.toLocaleDateString(locales[language], { month: 'long', year: 'numeric' })
