import { currencies, type Currency } from '@dhow/contract/money'
import { typedAmount } from '@dhow/contract/typed-amount'

/** An amount in the API's form, without groups and the currency's mark; the text itself where it is none. */
export const amountIn = (text: string, currency: string): string =>
  (isCurrency(currency) ? typedAmount(text, currency) : undefined) ?? text.trim()

const isCurrency = (text: string): text is Currency => Object.hasOwn(currencies, text)
