import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button, buttonClass } from '@dhow/ui/button'
import { Row } from '@dhow/ui/layout'
import type { Market } from '@dhow/contract/shapes'
import { reportsPath } from '../../app/paths.ts'
import { addressOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { MarketField } from '../../shared/market-field.tsx'
import { Page } from '../../shared/page.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import type { ViewScreenCode } from '@dhow/contract/report-views'
import { PeriodChoice } from './period-choice.tsx'
import { parseAsked, refusedPeriod } from './period.ts'
import { printLight } from './print.ts'
import styles from './reports.module.css'
import { SavedViews } from './saved-views.tsx'

const words = en.reports
type Operation = Parameters<typeof addressOf>[0]
interface Shown {
  from: string
  to: string
  today: string
}

/** Market and days in the address, and functions to change them. */
export function useAsked() {
  const [params, setParams] = useSearchParams()
  return {
    params,
    asked: parseAsked(params),
    change: (next: Record<string, string>) =>
      setParams({ ...Object.fromEntries(params), ...next }, { preventScrollReset: true }),
  }
}

/** Layout of a report: market and period, saved views, files, print, content. */
export function ReportPage<Reply extends Shown>({
  screen,
  title,
  lead,
  query,
  files,
  fileQuery = {},
  choices,
  children,
}: {
  screen: ViewScreenCode
  title: string
  lead: string
  query: UseQueryResult<Reply>
  files?: readonly [csv: Operation, xlsx: Operation]
  /** Further parts of the address, for files and views. */
  fileQuery?: Record<string, string>
  choices?: ReactNode
  children: (reply: Reply) => ReactNode
}) {
  const { asked, change } = useAsked()
  const known = query.data
  const period = known ?? refusedPeriod(asked, query.error)
  return (
    <Page
      title={title}
      lead={lead}
      tools={known ? <Tools market={asked.market} shown={known} files={files} query={fileQuery} /> : null}
    >
      <p className={styles['controls']}>
        <Link to={reportsPath(asked)}>{words.backToReport}</Link>
      </p>
      <div className={`${styles['choices']} ${styles['controls']}`}>
        <MarketField
          label={words.market}
          value={asked.market}
          set={(market: Market) => change({ market })}
          errors={undefined}
        />
        {choices}
        {period ? <PeriodChoice key={`${period.from} ${period.to}`} shown={period} set={change} /> : null}
      </div>
      <div className={styles['controls']}>
        <SavedViews screen={screen} asked={asked} filters={fileQuery} />
      </div>
      <Asked query={query}>{children}</Asked>
    </Page>
  )
}

/** Downloads of the report, with permission, and a print button. */
function Tools({
  market,
  shown: { from, to },
  files = [],
  query,
}: {
  market: Market
  shown: Shown
  files: readonly Operation[] | undefined
  query: Record<string, string>
}) {
  const mayExport = usePermission('reports.export')
  const labels = [words.download, words.downloadWorkbook]
  return (
    <div className={styles['controls']}>
      <Row>
        {(mayExport ? files : []).map((operation, index) => (
          <a
            key={operation}
            className={buttonClass('quiet')}
            href={addressOf(operation, {}, { market, from, to, ...query })}
            download
          >
            {labels[index]}
          </a>
        ))}
        <Button kind="quiet" onClick={printLight}>
          {words.shift.print}
        </Button>
      </Row>
    </div>
  )
}
