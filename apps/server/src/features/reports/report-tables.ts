import { csvOf } from '../../platform/csv.ts'
import * as workbook from '../../platform/workbook.ts'

type Kind = 'text' | 'money' | 'count'

/** One table of a report for files; cells are texts as in the API, null if empty. */
export interface ReportTable {
  name: string
  columns: readonly (readonly [label: string, kind: Kind])[]
  rows: readonly (readonly (string | null)[])[]
}

export interface TablesFile {
  name: string
  tables: readonly ReportTable[]
}

/** Tables below each other, each with its name and headings, separated by an empty line. */
export const tablesCsv = ({ tables }: TablesFile): Buffer =>
  Buffer.from(
    csvOf(
      tables.flatMap(({ name, columns, rows }, index) => [
        ...(index === 0 ? [] : [['']]),
        ...(tables.length === 1 ? [] : [[name]]),
        columns.map(([label]) => label),
        ...rows,
      ]),
    ),
  )

const cells: Record<Kind, (value: string) => ReturnType<typeof workbook.text>> = workbook

/** Valid sheet name: without some characters, at most 31 long. */
const sheetName = (name: string) => name.replaceAll(/[:\\/?*[\]]/g, '').slice(0, 31)

/** Each table as a sheet; amounts and counts are numbers. */
export const tablesWorkbook = ({ tables }: TablesFile): Promise<Buffer> =>
  workbook.workbookOf(
    tables.map(({ name, columns, rows }) =>
      workbook.sheet(sheetName(name), [
        workbook.head(columns.map(([label]) => label)),
        ...rows.map((row) =>
          row.map((cell, column) => (cell === null ? null : cells[columns[column]?.[1] ?? 'text'](cell))),
        ),
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
