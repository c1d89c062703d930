import { formatCsv } from '../../platform/csv.ts'
import * as workbook from '../../platform/workbook.ts'

/** Content of a file's column; a `measure` is an amount if it has decimals, else a whole number. */
export type CellKindOfFile = 'text' | 'money' | 'count' | 'measure'

/** One table of a report for files; cells are texts as in the API, null if empty. */
export interface ReportTable {
  name: string
  columns: readonly (readonly [label: string, kind: CellKindOfFile])[]
  rows: readonly (readonly (string | null)[])[]
  /** There are more rows than a file takes. */
  isCut?: boolean
}

export interface TablesFile {
  name: string
  tables: readonly ReportTable[]
}

/** The last line of a table that was cut off. */
export const cutText = ({ rows }: ReportTable): string =>
  `Cut off after ${rows.length.toLocaleString('en')} rows. Long files, under Reports, have all of them.`

/** Tables below each other, each with its name and headings, separated by an empty line. */
export const tablesCsv = ({ tables }: TablesFile): Buffer =>
  Buffer.from(
    formatCsv(
      tables.flatMap((table, index) => [
        ...(index === 0 ? [] : [['']]),
        ...(tables.length === 1 ? [] : [[table.name]]),
        table.columns.map(([label]) => label),
        ...table.rows,
        ...(table.isCut ? [[cutText(table)]] : []),
      ]),
    ),
  )

const cells: Record<CellKindOfFile, (value: string) => ReturnType<typeof workbook.text>> = {
  ...{ text: workbook.text, money: workbook.money, count: workbook.count },
  measure: (value) => (value.includes('.') ? workbook.money(value) : workbook.count(value)),
}

/** Valid sheet name: without some characters, at most 31 long. */
const sheetName = (name: string) => name.replaceAll(/[:\\/?*[\]]/g, '').slice(0, 31)

/** Each table as a sheet; amounts and counts are numbers. */
export const tablesWorkbook = ({ tables }: TablesFile): Promise<Buffer> =>
  workbook.writeWorkbook(
    tables.map((table) =>
      workbook.sheet(sheetName(table.name), [
        workbook.head(table.columns.map(([label]) => label)),
        ...table.rows.map((row) =>
          row.map((cell, column) => (cell === null ? null : cells[table.columns[column]?.[1] ?? 'text'](cell))),
        ),
        ...(table.isCut ? [[workbook.bold(cutText(table))]] : []),
      ]),
    ),
  )

/** Definitions of the figures as the last table of a file. */
export const definitionsTable = (figures: Record<string, { name: string; definition: string }>): ReportTable => ({
  name: 'Definitions',
  columns: [
    ['Figure', 'text'],
    ['Definition', 'text'],
  ],
  rows: Object.values(figures).map(({ name, definition }) => [name, definition]),
})
