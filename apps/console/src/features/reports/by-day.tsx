import { lazy, Suspense, useState } from 'react'
import { keysOf } from '@dhow/contract/keys-of'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import { Skeleton } from '@dhow/ui/feedback'
import { SelectField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { parseChoice } from '../../shared/choices.ts'
import form from '../../shared/form.module.css'
import { en } from '../../shared/words/en.ts'
import { valueText, type Report } from './figures.tsx'
import { dayText } from './period.ts'
import styles from './reports.module.css'

const words = en.reports
const DayChart = lazy(() => import('./day-chart.tsx'))
const codes = keysOf(reportFigures)

/** One or two figures by day, as a chart or as a table. */
export function ByDay({ report }: { report: Report }) {
  const [first, setFirst] = useState<ReportFigure>('ggr')
  const [second, setSecond] = useState<ReportFigure | undefined>('deposits')
  const [isTable, setTable] = useState(false)
  const shown = second === undefined || second === first ? [first] : [first, second]
  return (
    <section>
      <div className={styles['sectionHead']}>
        <h2>{words.byDay}</h2>
        <div className={styles['chips']} role="group" aria-label={words.byDay}>
          {[false, true].map((asTable) => (
            <button
              key={String(asTable)}
              type="button"
              aria-pressed={isTable === asTable}
              onClick={() => setTable(asTable)}
            >
              {asTable ? words.table : words.chart}
            </button>
          ))}
        </div>
      </div>
      <div className={form['pair']}>
        <SelectField
          label={words.compare}
          value={first}
          onChange={(event) => setFirst(parseChoice(codes, event.target.value) ?? first)}
        >
          {codes.map((code) => (
            <option key={code} value={code}>
              {reportFigures[code].name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.and}
          value={second ?? ''}
          onChange={(event) => setSecond(parseChoice(codes, event.target.value))}
        >
          <option value="">{words.nothingElse}</option>
          {codes.map((code) => (
            <option key={code} value={code}>
              {reportFigures[code].name}
            </option>
          ))}
        </SelectField>
      </div>
      {isTable ? (
        <Table
          label={words.byDay}
          columns={[
            { key: 'day', label: words.day },
            ...shown.map((code) => ({ key: code, label: reportFigures[code].name, isNumber: true })),
          ]}
          rows={report.days.toReversed().map(({ day, values }) => ({
            key: day,
            cells: {
              day: dayText(day),
              ...Object.fromEntries(shown.map((code) => [code, valueText(code, values[code] ?? '0', report.currency)])),
            },
          }))}
        />
      ) : (
        <Suspense fallback={<Skeleton lines={6} label={en.console.loading} />}>
          <DayChart report={report} codes={shown} />
        </Suspense>
      )}
    </section>
  )
}
