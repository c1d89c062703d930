import { fromHex, toHex } from '@dhow/fairness/sha256'
import type { SaltedEntry } from './account-chain.ts'
import { readCount } from './encoding.ts'
import { isHexHash, readAmount, type Balances, type Entry } from './entry.ts'
import { check } from './verification-error.ts'

export type StatementFormat = 'csv' | 'json'

/** Values of all rows, taken from the statement's note. */
type OfAllRows = Pick<Entry, 'account' | 'currency'>

const columns = [
  'number',
  'posting',
  'at',
  'reason',
  'key',
  'cash',
  'cash_after',
  'bonus',
  'bonus_after',
  'hold',
  'hold_after',
  'in_play',
  'in_play_after',
  'salt',
] as const

/** Values of a row as text, in column order. */
type Row = readonly string[]

/** Formats the entries of a statement: CSV with a header line, or a JSON array with one object on each line. Salts are hexadecimal. */
export function formatStatementBody(format: StatementFormat, entries: readonly SaltedEntry[]): string {
  const rows = entries.map(rowOf)
  return format === 'csv' ? writeCsv(rows) : writeJson(rows)
}

/**
 * Parses the entries of a statement, which are consecutive, so rows omit the commitment of the previous one. Refused as `statement-row-malformed`, or
 * as `statement-body-not-canonical` if `formatStatementBody` would not write the same bytes.
 */
export function parseStatementBody(format: StatementFormat, body: string, ofAll: OfAllRows): SaltedEntry[] {
  const rows = format === 'csv' ? readCsv(body) : readJson(body)
  return rows.map((row) => entryOf(row, ofAll))
}

const writeCsv = (rows: readonly Row[]): string => [columns, ...rows].map((row) => `${row.join(',')}\n`).join('')

function readCsv(body: string): Row[] {
  const [names, ...lines] = body.split('\n')
  check(names === columns.join(','), 'statement-body-not-canonical', 'the names of the columns')
  check(lines.pop() === '', 'statement-row-malformed', 'the last line')
  return lines.map((line) => line.split(','))
}

function writeJson(rows: readonly Row[]): string {
  const objects = rows.map((row) =>
    JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, row[index]]))),
  )
  return `[\n${objects.join(',\n')}\n]\n`
}

function readJson(body: string): Row[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    check(false, 'statement-row-malformed', 'no JSON')
  }
  check(Array.isArray(parsed), 'statement-row-malformed', 'no array')
  const rows = parsed.map((row: unknown) => {
    check(typeof row === 'object' && row !== null, 'statement-row-malformed', 'no object')
    const values = new Map<string, unknown>(Object.entries(row))
    return columns.map((name) => String(values.get(name)))
  })
  // Another order, a repeated name or an extra space could be parsed in two ways.
  check(writeJson(rows) === body, 'statement-body-not-canonical')
  return rows
}

function rowOf({ entry, salt }: SaltedEntry): Row {
  const { number, posting, at, reason, key, change, after } = entry
  const amounts = [
    change.cash,
    after.cash,
    change.bonus,
    after.bonus,
    change.hold,
    after.hold,
    change.inPlay,
    after.inPlay,
  ]
  return [String(number), posting, at, reason, key, ...amounts.map(String), toHex(salt)]
}

function entryOf(row: Row, { account, currency }: OfAllRows): SaltedEntry {
  check(row.length === columns.length, 'statement-row-malformed', row.join(','))
  const [numberText = '', posting = '', at = '', reason = '', key = ''] = row
  const [cash, cashAfter, bonus, bonusAfter, hold, holdAfter, inPlay, inPlayAfter] = row.slice(5, 13).map(readAmount)
  const [number, salt = ''] = [readCount(numberText), row[13]]
  check(number !== undefined && isHexHash(salt), 'statement-row-malformed', numberText)
  const change = balancesOf(cash, bonus, hold, inPlay)
  const after = balancesOf(cashAfter, bonusAfter, holdAfter, inPlayAfter)
  return { entry: { account, number, posting, at, reason, key, currency, change, after }, salt: fromHex(salt) }
}

const balancesOf = (cash = 0n, bonus = 0n, hold = 0n, inPlay = 0n): Balances => ({ cash, bonus, hold, inPlay })
