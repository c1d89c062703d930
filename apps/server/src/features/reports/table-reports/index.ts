import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import { keysOf } from '@dhow/contract/keys-of'
import { entriesOf } from '@dhow/contract/records'
import { definitionsOf, tableReportOf, type tableReportCalls, type TableReportCode } from '@dhow/contract/report-tables'
import type { CellKind } from '@dhow/contract/report-table-shape'
import { dayIn, markets } from '../../portal/index.ts'
import { periodBefore, periodOf } from '../days.ts'
import type { ReportParts } from '../parts.ts'
import { definitionsTable, type ReportTable, type TablesFile } from '../report-tables.ts'
import { instantsOf } from '../store.ts'
import { liability } from './liability.ts'
import { payments } from './payments.ts'
import { players } from './players.ts'
import { readWhole, type Reading } from './reading.ts'
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
  warnings,
  liability,
}

type Call = (typeof tableReportCalls)[TableReportCode]['read']
type Query = QueryOf<Call>

/**
 * A report of figures and tables for a period, beside the figures of the one before.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readTableReport(
  parts: ReportParts,
  code: TableReportCode,
  query: Query,
): Promise<Omit<ReplyOf<Call>, 'status'>> {
  const { market } = query
  const { timezone, currency } = markets[market]
  const now = parts.platform.clock.now()
  const period = periodOf(query, timezone, now)
  const before = periodBefore(period)
  const span = await instantsOf(parts, market, period)
  const reading = readings[code]
  const { figures, tables } = await readWhole(reading, parts, { market, ...period })
  const earlier = await reading.figures(parts, { market, ...before })
  const report = tableReportOf(code)
  return {
    ...{ market, currency, today: dayIn(timezone, now), ...period, before },
    span: { from: span.from.toISOString(), to: span.to.toISOString() },
    figures: keysOf(report.figures).map((figure) => ({
      code: figure,
      value: figures[figure] ?? null,
      before: earlier[figure] ?? null,
    })),
    tables: keysOf(report.tables).map((table) => ({ code: table, rows: tables[table] ?? [] })),
  }
}

const fileKinds: Partial<Record<CellKind, 'money' | 'count'>> = {
  ...{ money: 'money', decimal: 'money', count: 'count', seconds: 'count', hour: 'count' },
}

/** The same as tables of a file. @throws Refusal as `readTableReport` */
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
          columns.map(([column, { values }]) => {
            const value = row[column] ?? null
            return value === null ? null : (values?.[value] ?? value)
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
