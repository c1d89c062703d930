import type { Currency } from '@dhow/contract/money'
import type { QueryOf } from '@dhow/contract/operation'
import { entriesOf } from '@dhow/contract/records'
import { definitionsOf, tableReportOf, type tableReportCalls, type TableReportCode } from '@dhow/contract/report-tables'
import {
  codesText,
  rowsInFile,
  unitIn,
  type CellKind,
  type TableColumn,
  type Unit,
} from '@dhow/contract/report-table-shape'
import type { ReportParts } from '../parts.ts'
import { definitionsTable, type CellKindOfFile, type ReportTable, type TablesFile } from '../report-tables.ts'
import { readContent } from './index.ts'
import type { Cells } from './reading.ts'

const fileKinds: Partial<Record<CellKind, CellKindOfFile>> = {
  ...{ money: 'money', decimal: 'money', count: 'count', seconds: 'count', hour: 'count', measure: 'measure' },
}

const unitText = (unit: Unit, currency: Currency) => ({ money: currency, count: '', percent: '%' })[unit]

type Columns = Readonly<Record<string, TableColumn>>

/** Headings of a table's columns in a file. A measure has its unit in a column beside it, so that spreadsheets read numbers. */
export const fileHeads = (columns: Columns): ReportTable['columns'] =>
  entriesOf(columns).flatMap(([, { name, kind }]): ReportTable['columns'] => [
    [name, fileKinds[kind] ?? 'text'],
    ...(kind === 'measure' ? [[`${name}: unit`, 'text'] as const] : []),
  ])

/** A row as its heads want it. */
export const fileRow = (columns: Columns, row: Cells, currency: Currency): (string | null)[] =>
  entriesOf(columns).flatMap(([code, column]) => {
    const value = row[code] ?? null
    const text = value === null ? null : codesText(column, value)
    return column.kind === 'measure' ? [text, unitText(unitIn(column, row), currency)] : [text]
  })

type Query = QueryOf<(typeof tableReportCalls)[TableReportCode]['csv']>

/** A report as tables of a file, each with all rows, or with a note if they exceed the limit. @throws Refusal as `readTableReport` */
export async function tableReportTables(
  parts: ReportParts,
  code: TableReportCode,
  query: Query,
  by: string,
): Promise<TablesFile> {
  const shown = await readContent(parts, code, query, { size: rowsInFile, by })
  const report = tableReportOf(code)
  const tables = shown.tables.flatMap(({ code: table, rows, next_cursor: next }): ReportTable[] => {
    const definition = report.tables[table]
    if (!definition) return []
    return [
      {
        name: definition.name,
        columns: fileHeads(definition.columns),
        rows: rows.map((row) => fileRow(definition.columns, row, shown.currency)),
        isCut: next !== null,
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
