import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import { keysOf } from '@dhow/contract/keys-of'
import { entriesOf } from '@dhow/contract/records'
import { definitionsOf, tableReportOf, type tableReportCalls, type TableReportCode } from '@dhow/contract/report-tables'
import { codesText, type CellKind, type TableReport } from '@dhow/contract/report-table-shape'
import { Refusal } from '../../../platform/refusal.ts'
import { dayIn, markets } from '../../portal/index.ts'
import { periodBefore, periodOf } from '../days.ts'
import type { ReportParts } from '../parts.ts'
import { definitionsTable, type ReportTable, type TablesFile } from '../report-tables.ts'
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
 * A report of figures and tables for a period, with the figures of the preceding one. With `table`, only that table's
 * page.
 * @throws Refusal `report_backwards`, `report_too_long`, `not_found`
 */
export async function readTableReport(parts: ReportParts, code: TableReportCode, query: Query): Promise<Shown> {
  const { market } = query
  const { timezone, currency } = markets[market]
  const now = parts.platform.clock.now()
  const period = periodOf(query, timezone, now)
  const before = periodBefore(period)
  const span = await instantsOf(parts, market, period)
  const scope = { market, ...period }
  const report = tableReportOf(code)
  const { figures, tables } = query.table
    ? { figures: [], tables: [await readPage(parts, code, query, scope)] }
    : await readFirst(parts, code, scope)
  return {
    ...{ market, currency, today: dayIn(timezone, now), ...period, before },
    span: { from: span.from.toISOString(), to: span.to.toISOString() },
    ...{ figures, tables },
    players: await readNamed(parts, report, tables),
  }
}

/** Figures with those of the preceding period, and the first page of each table. */
async function readFirst(
  parts: ReportParts,
  code: TableReportCode,
  scope: Scope,
): Promise<Pick<Shown, 'figures' | 'tables'>> {
  const reading = readings[code]
  const report = tableReportOf(code)
  const { figures, tables, lists } = await reading.whole(parts, scope)
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
  const read = readings[code].pages[table]
  if (!read) throw new Refusal('not_found')
  const [value = '', id = ''] = cursor?.split('~') ?? []
  const list = await read(parts, scope, cursor === undefined ? null : { value, id })
  return { code: table, rows: list.rows, next_cursor: cursorOf(list) }
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

const fileKinds: Partial<Record<CellKind, 'money' | 'count'>> = {
  ...{ money: 'money', decimal: 'money', count: 'count', seconds: 'count', hour: 'count' },
}

/** The report as tables of a file. @throws Refusal as `readTableReport` */
export async function tableReportTables(parts: ReportParts, code: TableReportCode, query: Query): Promise<TablesFile> {
  const shown = await readTableReport(parts, code, query)
  const report = tableReportOf(code)
  const tables = shown.tables.flatMap(({ code: table, rows }): ReportTable[] => {
    const definition = report.tables[table]
    if (!definition) return []
    const columns = entriesOf(definition.columns)
    return [
      {
        name: definition.name,
        columns: columns.map(([, { name, kind }]) => [name, fileKinds[kind] ?? 'text']),
        rows: rows.map((row) =>
          columns.map(([column, shape]) => {
            const value = row[column] ?? null
            return value === null ? null : codesText(shape, value)
          }),
        ),
      },
    ]
  })
  return {
    name: `dhow-${code}-${shown.market}-${shown.from}-${shown.to}`,
    tables: [
      {
        name: 'Figures',
        columns: [
          ['Figure', 'text'],
          ['Unit', 'text'],
          [`${shown.from} to ${shown.to}`, 'text'],
          [`${shown.before.from} to ${shown.before.to}`, 'text'],
        ],
        rows: shown.figures.map(({ code: figure, value, before }) => {
          const { name = figure, unit = 'count' } = report.figures[figure] ?? {}
          return [name, unit === 'money' ? shown.currency : unit, value, before]
        }),
      },
      ...tables,
      definitionsTable(definitionsOf(code)),
    ],
  }
}
