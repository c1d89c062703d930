import { Link } from 'react-router'
import { tableReportCodes, tableReportOf } from '@dhow/contract/report-tables'
import { viewScreenOf } from '@dhow/contract/report-views'
import { paths } from '../../app/paths.ts'
import { useMe } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './reports.module.css'

const words = en.reports

/** Links to the other reports, for the same market and days. */
export function ReportLinks({ market, from, to }: { market: string; from: string; to: string }) {
  const { permissions } = useMe()
  const may = (needs: readonly string[]) => needs.every((one) => permissions.some((held) => held === one))
  const days = `?${new URLSearchParams({ market, from, to })}`
  const links = [
    { to: `${paths.reportCohorts}?market=${market}`, text: words.cohortsLink },
    { to: paths.reportShift, text: words.shift.link },
    { to: paths.reportFunnel + days, text: words.funnel.link },
    ...(may(['reports.providers']) ? [{ to: paths.reportProviders + days, text: words.providerStatement.link }] : []),
    ...(may(['reports.methods']) ? [{ to: paths.reportMethods + days, text: words.methodStatement.link }] : []),
    ...(may(['reports.tax']) ? [{ to: paths.reportTax + days, text: words.tax.link }] : []),
    ...tableReportCodes
      .filter((code) => may(tableReportOf(code).needs))
      .map((code) => ({ to: viewScreenOf(code).path + days, text: tableReportOf(code).link })),
    ...(may(['reports.export']) ? [{ to: paths.reportFiles + days, text: words.files.link }] : []),
  ]
  return (
    <section>
      <h2>{words.further}</h2>
      <ul className={styles['further']}>
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to}>
              <LinkText text={link.text} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Splits a text at the colon: the report's name, and below it the question that it answers. */
function LinkText({ text }: { text: string }) {
  const [name, ...answers] = text.split(': ')
  return answers.length === 0 ? (
    name
  ) : (
    <>
      <b>
        {name}
        <span>: </span>
      </b>
      <small>{answers.join(': ')}</small>
    </>
  )
}
