import type { CsvMapping } from '@dhow/contract/statements'
import {
  decode,
  readAmount,
  readDay,
  tidyText,
  unreadable,
  type ParsedLine,
  type ParsedStatement,
} from './statement-file.ts'

const cellsAtMost = 60
const cellLengthAtMost = 2_000

/** A bank's CSV by its mapping. @throws Refusal `statement_unreadable`, naming the row */
export function readCsv(bytes: Buffer, mapping: CsvMapping, linesAtMost: number): ParsedStatement {
  const rows = readRows(decode(bytes, mapping.encoding), mapping.delimiter, linesAtMost + mapping.header_rows)
  const lines: ParsedLine[] = []
  for (const [place, cells] of rows.entries()) {
    if (place < mapping.header_rows || cells.every((cell) => cell.trim() === '')) continue
    lines.push(lineOf(cells, mapping, place + 1))
  }
  return { currency: undefined, openingMinor: undefined, closingMinor: undefined, lines }
}

function lineOf(cells: string[], mapping: CsvMapping, row: number): ParsedLine {
  const cell = (column: number | null): string => {
    const text = column === null ? '' : (cells[column - 1] ?? '')
    // What a spreadsheet would run is not the bank's: somebody wrote it into the file.
    if (/^\s*[=@]/.test(text))
      throw unreadable(`Row ${row}, column ${column}: this cell is a formula. Nothing was imported.`)
    return text.trim()
  }
  const day = dayOf(cell(mapping.date), mapping.date_format)
  if (day === undefined)
    throw unreadable(`Row ${row}, column ${mapping.date}: this is no day written as ${mapping.date_format}.`)
  return {
    day,
    amountMinor: amountOf(cell, mapping, row),
    reference: tidyText(cell(mapping.reference)).slice(0, 140),
    text: tidyText(mapping.text.map(cell).join(' ')),
    bankId: tidyText(cell(mapping.bank_id)).slice(0, 80) || undefined,
  }
}

function amountOf(cell: (column: number | null) => string, mapping: CsvMapping, row: number): bigint {
  const read = (column: number) => {
    const text = cell(column)
    const amountMinor = text === '' ? 0n : readAmount(text, mapping.decimal)
    if (amountMinor === undefined) throw unreadable(`Row ${row}, column ${column}: this is no amount.`)
    return amountMinor
  }
  const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor)
  const amountMinor =
    mapping.amount === null
      ? (mapping.credit === null ? 0n : magnitude(read(mapping.credit))) -
        (mapping.debit === null ? 0n : magnitude(read(mapping.debit)))
      : read(mapping.amount)
  if (amountMinor === 0n) throw unreadable(`Row ${row}: there is no amount in this row.`)
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

function dayOf(text: string, format: CsvMapping['date_format']): string | undefined {
  const found = orders[format].exec(text)?.groups
  return found && readDay(found['y']!, found['m']!, found['d']!)
}

/** Rows of RFC 4180, with any of the usual delimiters. @throws Refusal `statement_unreadable` */
export function readRows(text: string, delimiter: string, rowsAtMost: number): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let at = 0
  const endRow = () => {
    rows.push(cells)
    cells = []
    if (rows.length > rowsAtMost) throw unreadable('This file has too many rows. Split it and import the parts.')
  }
  const endCell = (cell: string) => {
    if (cell.length > cellLengthAtMost) throw unreadable(`Row ${rows.length + 1}: a cell is too long.`)
    cells.push(cell)
    if (cells.length > cellsAtMost)
      throw unreadable(`Row ${rows.length + 1}: there are more than ${cellsAtMost} columns.`)
  }
  while (at < text.length) {
    let cell: string
    if (text[at] === '"') {
      ;({ cell, at } = quoted(text, at, rows.length + 1))
    } else {
      const start = at
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
      cell = text.slice(start, at)
    }
    endCell(cell)
    const next = text[at]
    if (next === delimiter) {
      at++
      // A delimiter at the very end opens one more cell, an empty one.
      if (at >= text.length || text[at] === '\n' || text[at] === '\r') endCell('')
      if (at < text.length && text[at] !== '\n' && text[at] !== '\r') continue
    } else if (next !== undefined && next !== '\n' && next !== '\r') {
      throw unreadable(`Row ${rows.length + 1}: something follows a closing quotation mark.`)
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    if (at <= text.length) endRow()
    at++
  }
  return rows
}

function quoted(text: string, start: number, row: number): { cell: string; at: number } {
  let cell = ''
  let at = start + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) throw unreadable(`Row ${row}: a quotation mark is never closed.`)
    cell += text.slice(at, end)
    if (text[end + 1] !== '"') return { cell, at: end + 1 }
    cell += '"'
    at = end + 2
  }
}
