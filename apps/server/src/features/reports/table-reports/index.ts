import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import { keysOf } from '@dhow/contract/keys-of'
import { entriesOf } from '@dhow/contract/records'
import { tableReportOf, type tableReportCalls, type TableReportCode } from '@dhow/contract/report-tables'
import { rowsShown, type TableReport } from '@dhow/contract/report-table-shape'
import { Refusal } from '../../../platform/refusal.ts'
import { dayIn, markets } from '../../portal/index.ts'
import { periodBefore, periodOf } from '../days.ts'
import type { ReportParts } from '../parts.ts'
import { instantsOf } from '../store.ts'
import { harm } from './harm.ts'
import { laundering } from './laundering.ts'
import { liability } from './liability.ts'
import { payments } from './payments.ts'
import { players } from './players.ts'
import type { Listed, Reading, Scope } from './reading.ts'
import { referrals } from './referrals.ts'
import { rewards } from './rewards.ts'
import { safePlay } from './safe-play.ts'
import { warnings } from './warnings.ts'

const readings: Record<TableReportCode, Reading> = {
  players,
  payments,
  rewards,
  referrals,
  'safe-play': safePlay,
  harm,
  warnings,
  laundering,
  liability,
}

type Call = (typeof tableReportCalls)[TableReportCode]['read']
type Query = QueryOf<Call>
type Shown = Omit<ReplyOf<Call>, 'status'>

/**
 * A report of figures and tables for a period, with the figures of the preceding one and the players of its rows. With
 * `table`, only that table's page.
 * @throws Refusal `report_backwards`, `report_too_long`, `not_found`
 */
export async function readTableReport(
  parts: ReportParts,
  code: TableReportCode,
  query: Query,
  by: string,
): Promise<Shown> {
  const content = await readContent(parts, code, query, { size: rowsShown, by })
  return { ...content, players: await readNamed(parts, tableReportOf(code), content.tables) }
}

/**
 * The same without players, and of long tables the first rows, as many as asked for.
 * @param by operator to whom “mine” refers
 * @throws Refusal as `readTableReport`
 */
export async function readContent(
  parts: ReportParts,
  code: TableReportCode,
  query: Query,
  { size, by }: { size: number; by: string },
): Promise<Omit<Shown, 'players'>> {
  const { market, reviewed, assigned } = query
  const { timezone, currency } = markets[market]
  const now = parts.platform.clock.now()
  const period = periodOf(query, timezone, now)
  const before = periodBefore(period)
  const span = await instantsOf(parts, market, period)
  const operatorId = assigned === 'mine' ? by : null
  const scope = { market, ...period, reviewed, assigned: assigned && { operatorId } }
  if ((reviewed ?? assigned) !== undefined && !tableReportOf(code).hasReviews) throw new Refusal('not_found')
  const { figures, tables } = query.table
    ? { figures: [], tables: [await readPage(parts, code, query, scope)] }
    : await readFirst(parts, code, scope, size)
  return {
    ...{ market, currency, today: dayIn(timezone, now), ...period, before },
    span: { from: span.from.toISOString(), to: span.to.toISOString() },
    ...{ figures, tables },
  }
}

/** Figures with those of the preceding period, and the first page of each table. */
async function readFirst(
  parts: ReportParts,
  code: TableReportCode,
  scope: Scope,
  size: number,
): Promise<Pick<Shown, 'figures' | 'tables'>> {
  const reading = readings[code]
  const report = tableReportOf(code)
  const { figures, tables, lists } = await reading.whole(parts, scope, size)
  const earlier = await reading.figures(parts, { ...scope, ...periodBefore(scope) })
  return {
    figures: keysOf(report.figures).map((figure) => ({
      code: figure,
      value: figures[figure] ?? null,
      before: earlier[figure] ?? null,
    })),
    tables: keysOf(report.tables).map((table) => {
      const list = lists[table]
      return { code: table, rows: list?.rows ?? tables[table] ?? [], next_cursor: list ? cursorOf(list) : null }
    }),
  }
}

const cursorOf = ({ next }: Listed) => next && `${next.value}~${next.id}`

/** The page of one table after a cursor. @throws Refusal `not_found` for a table without pages */
async function readPage(parts: ReportParts, code: TableReportCode, { table = '', cursor }: Query, scope: Scope) {
  const { rows, next } = await readRows(parts, { code, table, scope, after: cursor ?? '', size: rowsShown })
  return { code: table, rows, next_cursor: next }
}

interface AskedRows {
  code: TableReportCode
  table: string
  scope: Scope
  /** The cursor of the rows before; empty for the first ones. */
  after: string
  size: number
}

/** Rows of a long table behind others, and the cursor of those behind these. @throws Refusal `not_found` for a table that has no pages */
export async function readRows(parts: ReportParts, { code, table, scope, after, size }: AskedRows) {
  const read = readings[code].pages[table]
  if (!read) throw new Refusal('not_found')
  const [value = '', id = ''] = after.split('~')
  const list = await read(parts, scope, { behind: after === '' ? null : { value, id }, size })
  return { rows: list.rows, next: cursorOf(list) }
}

/** Players named in the rows. */
async function readNamed(
  { accounts }: ReportParts,
  report: TableReport,
  tables: Shown['tables'],
): Promise<Shown['players']> {
  const ids = tables.flatMap(({ code, rows }) =>
    entriesOf(report.tables[code]?.columns ?? {})
      .filter(([, { kind }]) => kind === 'id')
      .flatMap(([column]) => rows.map((row) => row[column] ?? ''))
      .filter((id) => id.startsWith('ply_')),
  )
  const known = await accounts.findPlayers([...new Set(ids)])
  return [...known.values()].map(({ id, player_name, mobile }) => ({ id, player_name, mobile }))
}
