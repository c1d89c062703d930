import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Market } from '@dhow/contract/shapes'
import { Notice } from '@dhow/ui/feedback'
import { Row } from '@dhow/ui/layout'
import { reportsPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { FigureName } from '../../shared/definition.tsx'
import { fill, timeOf } from '../../shared/format.ts'
import { MarketField } from '../../shared/market-field.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import styles from '../../shared/tiles.module.css'
import { en } from '../../shared/words/en.ts'
import { ByDay } from './by-day.tsx'
import { valueText, type Report } from './figures.tsx'

const words = en.overview
const refreshEveryMs = 30_000
const codes = ['deposits', 'withdrawals', 'ggr', 'ngr'] as const

/** Money of today and the last seven days of a market, both from the report: a figure has one definition. */
export function TodayFigures() {
  const [market, setMarket] = useState<Market>('NA')
  const interval = useLiveInterval(refreshEveryMs)
  const asked = { market, from: undefined, to: undefined }
  const report = useQuery({
    queryKey: ['report', asked],
    queryFn: () => call('staffReport', { query: asked }),
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles['day']}>
      <Row spread>
        <h2>{words.figures}</h2>
        <MarketField label={en.reports.market} value={market} set={setMarket} errors={undefined} />
      </Row>
      <Asked query={report}>
        {(reply) => (
          <>
            <Figures report={reply} />
            <ByDay report={reply} />
          </>
        )}
      </Asked>
    </section>
  )
}

function Figures({ report }: { report: Report }) {
  const values = report.days.find(({ day }) => day === report.today)?.values ?? {}
  const { market, today, currency } = report
  return (
    <>
      {report.as_of === null ? <Notice tone="info">{en.reports.notYet}</Notice> : null}
      <dl className={styles['tiles']}>
        {codes.map((code) => (
          <div key={code} className={styles['tile']}>
            <dt className={styles['name']}>
              <FigureName code={code} />
            </dt>
            <dd className={styles['count']}>{valueText(code, values[code] ?? '0', currency)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['quiet']}>
        {report.as_of === null ? '' : fill(en.reports.asOf, { when: timeOf(report.as_of) })}{' '}
        <Link to={reportsPath({ market, from: today, to: today })} className={styles['more']}>
          {words.openReport}
        </Link>
      </p>
    </>
  )
}
