import { currencies, type Currency } from '@dhow/contract/money'
import { typedAmount } from '@dhow/contract/typed-amount'

/** Amount in the API's form, without digit groups and currency symbol; the text itself if it is no amount. */
export const amountIn = (text: string, currency: string): string =>
  (isCurrency(currency) ? typedAmount(text, currency) : undefined) ?? text.trim()

const isCurrency = (text: string): text is Currency => Object.hasOwn(currencies, text)
