import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useMay } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './reports.module.css'

const words = en.reports

/** The further reports, of the same market and days. */
export function ReportLinks({ market, from, to }: { market: string; from: string; to: string }) {
  const mayProviders = useMay('reports.providers')
  const mayMethods = useMay('reports.methods')
  const mayTax = useMay('reports.tax')
  const mayExport = useMay('reports.export')
  const days = `?${new URLSearchParams({ market, from, to })}`
  const links = [
    { to: `${paths.reportCohorts}?market=${market}`, text: words.cohortsLink },
    { to: paths.reportShift, text: words.shift.link },
    { to: paths.reportFunnel + days, text: words.funnel.link },
    ...(mayProviders ? [{ to: paths.reportProviders + days, text: words.providerStatement.link }] : []),
    ...(mayMethods ? [{ to: paths.reportMethods + days, text: words.methodStatement.link }] : []),
    ...(mayTax ? [{ to: paths.reportTax + days, text: words.tax.link }] : []),
    ...(mayExport ? [{ to: paths.reportFiles + days, text: words.files.link }] : []),
  ]
  return (
    <ul className={styles['links']}>
      {links.map((link) => (
        <li key={link.to}>
          <Link to={link.to}>{link.text}</Link>
        </li>
      ))}
    </ul>
  )
}
