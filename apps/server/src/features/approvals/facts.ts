import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { FactTextParams } from '@dhow/contract/fact-text-params'
import { operatorText, typedText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Fact } from './tables.ts'

/** Values without parameters. */
type FactCode = {
  [Code in keyof FactTextParams]: keyof FactTextParams[Code] extends never ? Code : never
}[keyof FactTextParams]

const valueOf = (value: OperatorText | string | null) => (typeof value === 'string' ? typedText(value) : value)

/** One value of a change for the person who confirms it: a text of the catalogue, or a literal value. */
export const factOf = (
  code: FactCode,
  after: OperatorText | string | null,
  before: OperatorText | string | null = null,
): Fact => ({ label: operatorText(code, {}), before: valueOf(before), after: valueOf(after) })

/** An amount in minor units as a value of a change. */
export const amountValue = (minor: bigint, currency: Currency): OperatorText =>
  operatorText('value_amount', { amount: formatDecimal(minor), currency })
