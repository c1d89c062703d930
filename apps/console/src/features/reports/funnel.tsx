import { formatDecimal } from '@dhow/contract/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { keysOf } from '@dhow/contract/keys-of'
import type { ReplyOf } from '@dhow/contract/operation'
import { approvalRate, funnelSteps, type FunnelStep, type staffFunnel } from '@dhow/contract/report-funnel'
import { Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { funnelPaymentsPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { DefinedName } from '../../shared/definition.tsx'
import { formatWait, fill } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'
import { dayText } from './period.ts'
import { ReportPage, useAsked } from './report-page.tsx'
import styles from './reports.module.css'

const words = en.reports.funnel
const steps = keysOf(funnelSteps)
const listedSteps = ['submitted', 'approved', 'credited'] as const
type Reply = ReplyOf<typeof staffFunnel>
type Method = Reply['methods'][number]

/** Deposit funnel from the cashier page to the credit; market, days and method are in the address. */
export function Funnel() {
  const { asked, params } = useAsked()
  const method = params.get('method') ?? undefined
  const funnel = useQuery({
    queryKey: ['report-funnel', asked, method],
    queryFn: () => call('staffFunnel', { query: { ...asked, method } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      screen="funnel"
      title={words.title}
      lead={words.lead}
      query={funnel}
      files={['staffFunnelFile', 'staffFunnelWorkbook']}
      fileQuery={method === undefined ? {} : { method }}
    >
      {(reply) =>
        reply.opened === 0 && reply.methods.length === 0 ? <Empty title={words.nobody} /> : <Content funnel={reply} />
      }
    </ReportPage>
  )
}

function Content({ funnel }: { funnel: Reply }) {
  return (
    <>
      <p>{fill(words.openedBy, { count: funnel.opened.toLocaleString('en') })}</p>
      {funnel.methods.map((method) => (
        <MethodFunnel key={method.method} method={method} funnel={funnel} />
      ))}
      <When funnel={funnel} />
    </>
  )
}

const timeText = (seconds: number | null) => (seconds === null ? '–' : formatWait(seconds))
const rateText = ({ credited, submitted }: Record<'credited' | 'submitted', number>) =>
  submitted === 0 ? '–' : `${formatDecimal(BigInt(Math.round((credited * 10_000) / submitted)))} %`

/** Steps of a method, each as a bar and as numbers; the last three link to their payments. */
function MethodFunnel({ method, funnel: { market, from, to } }: { method: Method; funnel: Reply }) {
  const most = Math.max(1, ...steps.map((step) => method[step]))
  const listed = (step: FunnelStep) => listedSteps.find((one) => one === step)
  return (
    <section className={styles['part']}>
      <div className={styles['sectionHead']}>
        <h2>{method.name}</h2>
        <p>
          <DefinedName {...approvalRate} /> <strong>{rateText(method)}</strong>
        </p>
      </div>
      <Table
        label={method.name}
        columns={[
          { key: 'step', label: words.step },
          { key: 'count', label: words.count, isNumber: true },
          { key: 'median', label: words.median, isNumber: true },
          { key: 'p90', label: words.p90, isNumber: true },
        ]}
        rows={steps.map((step) => {
          const linked = listed(step)
          const count = method[step].toLocaleString('en')
          const time = step === 'opened' ? undefined : method.times[step]
          return {
            key: step,
            cells: {
              step: (
                <span className={styles['stepName']}>
                  <DefinedName {...funnelSteps[step]} />
                  <span className={styles['bar']} aria-hidden="true">
                    <span style={{ width: `${(method[step] / most) * 100}%` }} />
                  </span>
                </span>
              ),
              count: linked ? (
                <Link to={funnelPaymentsPath({ market, from, to, method: method.method, step: linked })}>{count}</Link>
              ) : (
                count
              ),
              median: timeText(time?.median_s ?? null),
              p90: timeText(time?.p90_s ?? null),
            },
          }
        })}
      />
      {method.submitted > method.credited ? (
        <p>
          <Link to={funnelPaymentsPath({ market, from, to, method: method.method, step: 'not_credited' })}>
            {fill(words.notCredited, { count: (method.submitted - method.credited).toLocaleString('en') })}
          </Link>
        </p>
      ) : null}
    </section>
  )
}

/** All methods by day or by hour. */
function When({ funnel }: { funnel: Reply }) {
  const [isHours, setHours] = useState(false)
  const rows = isHours
    ? funnel.hours.map((row) => ({
        key: String(row.hour),
        when: `${String(row.hour).padStart(2, '0')}:00`,
        counts: row,
      }))
    : funnel.days.toReversed().map((row) => ({ key: row.day, when: dayText(row.day), counts: row }))
  const shown = rows.filter(({ counts }) => steps.some((step) => counts[step] > 0))
  return (
    <section className={styles['part']}>
      <div className={styles['sectionHead']}>
        <h2>{isHours ? words.byHour : words.byDay}</h2>
        <div className={`${styles['chips']} ${styles['controls']}`} role="group" aria-label={words.byDayOrHour}>
          {[false, true].map((hours) => (
            <button key={String(hours)} type="button" aria-pressed={isHours === hours} onClick={() => setHours(hours)}>
              {hours ? words.hours : words.days}
            </button>
          ))}
        </div>
      </div>
      <Table
        label={isHours ? words.byHour : words.byDay}
        columns={[
          { key: 'when', label: isHours ? words.hour : words.day },
          ...steps.map((step) => ({ key: step, label: funnelSteps[step].name, isNumber: true })),
          { key: 'rate', label: approvalRate.name, isNumber: true },
        ]}
        rows={shown.map(({ key, when, counts }) => ({
          key,
          cells: {
            when,
            ...Object.fromEntries(steps.map((step) => [step, counts[step].toLocaleString('en')])),
            rate: rateText(counts),
          },
        }))}
      />
    </section>
  )
}
