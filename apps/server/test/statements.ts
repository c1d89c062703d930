import type { CsvMapping } from '@dhow/contract/statements'
import type { World } from './world.ts'

export type Operator = Awaited<ReturnType<World['operator']>>

/** CSV mapping of the tests: day, amount, reference, text. */
export const mapping: CsvMapping = {
  encoding: 'utf-8',
  delimiter: ',',
  header_rows: 1,
  date: 1,
  date_format: 'YYYY-MM-DD',
  decimal: '.',
  amount: 2,
  credit: null,
  debit: null,
  reference: 3,
  text: [4],
  bank_id: null,
}

export interface CsvLine {
  amount: string
  reference?: string
  text?: string
  day?: string
}

let files = 0

/** A statement of the tests' bank. Each file is different, unless `name` is the same. */
export function csvOfLines(lines: CsvLine[], name = `file ${++files}`): Buffer {
  const rows = lines.map(
    ({ day = '2026-11-21', amount, reference = '', text = '' }) => `${day},${amount},${reference},"${text}"`,
  )
  return Buffer.from(`Day,Amount,Reference,Text of ${name}\n${rows.join('\n')}\n`)
}

export function importFile(operator: Operator, bytes: Buffer, account = '2', fields: Record<string, string> = {}) {
  return operator.form(
    '/staff/statements',
    { account, mapping: JSON.stringify(mapping), ...fields },
    { field: 'statement', name: 'statement.csv', type: 'text/csv', bytes },
  )
}

export const importLines = (operator: Operator, lines: CsvLine[], account = '2') =>
  importFile(operator, csvOfLines(lines), account)

/** Reports a bank transfer, as a player does. */
export async function reportTransfer(player: Awaited<ReturnType<World['player']>>, amount: string, utr: string) {
  const submitted = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount,
    utr,
  })
  if (submitted.status !== 200) throw new Error(JSON.stringify(submitted.json))
  return submitted.json.data.deposit.id as string
}

export async function linesOf(operator: Operator, query = '') {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads any answer
  return (await operator.get(`/staff/statement-lines?${query}`)).json.lines as any[]
}
