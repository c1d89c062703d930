import { currencies, formatPlain, parseAmount, type Currency } from '@dhow/contract/money'
import { refusals } from '@dhow/contract/refusals'
import { Refusal } from '../../platform/refusal.ts'
import { rails } from './methods.ts'
import { normaliseReference } from './rules.ts'
import type { PaymentDetailRow } from './tables.ts'

/** @throws Refusal `amount_invalid`, `amount_below_minimum`, `amount_above_maximum` under its field */
export function amountWithin(text: string, detail: PaymentDetailRow): bigint {
  const amountMinor = parseAmount(text)
  if (amountMinor === undefined) throw fieldRefusal('amount_invalid', 'amount', 'Enter a valid number')
  if (amountMinor < detail.min_minor)
    throw fieldRefusal(
      'amount_below_minimum',
      'amount',
      `Minimum allowed is ${plain(detail.currency, detail.min_minor)}`,
    )
  if (amountMinor > detail.max_minor)
    throw fieldRefusal(
      'amount_above_maximum',
      'amount',
      `Maximum allowed is ${plain(detail.currency, detail.max_minor)}`,
    )
  return amountMinor
}

/** `{currency} {min}` of the specification's sentence. */
const plain = (currency: Currency, minor: bigint) => `${currencies[currency].symbol} ${formatPlain(minor, currency)}`

/** The reference in its one form. @throws Refusal `reference_malformed` under its field */
export function referenceOf(text: string, rail: string): string {
  const reference = normaliseReference(text)
  if (reference === '') throw fieldRefusal('reference_malformed', 'utr', 'UTR number is required')
  const rule = rails[rail]
  if (!rule?.pattern.test(reference))
    throw fieldRefusal('reference_malformed', 'utr', rule?.help ?? refusals.reference_malformed.sentence)
  return reference
}

/** A refusal whose sentence stands under a field of the form. */
export function fieldRefusal(code: ConstructorParameters<typeof Refusal>[0], field: string, sentence: string): Refusal {
  return new Refusal(code, { fields: { [field]: [sentence] }, data: { sentence } })
}
