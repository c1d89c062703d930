import { parseAmount, type Currency } from '@dhow/contract/money'
import { formatMoney, locales } from './format.ts'
import { currentLanguage, type Language } from './words/words.tsx'

/** The same without cents that are none, where a line is short: a limit of a method. */
export const formatWholeMoney = (decimal: string, currency: Currency): string =>
  formatMoney(decimal, currency).replace(/[.,]00$/, '')

/** An amount of the API with its sign, for what was gained or lost. */
export const formatSigned = (decimal: string, currency: Currency): string =>
  `${(parseAmount(decimal) ?? 0n) > 0n ? '+' : ''}${formatMoney(decimal, currency)}`

/** An amount as it was typed, with the point that the API wants: where cents stand after a comma, a comma is meant as one. */
export const toDecimalPoint = (typed: string, language: Language = currentLanguage()): string =>
  language === 'af' ? typed.replace(/^(\s*\d+),(\d{0,2})$/, '$1.$2') : typed

/** A day without the hour. */
export const formatDay = (instant: string, language: Language = currentLanguage()): string =>
  new Date(instant).toLocaleDateString(locales[language], { day: 'numeric', month: 'long', year: 'numeric' })

/** A month with its year. */
export const formatMonth = (first: Date, language: Language = currentLanguage()): string =>
  first.toLocaleDateString(locales[language], { month: 'long', year: 'numeric' })
