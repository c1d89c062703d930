import type { CsvMapping } from '@dhow/contract/statements'
import type { Sliced } from '../../../platform/sliced.ts'
import { openScanner, type Scanner } from './scanner.ts'
import {
  dayOf,
  decode,
  readAmount,
  tidyText,
  unreadable,
  type ParsedLine,
  type ParsedStatement,
} from './statement-file.ts'

const maxCells = 60
const maxCellLength = 2_000
const rowsPerSlice = 500

/** A bank's CSV by its mapping. @throws Refusal `statement_unreadable`, naming the row */
export function* readCsv(bytes: Buffer, mapping: CsvMapping, maxLines: number): Sliced<ParsedStatement> {
  const rows = yield* readRows(decode(bytes, mapping.encoding), mapping.delimiter, maxLines + mapping.header_rows)
  const lines: ParsedLine[] = []
  for (const [index, cells] of rows.entries()) {
    if (index % rowsPerSlice === rowsPerSlice - 1) yield
    if (index < mapping.header_rows || cells.every((cell) => cell.trim() === '')) continue
    lines.push(lineOf(cells, mapping, index + 1))
  }
  return { currency: undefined, openingMinor: undefined, closingMinor: undefined, lines }
}

function lineOf(cells: string[], mapping: CsvMapping, row: number): ParsedLine {
  const cell = (column: number | null): string => {
    const text = column === null ? '' : (cells[column - 1] ?? '')
    // A bank does not write text that a spreadsheet would run as a formula.
    if (/^\s*[=@]/.test(text)) throw unreadable('file_row_formula', { row: String(row), column: String(column) })
    return text.trim()
  }
  const day = dayOf(orders[mapping.date_format].exec(cell(mapping.date)))
  if (day === undefined)
    throw unreadable('file_row_day', { row: String(row), column: String(mapping.date), format: mapping.date_format })
  return {
    day,
    amountMinor: amountOf(cell, mapping, row),
    reference: tidyText(cell(mapping.reference), 140),
    text: tidyText(mapping.text.map(cell).join(' ')),
    bankId: tidyText(cell(mapping.bank_id), 80) || undefined,
  }
}

function amountOf(cell: (column: number | null) => string, mapping: CsvMapping, row: number): bigint {
  const read = (column: number) => {
    const text = cell(column)
    const amountMinor = text === '' ? 0n : readAmount(text, mapping.decimal)
    if (amountMinor === undefined) throw unreadable('file_row_amount', { row: String(row), column: String(column) })
    return amountMinor
  }
  const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor)
  const amountMinor =
    mapping.amount === null
      ? (mapping.credit === null ? 0n : magnitude(read(mapping.credit))) -
        (mapping.debit === null ? 0n : magnitude(read(mapping.debit)))
      : read(mapping.amount)
  if (amountMinor === 0n) throw unreadable('file_row_no_amount', { row: String(row) })
  return amountMinor
}

const orders: Record<CsvMapping['date_format'], RegExp> = {
  'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:[T ].*)?$/,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  'DD/MM/YYYY': /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4}|\d{2})(?: .*)?$/,
  'MM/DD/YYYY': /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4}|\d{2})(?: .*)?$/,
  'DD.MM.YYYY': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4}|\d{2})(?: .*)?$/,
  'DD-MM-YYYY': /^(?<d>\d{1,2})-(?<m>\d{1,2})-(?<y>\d{4}|\d{2})(?: .*)?$/,
}

/** Rows by RFC 4180, with any of the usual delimiters. @throws Refusal `statement_unreadable` */
function* readRows(text: string, delimiter: CsvMapping['delimiter'], maxRows: number): Sliced<string[][]> {
  const scan = openScanner(text)
  const rows: string[][] = []
  let cells: string[] = []
  const bare = bareCell[delimiter]
  while (scan.at < text.length) {
    if (scan.isSliceDone()) yield
    const row = rows.length + 1
    const cell = text[scan.at] === '"' ? quoted(scan, row) : (scan.take(bare)?.[0] ?? '')
    if (cell.length > maxCellLength) throw unreadable('file_row_cell_long', { row: String(row) })
    cells.push(cell)
    if (cells.length > maxCells) throw unreadable('file_row_columns_many', { row: String(row), most: String(maxCells) })
    const hasNext = text[scan.at] === delimiter
    if (hasNext) scan.at++
    // A delimiter at the end of a row starts one more, empty cell.
    const isRowEnd = scan.at >= text.length || rowEnd.has(text.charAt(scan.at))
    if (hasNext && !isRowEnd) continue
    if (hasNext) cells.push('')
    else if (!isRowEnd) throw unreadable('file_row_after_quote', { row: String(row) })
    scan.take(lineEnd)
    rows.push(cells)
    cells = []
    if (rows.length > maxRows) throw unreadable('file_rows_many', {})
  }
  return rows
}

const rowEnd = new Set(['\n', '\r'])
const lineEnd = /\r\n|\r|\n/y
/** Matches one more than a cell may have, to detect longer ones. */
const bareCell: Record<CsvMapping['delimiter'], RegExp> = {
  ',': /[^,\r\n]{0,2001}/y,
  ';': /[^;\r\n]{0,2001}/y,
  '\t': /[^\t\r\n]{0,2001}/y,
  '|': /[^|\r\n]{0,2001}/y,
}

function quoted(scan: Scanner, row: number): string {
  let cell = ''
  scan.at++
  for (;;) {
    const piece = scan.through('"')
    if (piece === undefined) throw unreadable('file_row_open_quote', { row: String(row) })
    cell += piece
    if (cell.length > maxCellLength) throw unreadable('file_row_cell_long', { row: String(row) })
    if (scan.text[scan.at] !== '"') return cell
    cell += '"'
    scan.at++
  }
}
