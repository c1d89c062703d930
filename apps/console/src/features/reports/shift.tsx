import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import { shiftWork, type staffShift } from '@dhow/contract/report-shift'
import { Button, buttonClass } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Row } from '@dhow/ui/layout'
import { Table } from '@dhow/ui/table'
import { asTyped } from '../../shared/as-typed.ts'
import { paths } from '../../app/paths.ts'
import { addressOf, call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { DefinedName } from '../../shared/definition.tsx'
import form from '../../shared/form.module.css'
import { formatWait, fill, formatMoney, formatTime, formatExactTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { parseAsked } from './period.ts'
import { printLight } from './print.ts'
import { SavedViews } from './saved-views.tsx'
import styles from './shift.module.css'

const words = en.reports.shift
type Shift = ReplyOf<typeof staffShift>
type Work = Shift['done'][number]

/** An operator's work in a span of time, and the queues now; operator and span are in the address. */
export function ShiftReport() {
  const [params, setParams] = useSearchParams()
  const maySeeOthers = usePermission('reports.see')
  const asked = {
    operator: params.get('operator') ?? undefined,
    from: params.get('from') ?? undefined,
    to: params.get('to') ?? undefined,
  }
  const shift = useQuery({
    queryKey: ['shift', asked],
    queryFn: () => call('staffShift', { query: asked }),
    placeholderData: keepPreviousData,
  })
  const known = shift.data
  const change = (next: Record<string, string>) =>
    setParams({ ...Object.fromEntries(params), ...next }, { preventScrollReset: true })
  return (
    <Page
      title={words.title}
      lead={
        known
          ? fill(words.lead, { operator: known.operator.name, from: formatTime(known.from), to: formatTime(known.to) })
          : words.leadBefore
      }
      tools={known ? <Tools shift={known} /> : null}
    >
      {maySeeOthers ? (
        <p className={styles['controls']}>
          <Link to={paths.reports}>{en.reports.backToReport}</Link>
        </p>
      ) : null}
      {known ? <Choices key={`${known.operator.id} ${known.from} ${known.to}`} shift={known} set={change} /> : null}
      {maySeeOthers ? (
        <div className={styles['controls']}>
          <SavedViews
            screen="shift"
            asked={{ market: parseAsked(params).market, from: undefined, to: undefined }}
            filters={known ? { operator: known.operator.id } : {}}
          />
        </div>
      ) : null}
      <Asked query={shift}>{(reply) => <Content shift={reply} />}</Asked>
    </Page>
  )
}

/** Downloads of the shown span, and a print button. */
function Tools({ shift: { operator, from, to } }: { shift: Shift }) {
  const files = [
    { operation: 'staffShiftFile', label: en.reports.download },
    { operation: 'staffShiftWorkbook', label: en.reports.downloadWorkbook },
  ] as const
  return (
    <div className={styles['controls']}>
      <Row>
        {files.map(({ operation, label }) => (
          <a
            key={operation}
            className={buttonClass('quiet')}
            href={addressOf(operation, {}, { operator: operator.id, from, to })}
            download
          >
            {label}
          </a>
        ))}
        <Button kind="quiet" onClick={printLight}>
          {words.print}
        </Button>
      </Row>
    </div>
  )
}

/** Formats an instant for a `datetime-local` field: `2026-11-21T08:00`. */
const localOf = (instant: string) => {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function Choices({ shift, set }: { shift: Shift; set: (next: Record<string, string>) => void }) {
  const [from, setFrom] = useState(localOf(shift.from))
  const [to, setTo] = useState(localOf(shift.to))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  }
  return (
    <form method="post" className={`${form['pair']} ${form['times']} ${styles['controls']}`} onSubmit={submit}>
      {shift.operators.length > 0 ? (
        <SelectField label={words.operator} {...asTyped(shift.operator.id, (operator) => set({ operator }))}>
          {shift.operators.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      <TextField label={words.from} type="datetime-local" {...asTyped(from, setFrom)} required />
      <TextField label={words.to} type="datetime-local" {...asTyped(to, setTo)} required />
      <div className={form['go']}>
        <Button type="submit" kind="quiet">
          {en.reports.show}
        </Button>
      </div>
    </form>
  )
}

function Content({ shift }: { shift: Shift }) {
  return (
    <>
      <section className={styles['part']}>
        <h2>{words.done}</h2>
        {shift.done.length === 0 ? <Empty title={words.nothingDone} /> : <Done done={shift.done} />}
      </section>
      {shift.left.length > 0 ? <Left shift={shift} /> : null}
    </>
  )
}

function Done({ done }: { done: readonly Work[] }) {
  return (
    <Table
      label={words.done}
      columns={[
        { key: 'work', label: words.work },
        { key: 'count', label: words.count, isNumber: true },
        { key: 'amount', label: en.reports.amount, isNumber: true },
        { key: 'median', label: words.median, isNumber: true },
        { key: 'p90', label: words.p90, isNumber: true },
      ]}
      rows={done.map((row) => ({
        key: row.kind,
        cells: {
          work: <DefinedName {...shiftWork[row.kind]} />,
          count: row.count.toLocaleString('en'),
          amount: row.sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ') || '–',
          median: timeText(row.median_s),
          p90: timeText(row.p90_s),
        },
      }))}
    />
  )
}

const timeText = (seconds: number | null) => (seconds === null ? '–' : formatWait(seconds))

function Left({ shift: { left, at } }: { shift: Shift }) {
  return (
    <section className={styles['part']}>
      <h2>{fill(words.left, { when: formatExactTime(at) })}</h2>
      <Table
        label={words.queues}
        columns={[
          { key: 'queue', label: words.queue },
          { key: 'count', label: words.waiting, isNumber: true },
          { key: 'oldest', label: words.oldest, isNumber: true },
        ]}
        rows={left.map(({ queue, count, oldest }) => ({
          key: queue,
          cells: {
            queue: en.overview.queueNames[queue],
            count: count.toLocaleString('en'),
            oldest: oldest === null ? '–' : formatWait((Date.parse(at) - Date.parse(oldest)) / 1_000),
          },
        }))}
      />
    </section>
  )
}
