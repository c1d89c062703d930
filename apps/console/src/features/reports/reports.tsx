import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { reportFigures } from '@dhow/contract/report-figures'
import { Button, buttonClass } from '@dhow/ui/button'
import { Empty, Notice } from '@dhow/ui/feedback'
import { Row } from '@dhow/ui/layout'
import { Table } from '@dhow/ui/table'
import { addressOf, call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatMoney } from '../../shared/format.ts'
import { MarketField } from '../../shared/market-field.tsx'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { ByDay } from './by-day.tsx'
import { Figures, type Report } from './figures.tsx'
import { parseAsked, refusedPeriod } from './period.ts'
import { PeriodChoice } from './period-choice.tsx'
import { printLight } from './print.ts'
import { ReportLinks } from './report-links.tsx'
import { SavedViews } from './saved-views.tsx'
import styles from './reports.module.css'

const words = en.reports
const refreshEveryMs = 30_000

/** Business figures for a market and period, both in the address. */
export function Reports() {
  const [params, setParams] = useSearchParams()
  const asked = parseAsked(params)
  const interval = useLiveInterval(refreshEveryMs)
  const report = useQuery({
    queryKey: ['report', asked],
    queryFn: () => call('staffReport', { query: asked }),
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  const change = (next: Record<string, string>) =>
    setParams({ ...Object.fromEntries(params), ...next }, { preventScrollReset: true })
  const known = report.data
  const period = known ?? refusedPeriod(asked, report.error)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      tools={
        known ? (
          <div className={styles['controls']}>
            <Downloads report={known} />
          </div>
        ) : null
      }
    >
      <div className={`${styles['choices']} ${styles['controls']}`}>
        <MarketField
          label={words.market}
          value={asked.market}
          set={(market) => change({ market })}
          errors={undefined}
        />
        {period ? <PeriodChoice key={`${period.from} ${period.to}`} shown={period} set={change} /> : null}
      </div>
      <div className={styles['controls']}>
        <SavedViews screen="report" asked={asked} />
      </div>
      <Asked query={report}>{(reply) => <Content report={reply} />}</Asked>
    </Page>
  )
}

function Downloads({ report: { market, from, to } }: { report: Report }) {
  const files = [
    { operation: 'staffReportFile', label: words.download },
    { operation: 'staffReportWorkbook', label: words.downloadWorkbook },
  ] as const
  const mayExport = usePermission('reports.export')
  return (
    <Row>
      {(mayExport ? files : []).map(({ operation, label }) => (
        <a
          key={operation}
          className={buttonClass('quiet')}
          href={addressOf(operation, {}, { market, from, to })}
          download
        >
          {label}
        </a>
      ))}
      <Button kind="quiet" onClick={printLight}>
        {words.shift.print}
      </Button>
    </Row>
  )
}

function Content({ report }: { report: Report }) {
  return (
    <>
      {report.as_of === null ? <Notice tone="info">{words.notYet}</Notice> : null}
      <Figures report={report} />
      <ByDay report={report} />
      <ReportLinks market={report.market} from={report.from} to={report.to} />
      <div className={styles['columns']}>
        <Providers report={report} />
        <Methods report={report} />
      </div>
      <Liability report={report} />
    </>
  )
}

function Providers({ report: { providers, currency } }: { report: Report }) {
  return (
    <section>
      <h2>{words.providers}</h2>
      {providers.length === 0 ? (
        <Empty title={words.noPlay} />
      ) : (
        <Table
          label={words.providers}
          columns={[
            { key: 'provider', label: words.provider },
            { key: 'turnover', label: reportFigures.turnover.name, isNumber: true },
            { key: 'ggr', label: reportFigures.ggr.name, isNumber: true },
            { key: 'fee', label: words.fee, isNumber: true },
          ]}
          rows={providers.map((row) => ({
            key: row.code,
            cells: {
              provider: <span translate="no">{row.code}</span>,
              turnover: formatMoney(row.turnover, currency),
              ggr: formatMoney(row.ggr, currency),
              fee: formatMoney(row.fee, currency),
            },
          }))}
        />
      )}
    </section>
  )
}

function Methods({ report: { methods, currency } }: { report: Report }) {
  return (
    <section>
      <h2>{words.methods}</h2>
      {methods.length === 0 ? (
        <Empty title={words.noDeposits} />
      ) : (
        <Table
          label={words.methods}
          columns={[
            { key: 'account', label: words.account },
            { key: 'count', label: words.count, isNumber: true },
            { key: 'amount', label: words.amount, isNumber: true },
            { key: 'fee', label: words.fee, isNumber: true },
          ]}
          rows={methods.map((row) => ({
            key: row.account,
            cells: {
              account: row.name,
              count: row.count.toLocaleString('en'),
              amount: formatMoney(row.deposits, currency),
              fee: formatMoney(row.fee, currency),
            },
          }))}
        />
      )}
    </section>
  )
}

const liabilityParts = ['cash', 'bonus', 'hold', 'in_play'] as const

function Liability({ report: { liability, currency } }: { report: Report }) {
  return (
    <section>
      <h2>{words.liability}</h2>
      <dl className={styles['liability']}>
        {liabilityParts.map((part) => (
          <div key={part}>
            <dt>{words.liabilityParts[part]}</dt>
            <dd>{formatMoney(liability[part], currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
