import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { keysOf } from '@dhow/contract/keys-of'
import { entriesOf } from '@dhow/contract/records'
import { tableReportCodes, tableReportOf, type TableReportCode } from '@dhow/contract/report-tables'
import type { ReplyOf } from '@dhow/contract/operation'
import { exportKinds, type staffExports } from '@dhow/contract/report-exports'
import { listedFigures, reportFigures, type ListedFigure } from '@dhow/contract/report-figures'
import type { Market } from '@dhow/contract/shapes'
import { Button, buttonClass } from '@dhow/ui/button'
import { Empty, Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Row } from '@dhow/ui/layout'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { reportsPath } from '../../app/paths.ts'
import { addressOf, call, errorsOf, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { parseChoice } from '../../shared/choices.ts'
import form from '../../shared/form.module.css'
import { fill } from '../../shared/format.ts'
import { MarketField } from '../../shared/market-field.tsx'
import { Page } from '../../shared/page.tsx'
import { useMe } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { useAsked } from './report-page.tsx'
import styles from './reports.module.css'

const words = en.reports.files
const kinds = keysOf(exportKinds)
const everyMs = 2_000
type Reply = ReplyOf<typeof staffExports>
type Export = Reply['exports'][number]

const isOpen = ({ state }: Export) => state === 'waiting' || state === 'running'

/** The operator's long report files: progress, hash, and the form to request one. */
export function ReportFiles() {
  const { asked } = useAsked()
  const files = useQuery({
    queryKey: ['report-exports'],
    queryFn: () => call('staffReportExports'),
    refetchInterval: ({ state }) => (state.data?.exports.some(isOpen) ? everyMs : false),
  })
  const client = useQueryClient()
  const keep = (reply: Reply) => client.setQueryData(['report-exports'], reply)
  return (
    <Page title={words.title} lead={words.lead} tools={<Link to={reportsPath(asked)}>{en.reports.backToReport}</Link>}>
      <NewFile asked={asked} keep={keep} />
      <Asked query={files}>
        {({ exports }) =>
          exports.length === 0 ? <Empty title={words.none} /> : <List exports={exports} keep={keep} />
        }
      </Asked>
    </Page>
  )
}

function NewFile({
  asked,
  keep,
}: {
  asked: { market: Market; from: string | undefined; to: string | undefined }
  keep: (reply: Reply) => void
}) {
  const [market, setMarket] = useState(asked.market)
  const [kind, setKind] = useState<Export['kind']>('entries')
  const [figure, setFigure] = useState<ListedFigure>('ggr')
  const tables = useLongTables()
  const [chosen, setChosen] = useState('')
  const table = tables.find(({ value }) => value === chosen) ?? tables[0]
  const [from, setFrom] = useState(asked.from ?? '')
  const [to, setTo] = useState(asked.to ?? '')
  const toast = useToast()
  const start = useMutation({
    mutationFn: () =>
      call('startReportExport', {
        body: {
          ...{ market, kind, from, to },
          ...(kind === 'entries' ? { figure } : {}),
          ...(kind === 'report_table' ? { report: table?.report, table: table?.table } : {}),
        },
      }),
    onSuccess(reply) {
      keep(reply)
      toast(words.asked, 'good')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <form method="post" className={form['pair']} onSubmit={submit} aria-label={words.new}>
      <MarketField label={en.reports.market} value={market} set={setMarket} errors={undefined} />
      <SelectField
        label={words.kind}
        value={kind}
        onChange={(event) => setKind(parseChoice(kinds, event.target.value) ?? kind)}
      >
        {kinds
          .filter((one) => one !== 'report_table' || tables.length > 0)
          .map((one) => (
            <option key={one} value={one}>
              {exportKinds[one].name}
            </option>
          ))}
      </SelectField>
      {kind === 'entries' ? <FigureField figure={figure} set={setFigure} /> : null}
      {kind === 'report_table' ? (
        <SelectField label={words.table} value={table?.value} onChange={(event) => setChosen(event.target.value)}>
          {tables.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      ) : null}
      <TextField
        label={en.reports.from}
        type="date"
        {...asTyped(from, setFrom, errorsOf(start.error, 'from'))}
        required
      />
      <TextField label={en.reports.to} type="date" {...asTyped(to, setTo, errorsOf(start.error, 'to'))} required />
      <div className={form['go']}>
        <Button type="submit" busy={start.isPending}>
          {words.ask}
        </Button>
      </div>
      {start.error && errorsOf(start.error, 'from') === undefined ? (
        <Notice tone="bad">{sentenceOf(start.error)}</Notice>
      ) : null}
    </form>
  )
}

const FigureField = ({ figure, set }: { figure: ListedFigure; set: (figure: ListedFigure) => void }) => (
  <SelectField
    label={words.figure}
    value={figure}
    onChange={(event) => set(parseChoice(listedFigures, event.target.value) ?? figure)}
  >
    {listedFigures.map((one) => (
      <option key={one} value={one}>
        {reportFigures[one].name}
      </option>
    ))}
  </SelectField>
)

/** Long tables of the reports that the operator may see. */
function useLongTables() {
  const { permissions } = useMe()
  return tableReportCodes
    .filter((report) => tableReportOf(report).needs.every((one) => permissions.includes(one)))
    .flatMap((report) =>
      entriesOf(tableReportOf(report).tables)
        .filter(([, { isCut }]) => isCut)
        .map(([table]) => ({ report, table, value: `${report}/${table}`, text: tableText(report, table) })),
    )
}

const tableText = (report: TableReportCode, table: string) =>
  `${tableReportOf(report).title}: ${tableReportOf(report).tables[table]?.name ?? table}`

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.round(bytes / 100_000) / 10} MB`

function stateText({ state, rows, rows_total, bytes }: Export): string {
  if (state === 'waiting') return words.waiting
  const shown = { rows: rows.toLocaleString('en'), total: rows_total.toLocaleString('en') }
  const isCounted = state === 'done' || rows_total > 0
  return fill(isCounted ? words[state] : words.uncounted[state], { ...shown, size: sizeText(bytes) })
}

function List({ exports, keep }: { exports: readonly Export[]; keep: (reply: Reply) => void }) {
  const toast = useToast()
  const onError = (error: unknown) => toast(sentenceOf(error), 'bad')
  const retry = useMutation({
    mutationFn: (id: string) => call('retryReportExport', { params: { id } }),
    onSuccess: keep,
    onError,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call('removeReportExport', { params: { id } }),
    onSuccess: keep,
    onError,
  })
  const busy = retry.isPending || remove.isPending
  return (
    <Table
      label={words.list}
      columns={[
        { key: 'file', label: words.file },
        { key: 'state', label: words.state },
        { key: 'act', label: words.download },
      ]}
      rows={exports.map((row) => ({
        key: row.id,
        cells: {
          file: (
            <>
              {exportKinds[row.kind].name}
              {row.figure === null ? '' : `: ${reportFigures[row.figure].name}`}
              {row.report === null || row.table === null ? '' : `: ${tableText(row.report, row.table)}`}
              <br />
              {fill(words.about, { market: row.market, from: row.from, to: row.to })}
            </>
          ),
          state: (
            <>
              <span role="status">{stateText(row)}</span>
              {isOpen(row) ? (
                <progress
                  className={styles['progress']}
                  aria-label={words.state}
                  // Without a value the bar is indeterminate: the number of rows is unknown.
                  {...(row.rows_total > 0 ? { max: row.rows_total, value: row.rows } : {})}
                />
              ) : null}
              {row.sha256 === null ? null : (
                <span className={styles['hash']} translate="no">
                  {fill(words.hash, { hash: row.sha256 })}
                </span>
              )}
            </>
          ),
          act: (
            <Row>
              {row.state === 'done' ? (
                <a
                  className={buttonClass('quiet')}
                  href={addressOf('staffReportExportFile', { id: row.id }, {})}
                  download
                >
                  {words.download}
                </a>
              ) : null}
              {row.state === 'failed' ? (
                <Button small kind="quiet" busy={busy} onClick={() => retry.mutate(row.id)}>
                  {words.retry}
                </Button>
              ) : null}
              <Button small kind="quiet" busy={busy} onClick={() => remove.mutate(row.id)}>
                {words.remove}
              </Button>
            </Row>
          ),
        },
      }))}
    />
  )
}
