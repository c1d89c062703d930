import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import { entriesOf } from '@dhow/contract/records'
import { tableReportOf, type tableReportCalls, type TableReportCode } from '@dhow/contract/report-tables'
import {
  codesText,
  rowsShown,
  type TableColumn,
  type TableFigure,
  type TableReport,
} from '@dhow/contract/report-table-shape'
import { Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { pathOf, reportEntriesPath, shiftPath } from '../../app/paths.ts'
import { firstPage } from '@dhow/client/first-page'
import { call, sentenceOf } from '../../shared/api.ts'
import { DefinedName } from '../../shared/definition.tsx'
import { formatWait, fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import { More, type Paged } from '../../shared/more.tsx'
import { PlayerLink } from '../../shared/player-link.tsx'
import { en } from '../../shared/words/en.ts'
import { againstText, changeText } from './change.ts'
import { ReportPage, useAsked } from './report-page.tsx'
import styles from './reports.module.css'

const words = en.reports
type Reply = ReplyOf<(typeof tableReportCalls)[TableReportCode]['read']>
type Row = Reply['tables'][number]['rows'][number]

const calls = {
  players: 'staffPlayersReport',
  payments: 'staffPaymentsReport',
  rewards: 'staffRewardsReport',
  referrals: 'staffReferralsReport',
  'safe-play': 'staffSafePlayReport',
  harm: 'staffHarmReport',
  warnings: 'staffWarningsReport',
  laundering: 'staffLaunderingReport',
  liability: 'staffLiabilityReport',
} as const satisfies Record<TableReportCode, string>

/** A report of figures and tables; market and days are in the address. */
export function TableReportPage({ code }: { code: TableReportCode }) {
  const { asked } = useAsked()
  const { title, lead, figures, tables } = tableReportOf(code)
  const name = calls[code]
  const query = useQuery({
    queryKey: ['table-report', code, asked],
    queryFn: () => call(name, { query: asked }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage screen={code} title={title} lead={lead} query={query} files={[`${name}File`, `${name}Workbook`]}>
      {(reply) => (
        <>
          <section>
            <div className={styles['sectionHead']}>
              <h2>{words.figures}</h2>
              <p className={styles['asOf']}>{againstText(reply.before)}</p>
            </div>
            <ul className={styles['figures']}>
              {reply.figures.map((row) => {
                const figure = figures[row.code]
                return figure ? <Figure key={row.code} figure={figure} row={row} reply={reply} /> : null
              })}
            </ul>
          </section>
          {reply.tables.map((table) => {
            const shown = tables[table.code]
            return shown ? <Part key={table.code} code={code} shown={shown} table={table} reply={reply} /> : null
          })}
        </>
      )}
    </ReportPage>
  )
}

interface PartProps {
  code: TableReportCode
  shown: TableReport['tables'][string]
  table: Reply['tables'][number]
  reply: Reply
}

/** A table with further pages, which are dropped when the days change. */
function Part({ code, shown, table, reply }: PartProps) {
  const { market, from, to } = reply
  const state = useRef<HTMLParagraphElement>(null)
  const further = useInfiniteQuery({
    queryKey: ['table-report-page', code, table.code, market, from, to, table.next_cursor],
    queryFn: ({ pageParam }) =>
      call(calls[code], { query: { market, from, to, table: table.code, cursor: pageParam } }),
    initialPageParam: table.next_cursor ?? firstPage(),
    getNextPageParam: (last) => last.tables[0]?.next_cursor ?? undefined,
    enabled: false,
  })
  const pages = further.data?.pages ?? []
  const rows = [...table.rows, ...pages.flatMap((page) => page.tables[0]?.rows ?? [])]
  const players = [reply, ...pages].flatMap((page) => page.players)
  const paged: Paged = {
    hasNextPage: table.next_cursor !== null && (further.data === undefined || further.hasNextPage),
    isFetchingNextPage: further.isFetching,
    async fetchNextPage() {
      const { data } = await (further.data === undefined ? further.refetch() : further.fetchNextPage())
      // Move the focus, since the button disappears with the last page.
      if (data && data.pages.at(-1)?.tables[0]?.next_cursor === null) state.current?.focus()
    },
  }
  return (
    <section className={styles['part']}>
      <h2>{shown.name}</h2>
      <Rows name={shown.name} columns={shown.columns} rows={rows} reply={{ ...reply, players }} />
      <p ref={state} className={styles['asOf']} role="status" tabIndex={-1}>
        {table.next_cursor === null ? '' : fill(words.rowsShown, { count: rows.length, first: rowsShown })}
      </p>
      {further.isError ? <p role="alert">{sentenceOf(further.error)}</p> : null}
      <div className={styles['controls']}>
        <More of={paged} label={fill(words.moreOf, { table: shown.name })} />
      </div>
    </section>
  )
}

/** Formats a figure; `–` if nothing was measured. */
function figureText({ unit }: TableFigure, value: string | null, currency: Reply['currency']): string {
  if (value === null) return '–'
  if (unit === 'money') return formatMoney(value, currency)
  return unit === 'seconds' ? formatWait(Number(value)) : Number(value).toLocaleString('en')
}

function Figure({ figure, row, reply }: { figure: TableFigure; row: Reply['figures'][number]; reply: Reply }) {
  const text = figureText(figure, row.value, reply.currency)
  const { market, from, to } = reply
  return (
    <li className={styles['figure']}>
      <h3>
        <DefinedName {...figure} />
      </h3>
      <p className={styles['value']}>
        {figure.entries ? (
          <Link
            to={reportEntriesPath({ figure: figure.entries, market, from, to })}
            aria-label={`${text}. ${fill(words.entriesOf, { figure: figure.name })}`}
          >
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      <p className={styles['change']}>
        {row.value === null || row.before === null ? words.noBefore : changeText(row.value, row.before)}
      </p>
    </li>
  )
}

const numbers: readonly TableColumn['kind'][] = ['count', 'money', 'decimal', 'seconds']

function Rows({
  name,
  columns,
  rows,
  reply,
}: {
  name: string
  columns: Readonly<Record<string, TableColumn>>
  rows: readonly Row[]
  reply: Reply
}) {
  // A player or operator is a link by name; files have the name in its own column.
  const all = entriesOf(columns).filter(([key]) => key !== 'name')
  const defined = all.filter(([, { definition }]) => definition !== undefined)
  if (rows.length === 0) return <Empty title={words.nothing} />
  return (
    <>
      <Table
        label={name}
        columns={all.map(([key, column]) => ({
          key,
          label: column.name,
          isNumber: numbers.includes(column.kind),
        }))}
        rows={rows.map((row, index) => ({
          key: String(index),
          cells: Object.fromEntries(all.map(([key, column]) => [key, cellOf(column, row[key] ?? null, row, reply)])),
        }))}
      />
      {defined.length > 0 ? (
        <ul className={`${styles['links']} ${styles['controls']}`} aria-label={words.meaning}>
          {defined.map(([key, { name: column, definition = '' }]) => (
            <li key={key}>
              <DefinedName name={column} definition={definition} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function cellOf(column: TableColumn, value: string | null, row: Row, reply: Reply): ReactNode {
  if (value === null || value === '') return '–'
  switch (column.kind) {
    case 'id': {
      const player = reply.players.find(({ id }) => id === value)
      if (player) return <PlayerLink id={value} name={player.player_name} mobile={player.mobile} />
      const path = pathOf(value)
      return path ? <Link to={path}>{row['name'] ?? value}</Link> : value
    }
    case 'operator':
      return <Link to={shiftPath(value, reply.span)}>{row['name'] ?? value}</Link>
    case 'code':
    case 'codes':
      return codesText(column, value)
    case 'hour':
      return `${value.padStart(2, '0')}:00`
    case 'instant':
      return formatExactTime(value)
    case 'seconds':
      return formatWait(Number(value))
    case 'count':
      return Number(value).toLocaleString('en')
    case 'money':
      return amountOf(column, formatMoney(value, reply.currency), row, reply)
    case 'text':
    case 'day':
    case 'decimal':
      return value
  }
}

/** An amount, with a link to the entries of its hour. */
function amountOf({ name, entries }: TableColumn, text: string, { hour }: Row, { market, from, to }: Reply): ReactNode {
  if (entries === undefined || hour === undefined || hour === null) return text
  return (
    <Link
      to={reportEntriesPath({ figure: entries, market, from, to, hour })}
      aria-label={`${text}. ${fill(words.entriesOf, { figure: name })}`}
    >
      {text}
    </Link>
  )
}
