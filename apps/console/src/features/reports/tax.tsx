import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { taxFigures } from '@dhow/contract/report-statements'
import { call } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'
import { rateText } from './fee-table.tsx'
import { ReportPage, useAsked } from './report-page.tsx'

const words = en.reports.tax

/** Taxes of a market by month; market and days are in the address. */
export function Tax() {
  const { asked } = useAsked()
  const tax = useQuery({
    queryKey: ['report-tax', asked],
    queryFn: () => call('staffTax', { query: asked }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      screen="tax"
      title={words.title}
      lead={words.lead}
      query={tax}
      files={['staffTaxFile', 'staffTaxWorkbook']}
    >
      {({ months, total, currency }) =>
        months.length === 0 ? (
          <Empty title={words.nothing} />
        ) : (
          <Table
            label={words.title}
            columns={[
              { key: 'month', label: words.month },
              { key: 'tax', label: words.name },
              { key: 'rate', label: en.reports.rates.rate },
              { key: 'base', label: taxFigures.base.name, isNumber: true },
              { key: 'fee', label: taxFigures.tax.name, isNumber: true },
            ]}
            rows={[
              ...months.map((row) => ({
                key: `${row.month} ${row.tax} ${row.from_day}`,
                cells: {
                  month: row.month,
                  tax: row.tax,
                  rate: fill(en.reports.rates.share, {
                    rate: rateText(row.basis_points),
                    base: en.reports.rates.bases[row.base],
                    day: row.from_day,
                  }),
                  base: formatMoney(row.base_amount, currency),
                  fee: formatMoney(row.fee, currency),
                },
              })),
              {
                key: 'total',
                isSum: true,
                cells: {
                  month: en.reports.rates.total,
                  tax: '',
                  rate: '',
                  base: '',
                  fee: formatMoney(total, currency),
                },
              },
            ]}
          />
        )
      }
    </ReportPage>
  )
}
