import { formatDecimal, type Currency } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { fieldRefusal } from './refusal.ts'

export interface AmountLimits {
  minMinor: bigint
  maxMinor: bigint
  currency: Currency
}

/** @throws Refusal `amount_below_minimum`, `amount_above_maximum` under the field `amount` */
export function refuseOutside(amountMinor: bigint, { minMinor, maxMinor, currency }: AmountLimits) {
  const limit = (minor: bigint) => ({ amount: formatDecimal(minor), currency })
  if (amountMinor < minMinor)
    throw fieldRefusal('amount_below_minimum', 'amount', textOf('amount_minimum', limit(minMinor)))
  if (amountMinor > maxMinor)
    throw fieldRefusal('amount_above_maximum', 'amount', textOf('amount_maximum', limit(maxMinor)))
}
