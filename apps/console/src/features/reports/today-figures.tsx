import { Link } from 'react-router'
import { overviewDefinitions, type staffOverview } from '@dhow/contract/overview'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Market } from '@dhow/contract/shapes'
import { Notice } from '@dhow/ui/feedback'
import { Row } from '@dhow/ui/layout'
import { reportsPath } from '../../app/paths.ts'
import { DefinedName, FigureName } from '../../shared/definition.tsx'
import { fill, formatTimeOfDay } from '../../shared/format.ts'
import { MarketField } from '../../shared/market-field.tsx'
import styles from '../../shared/tiles.module.css'
import { en } from '../../shared/words/en.ts'
import { ByDay } from './by-day.tsx'
import { changeText } from './change.ts'
import { valueText } from './figures.tsx'
import { dayText } from './period.ts'

const words = en.overview
type Today = NonNullable<ReplyOf<typeof staffOverview>['today']>

/** A market's money today so far, beside the same time a week before, and the last seven days. */
export function TodayFigures({ today, setMarket }: { today: Today; setMarket: (market: Market) => void }) {
  return (
    <section className={styles['day']}>
      <Row spread>
        <h2>{words.figures}</h2>
        <MarketField label={en.reports.market} value={today.report.market} set={setMarket} errors={undefined} />
      </Row>
      <Figures today={today} />
      <ByDay report={today.report} />
    </section>
  )
}

function Figures({ today: { report, until, compared_day, figures } }: { today: Today }) {
  const { market, today, currency, as_of } = report
  const values = report.days.find(({ day }) => day === today)?.values ?? {}
  return (
    <>
      {as_of === null ? <Notice tone="info">{en.reports.notYet}</Notice> : null}
      <dl className={styles['tiles']}>
        {figures.map(({ code, value, before }) => (
          <div key={code} className={styles['tile']}>
            <dt className={styles['name']}>
              <FigureName code={code} />
            </dt>
            <dd className={styles['count']}>{valueText(code, values[code] ?? '0', currency)}</dd>
            {until === null ? null : (
              <dd className={styles['note']}>
                {fill(words.sameTime, { before: valueText(code, before, currency), change: changeText(value, before) })}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <p className={styles['quiet']}>
        {as_of === null ? '' : fill(en.reports.asOf, { when: formatTimeOfDay(as_of) })}{' '}
        {until === null ? (
          words.tooEarly
        ) : (
          <>
            {fill(words.comparedWith, { day: dayText(compared_day), until })}{' '}
            <DefinedName {...overviewDefinitions.same_time} />
          </>
        )}{' '}
        <Link to={reportsPath({ market, from: today, to: today })} className={styles['more']}>
          {words.openReport}
        </Link>
      </p>
    </>
  )
}
