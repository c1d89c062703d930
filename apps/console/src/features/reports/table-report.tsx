import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import { entriesOf, isOneOf } from '@dhow/contract/records'
import { tableReportOf, type tableReportCalls, type TableReportCode } from '@dhow/contract/report-tables'
import { riskReportCodes, type RiskReportCode } from '@dhow/contract/report-rules'
import { rowsInFile, type TableColumn, type TableFigure, type TableReport } from '@dhow/contract/report-table-shape'
import { Empty } from '@dhow/ui/feedback'
import { reportEntriesPath, riskRulesPath } from '../../app/paths.ts'
import { firstPage } from '@dhow/client/first-page'
import { call, sentenceOf } from '../../shared/api.ts'
import { DefinedName } from '../../shared/definition.tsx'
import { formatWait, fill, formatMoney } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More, type Paged } from '../../shared/more.tsx'
import { en } from '../../shared/words/en.ts'
import { againstText, changeText } from './change.ts'
import { ReviewButton, ReviewChoices, reviewsIn, PlayerReviews, type ReviewFilter } from './player-reviews.tsx'
import { ReportPage, useAsked } from './report-page.tsx'
import styles from './reports.module.css'
import { cellOf } from './table-cells.tsx'

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
  const { asked, params, change } = useAsked()
  const { title, lead, figures, tables, hasReviews } = tableReportOf(code)
  const filter = hasReviews ? reviewsIn(params) : {}
  const name = calls[code]
  const query = useQuery({
    queryKey: ['table-report', code, asked, filter],
    queryFn: () => call(name, { query: { ...asked, ...filter } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      screen={code}
      title={title}
      lead={lead}
      query={query}
      files={[`${name}File`, `${name}Workbook`]}
      fileQuery={filter}
      choices={hasReviews ? <ReviewChoices value={filter} set={change} /> : null}
    >
      {(reply) => (
        <>
          {isOneOf(riskReportCodes, code) ? (
            <p className={styles['controls']}>
              <Link to={riskRulesPath(code, asked.market)}>{words.rules.link}</Link>
            </p>
          ) : null}
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
            return shown ? (
              <Part key={table.code} code={code} filter={filter} shown={shown} table={table} reply={reply} />
            ) : null
          })}
        </>
      )}
    </ReportPage>
  )
}

interface PartProps {
  code: TableReportCode
  filter: ReviewFilter
  shown: TableReport['tables'][string]
  table: Reply['tables'][number]
  reply: Reply
}

/** A table with further pages, which are dropped when the days change. */
function Part({ code, filter, shown, table, reply }: PartProps) {
  const { market, from, to } = reply
  const state = useRef<HTMLParagraphElement>(null)
  const further = useInfiniteQuery({
    queryKey: ['table-report-page', code, filter, table.code, market, from, to, table.next_cursor],
    queryFn: ({ pageParam }) =>
      call(calls[code], { query: { market, from, to, ...filter, table: table.code, cursor: pageParam } }),
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
      {isOneOf(riskReportCodes, code) && shown.isCut ? (
        <ReviewedRows code={code} name={shown.name} columns={shown.columns} rows={rows} reply={{ ...reply, players }} />
      ) : (
        <Rows name={shown.name} columns={shown.columns} rows={rows} reply={{ ...reply, players }} />
      )}
      <p ref={state} className={styles['asOf']} role="status" tabIndex={-1}>
        {table.next_cursor === null
          ? ''
          : fill(words.rowsShown, { count: rows.length, most: rowsInFile.toLocaleString('en') })}
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

const numbers: readonly TableColumn['kind'][] = ['count', 'money', 'decimal', 'measure', 'seconds']

interface RowsProps {
  name: string
  columns: Readonly<Record<string, TableColumn>>
  rows: readonly Row[]
  reply: Reply
  /** Actions of a row. */
  actOf?: (row: Row) => ReactNode
}

/** Rows of players with their reviews: one opens above them. */
function ReviewedRows({ code, ...shown }: RowsProps & { code: RiskReportCode }) {
  const [open, setOpen] = useState<string>()
  const nameOf = (id: string) => shown.reply.players.find((one) => one.id === id)?.player_name ?? id
  return (
    <>
      {open === undefined ? null : (
        <PlayerReviews
          key={open}
          code={code}
          player={{ id: open, name: nameOf(open) }}
          days={shown.reply}
          close={() => setOpen(undefined)}
        />
      )}
      <Rows
        {...shown}
        actOf={({ player }) =>
          player ? <ReviewButton name={nameOf(player)} isOpen={open === player} open={() => setOpen(player)} /> : null
        }
      />
    </>
  )
}

function Rows({ name, columns, rows, reply, actOf }: RowsProps) {
  // A player or operator is a link with the name; time and author of a review are below its outcome, as who makes the next.
  const all = entriesOf(columns).filter(([key]) => !['name', 'reviewed_at', 'reviewed_by', 'assigned'].includes(key))
  const defined = all.filter(([, { definition }]) => definition !== undefined)
  if (rows.length === 0) return <Empty title={words.nothing} />
  return (
    <>
      <ListTable
        name={`report ${name}`}
        label={name}
        columns={[
          ...all.map(([key, column]) => ({
            key,
            label: column.name,
            isNumber: numbers.includes(column.kind),
          })),
          ...(actOf ? [{ key: 'act', label: words.reviews.act }] : []),
        ]}
        rows={rows.map((row, index) => ({
          key: String(index),
          cells: {
            ...Object.fromEntries(all.map(([key, column]) => [key, cellOf(column, row[key] ?? null, row, reply)])),
            act: actOf?.(row),
          },
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
