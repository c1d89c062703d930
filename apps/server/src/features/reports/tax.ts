import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import { taxFigures, type staffTax } from '@dhow/contract/report-statements'
import { dayIn, markets } from '../portal/index.ts'
import { periodOf } from './days.ts'
import { feeReply, feeRowsOf, sumOfFees } from './fee-rows.ts'
import type { ReportParts } from './parts.ts'
import { percentText } from './provider-statement.ts'
import { definitionsTable, type TablesFile } from './report-tables.ts'
import { readMovements, readRates } from './store.ts'

type Tax = Omit<ReplyOf<typeof staffTax>, 'status'>

/** Taxes of a market by month, a row for each rate that applied. @throws Refusal `report_backwards`, `report_too_long` */
export async function readTax(parts: ReportParts, query: QueryOf<typeof staffTax>): Promise<Tax> {
  const { market } = query
  const { timezone, currency } = markets[market]
  const period = periodOf(query, timezone, parts.platform.clock.now())
  const movements = await readMovements(parts, market, period)
  const rates = (await readRates(parts, market)).filter(({ kind }) => kind === 'tax')
  const codes = [...new Set(rates.map(({ code }) => code))]
  const months = [...new Set(movements.map(({ day }) => day.slice(0, 7)))].toSorted()
  const rows = months.flatMap((month) => {
    const own = movements.filter(({ day }) => day.startsWith(month))
    return codes.flatMap((code) => feeRowsOf('tax', code, own, rates).map((row) => ({ month, code, row })))
  })
  return {
    ...{ market, currency, today: dayIn(timezone, parts.platform.clock.now()), ...period },
    months: rows.map(({ month, code, row }) => ({ month, tax: code, ...feeReply(row) })),
    total: formatDecimal(sumOfFees(rows.map(({ row }) => row))),
  }
}

/** The taxes as tables of a file. @throws Refusal as `readTax` */
export async function taxTables(parts: ReportParts, query: QueryOf<typeof staffTax>): Promise<TablesFile> {
  const { market, from, to, months, total } = await readTax(parts, query)
  return {
    name: `dhow-tax-${market}-${from}-${to}`,
    tables: [
      {
        name: 'Tax',
        columns: [
          ['Month', 'text'],
          ['Tax', 'text'],
          ['From', 'text'],
          ['Share of', 'text'],
          ['Rate %', 'money'],
          ['Base', 'money'],
          ['Tax due', 'money'],
        ],
        rows: [
          ...months.map((row) => [
            ...[row.month, row.tax, row.from_day, row.base, percentText(row.basis_points), row.base_amount, row.fee],
          ]),
          ['total', null, null, null, null, null, total],
        ],
      },
      definitionsTable(taxFigures),
    ],
  }
}
