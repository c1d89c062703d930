import { formatDecimal } from '@dhow/contract/money'
import type { Currency } from '@dhow/contract/money'
import { Table } from '@dhow/ui/table'
import { fill, formatMoney } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'

const words = en.reports.rates

interface FeeRow {
  from_day: string
  base: keyof typeof words.bases
  basis_points: number
  base_amount: string
  fee: string
}

export const rateText = (basisPoints: number) => `${formatDecimal(BigInt(basisPoints))} %`

/** Each applied rate with base and fee, and the sum. */
export function FeeTable({
  label,
  rows,
  total,
  currency,
}: {
  label: string
  rows: readonly FeeRow[]
  total: string
  currency: Currency
}) {
  if (rows.length === 0) return <p>{words.none}</p>
  return (
    <Table
      label={label}
      columns={[
        { key: 'rate', label: words.rate },
        { key: 'base', label: words.base, isNumber: true },
        { key: 'fee', label, isNumber: true },
      ]}
      rows={[
        ...rows.map((row) => ({
          key: row.from_day,
          cells: {
            rate: fill(words.share, {
              rate: rateText(row.basis_points),
              base: words.bases[row.base],
              day: row.from_day,
            }),
            base: formatMoney(row.base_amount, currency),
            fee: formatMoney(row.fee, currency),
          },
        })),
        { key: 'total', isSum: true, cells: { rate: words.total, base: '', fee: formatMoney(total, currency) } },
      ]}
    />
  )
}
