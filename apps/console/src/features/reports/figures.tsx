import { Link } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import { isOneOf } from '@dhow/contract/records'
import { listedFigures, reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import type { staffReport } from '@dhow/contract/reports'
import { reportEntriesPath } from '../../app/paths.ts'
import { FigureName } from '../../shared/definition.tsx'
import { fill, formatMoney, formatTimeOfDay } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'
import { againstText, changeText } from './change.ts'
import styles from './reports.module.css'

const words = en.reports
export type Report = Omit<ReplyOf<typeof staffReport>, 'status'>

/** Formats a value of a figure. */
export const valueText = (code: ReportFigure, value: string, currency: Report['currency']): string =>
  reportFigures[code].unit === 'money' ? formatMoney(value, currency) : Number(value).toLocaleString('en')

/** One tile for each figure: value, change against the previous period, definition, link to its entries. */
export function Figures({ report }: { report: Report }) {
  return (
    <section>
      <div className={styles['sectionHead']}>
        <h2>{words.figures}</h2>
        <p className={styles['asOf']}>
          {report.as_of === null ? '' : fill(words.asOf, { when: formatTimeOfDay(report.as_of) })}{' '}
          {againstText(report.before)}
        </p>
      </div>
      <ul className={styles['figures']}>
        {report.figures.map((figure) => (
          <Figure key={figure.code} figure={figure} report={report} />
        ))}
      </ul>
    </section>
  )
}

function Figure({ figure: { code, value, before }, report }: { figure: Report['figures'][number]; report: Report }) {
  const { name } = reportFigures[code]
  const text = valueText(code, value, report.currency)
  return (
    <li className={styles['figure']}>
      <h3>
        <FigureName code={code} />
      </h3>
      <p className={styles['value']}>
        {isOneOf(listedFigures, code) ? (
          <Link
            to={reportEntriesPath({ figure: code, market: report.market, from: report.from, to: report.to })}
            aria-label={`${text}. ${fill(words.entriesOf, { figure: name })}`}
          >
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      <p className={styles['change']}>{changeText(value, before)}</p>
    </li>
  )
}
