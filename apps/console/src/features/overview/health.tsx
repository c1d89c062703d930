import { translate } from '../../shared/translate.ts'
import { checkTitle } from '@dhow/contract/check-titles'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffHealth } from '@dhow/contract/health'
import { Badge, Empty, Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatTimeOfDay, formatExactTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import detail from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { useMe } from '../../shared/session.tsx'
import { AlarmNotices } from './alarm-notices.tsx'
import { Backups } from './backups.tsx'
import { Programs } from './programs.tsx'
import { Replication } from './replication.tsx'
import { en } from '../../shared/words/en.ts'
import { OwedToPlayers } from './owed-to-players.tsx'

const words = en.health
const refreshEveryMs = 10_000
type Reply = ReplyOf<typeof staffHealth>

/** Health of the books, services and programs. */
export function Health() {
  const { mode } = useMe()
  const asked = useLiveQuery(['health'], () => call('staffHealth'), refreshEveryMs)
  return (
    <Page title={words.title} lead={words.lead}>
      <Asked query={asked}>
        {(reply) => (
          <>
            <Alarms alarms={reply.alarms} />
            <Books invariants={reply.invariants} />
            <div className={detail['columns']}>
              <section className={detail['block']}>
                <h2>{words.services}</h2>
                <Facts
                  rows={reply.services.map((service) => ({
                    label: translate(service.name),
                    value: (
                      <>
                        <Badge tone={service.ok ? 'good' : 'bad'}>{service.ok ? words.well : words.late}</Badge>{' '}
                        {translate(service.text)}
                      </>
                    ),
                  }))}
                />
              </section>
              <section className={detail['block']}>
                <h2>{words.build}</h2>
                <Facts
                  rows={[
                    { label: words.build, value: reply.build },
                    { label: words.engine, value: words.engines[reply.engine] ?? reply.engine },
                    { label: words.mode, value: words.modes[mode] },
                    { label: words.since, value: formatExactTime(reply.started_at) },
                  ]}
                />
              </section>
            </div>
            <Programs programs={reply.programs} />
            {reply.database && <Replication database={reply.database} />}
            <Backups upkeep={reply.upkeep} />
            <JobList jobs={reply.jobs} />
            <AuditChain audit={reply.audit} />
            <TrialBalance rows={reply.trial_balance} />
          </>
        )}
      </Asked>
      <OwedToPlayers />
    </Page>
  )
}

/** Open alarms of all servers with start times and sent notices. */
function Alarms({ alarms }: { alarms: Reply['alarms'] }) {
  if (alarms.length === 0) return null
  const isOpen = alarms.some((alarm) => alarm.cleared_at === null)
  return (
    <section className={detail['block']}>
      <h2>{words.alarms}</h2>
      <Notice tone={isOpen ? 'bad' : 'good'} role={isOpen ? 'alert' : 'status'}>
        <p>{isOpen ? words.alarmsOpen : words.alarmsCleared}</p>
      </Notice>
      <Table
        label={words.alarms}
        columns={[
          { key: 'text', label: words.alarmText },
          { key: 'since', label: words.alarmSince },
          { key: 'state', label: words.result },
          { key: 'notices', label: words.alarmNotices },
        ]}
        rows={alarms.map((alarm) => ({
          key: alarm.id,
          cells: {
            text: translate(alarm.text),
            since: formatExactTime(alarm.since),
            state:
              alarm.cleared_at === null ? (
                <Badge tone="bad">{words.alarmOpen}</Badge>
              ) : (
                <Badge tone="good">{fill(words.alarmClearedAt, { when: formatTimeOfDay(alarm.cleared_at) })}</Badge>
              ),
            notices: alarm.notices.length === 0 ? words.alarmNobody : <AlarmNotices notices={alarm.notices} />,
          },
        }))}
      />
    </section>
  )
}

function JobList({ jobs }: { jobs: Reply['jobs'] }) {
  return (
    <section className={detail['block']}>
      <h2>{words.jobs}</h2>
      <Table
        label={words.jobs}
        columns={[
          { key: 'job', label: words.job },
          { key: 'each', label: words.each, isNumber: true },
          { key: 'last', label: words.lastRun },
          { key: 'took', label: words.took, isNumber: true },
          { key: 'state', label: words.result },
        ]}
        rows={[...jobs.filter((job) => !job.ok), ...jobs.filter((job) => job.ok)].map((job) => ({
          key: job.name,
          cells: {
            job: <code>{job.name}</code>,
            each: fill(words.eachText, { seconds: job.each_s }),
            last: job.last_run_at === null ? words.notYet : formatTimeOfDay(job.last_run_at),
            took: job.last_run_at === null ? '' : fill(words.tookText, { ms: job.took_ms }),
            state: job.ok ? (
              <Badge tone="good">{words.well}</Badge>
            ) : (
              <Badge tone="bad">
                {job.failures > 0 ? fill(words.jobFails, { count: job.failures }) : words.jobLate}
              </Badge>
            ),
          },
        }))}
      />
    </section>
  )
}

/** Integrity of the audit trail. */
function AuditChain({ audit }: { audit: Reply['audit'] }) {
  return (
    <section className={detail['block']}>
      <h2>{words.chain}</h2>
      {audit.ok === null ? (
        <Notice tone="info">{words.chainNotChecked}</Notice>
      ) : (
        <Notice tone={audit.ok ? 'good' : 'bad'} role={audit.ok ? 'status' : 'alert'}>
          <p>
            {audit.ok
              ? fill(words.chainWhole, { entries: audit.entries })
              : fill(words.chainBroken, { entry: audit.broken_at ?? '' })}
          </p>
        </Notice>
      )}
      {audit.head === null ? null : (
        <>
          <Facts rows={[{ label: words.chainHead, value: '', copy: audit.head }]} />
          <p className={detail['quiet']}>{words.chainHeadHint}</p>
        </>
      )}
    </section>
  )
}

/** Result of the ledger check that runs every minute. */
function Books({
  invariants: { checked_at: checkedAt, whole_at: wholeAt, ok, checks },
}: {
  invariants: Reply['invariants']
}) {
  const broken = checks.filter((check) => check.violations > 0)
  return (
    <section className={detail['block']}>
      <h2>{words.books}</h2>
      {ok === null || checkedAt === null || wholeAt === null ? (
        <Notice tone="info">{words.notChecked}</Notice>
      ) : (
        <Notice tone={ok ? 'good' : 'bad'} role={ok ? 'status' : 'alert'}>
          <p>{ok ? words.allWell : fill(words.broken, { count: broken.length })}</p>
          <p>{fill(words.checkedAt, { when: formatExactTime(checkedAt), whole: formatExactTime(wholeAt) })}</p>
        </Notice>
      )}
      {checks.length === 0 ? null : (
        <Table
          label={words.books}
          columns={[
            { key: 'check', label: words.check },
            { key: 'result', label: words.result },
          ]}
          rows={[...broken, ...checks.filter((check) => check.violations === 0)].map((check) => ({
            key: check.name,
            cells: {
              check: checkTitle(check.name),
              result:
                check.violations === 0 ? (
                  <Badge tone="good">{words.holds}</Badge>
                ) : (
                  <Badge tone="bad">
                    {fill(words.violations, { count: check.violations, example: check.example ?? '' })}
                  </Badge>
                ),
            },
          }))}
        />
      )}
    </section>
  )
}

function TrialBalance({ rows }: { rows: Reply['trial_balance'] }) {
  const currencies = [...new Set(rows.map((row) => row.currency))]
  return (
    <section className={detail['block']}>
      <h2>{words.trial}</h2>
      <p className={detail['quiet']}>{words.trialLead}</p>
      {rows.length === 0 ? <Empty title={words.trialEmpty} /> : null}
      <div className={detail['screen']}>
        {currencies.map((currency) => {
          const own = rows.filter((row) => row.currency === currency)
          const figure = (text: string) => (text === '0.00' ? '' : formatMoney(text, currency))
          return (
            <Table
              key={currency}
              label={`${words.trial} ${currency}`}
              columns={[
                { key: 'account', label: `${words.account} (${currency})` },
                { key: 'debit', label: words.debit, isNumber: true },
                { key: 'credit', label: words.credit, isNumber: true },
              ]}
              rows={[
                ...own.map((row) => ({
                  key: row.account,
                  cells: { account: row.account, debit: figure(row.debit), credit: figure(row.credit) },
                })),
                {
                  key: 'sum',
                  isSum: true,
                  cells: {
                    account: words.sum,
                    debit: formatMoney(sumOf(own.map((row) => row.debit)), currency),
                    credit: formatMoney(sumOf(own.map((row) => row.credit)), currency),
                  },
                },
              ]}
            />
          )
        })}
      </div>
    </section>
  )
}

function sumOf(amounts: string[]): string {
  const signed = (text: string) => {
    const minor = parseAmount(text.replace('-', '')) ?? 0n
    return text.startsWith('-') ? -minor : minor
  }
  return formatDecimal(amounts.reduce((sum, text) => sum + signed(text), 0n))
}
