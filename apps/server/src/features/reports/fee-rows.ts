import { formatDecimal } from '@dhow/contract/money'
import { addAmounts, baseOf, rateOn, shareOf, sumsOf, type Amounts } from './figures.ts'
import type { DayMovement } from './store.ts'
import type { RateRow } from './tables.ts'

/** Total of a rate over the days on which it applied, in minor units. */
export interface FeeRow {
  rate: RateRow
  baseMinor: bigint
  feeMinor: bigint
}

/**
 * Fees with a code on movements, a row for each rate that applied: days are rounded separately, so the rows add up to
 * the report's fee.
 */
export function feeRowsOf(
  kind: RateRow['kind'],
  code: string,
  movements: readonly DayMovement[],
  rates: readonly RateRow[],
): FeeRow[] {
  const days = new Map<string, Amounts>()
  for (const movement of movements) {
    const parts = sumsOf([movement])
    const known = days.get(movement.day)
    if (known) addAmounts(known, parts)
    else days.set(movement.day, parts)
  }
  const rows = new Map<RateRow, FeeRow>()
  for (const [day, amounts] of [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const rate = rateOn(rates, kind, code, day)
    if (rate === undefined) continue
    const base = baseOf(rate, amounts)
    const row = rows.get(rate) ?? { rate, baseMinor: 0n, feeMinor: 0n }
    row.baseMinor += base
    row.feeMinor += shareOf(base, rate.basis_points)
    rows.set(rate, row)
  }
  return [...rows.values()]
}

export const feeReply = ({ rate: { from_day, base, basis_points }, baseMinor, feeMinor }: FeeRow) => ({
  ...{ from_day, base, basis_points },
  base_amount: formatDecimal(baseMinor),
  fee: formatDecimal(feeMinor),
})

export const sumOfFees = (rows: readonly FeeRow[]): bigint => rows.reduce((sum, { feeMinor }) => sum + feeMinor, 0n)
