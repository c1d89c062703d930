import { parseAmount } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { refuseOutside } from '../../platform/amount-limits.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import { rails } from './methods.ts'
import { normaliseReference } from './rules.ts'
import type { PaymentDetailRow } from './tables.ts'

/** @throws Refusal `amount_invalid`, `amount_below_minimum`, `amount_above_maximum` under its field */
export function amountWithin(text: string, { min_minor, max_minor, currency }: PaymentDetailRow): bigint {
  const amountMinor = parseAmount(text)
  if (amountMinor === undefined) throw fieldRefusal('amount_invalid', 'amount', textOf('number_invalid', {}))
  refuseOutside(amountMinor, { minMinor: min_minor, maxMinor: max_minor, currency })
  return amountMinor
}

/** The reference in its one form. @throws Refusal `reference_malformed` under its field */
export function referenceOf(text: string, rail: string): string {
  const reference = normaliseReference(text)
  if (reference === '') throw fieldRefusal('reference_malformed', 'utr', textOf('utr_required', {}))
  const rule = rails[rail]
  if (!rule?.pattern.test(reference))
    throw fieldRefusal('reference_malformed', 'utr', textOf(rule?.help ?? 'reference_malformed', {}))
  return reference
}
