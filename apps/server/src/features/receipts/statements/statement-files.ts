import type { StatementFile } from '@dhow/contract/statement-rules'
import { formatReceiptPage } from '@dhow/receipts/receipt-page'
import type { Db } from '../../../platform/db/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { makeBody } from './statement-bodies.ts'
import { readEntries } from './statement-entries.ts'
import { makeStatementPdf } from './statement-pdf.ts'
import { readStatement, type StatementRow } from './statement-store.ts'

/** A file to be saved. */
export interface SavedFile {
  name: string
  mediaType: string
  bytes: Buffer
}

type Make = (db: Db, row: StatementRow) => Promise<Buffer | undefined>

const pagesOf = (db: Db, row: StatementRow) =>
  readEntries(db, row.player_id, row.posting_before ?? 0n, row.last_posting ?? 0n)
const receiptOf: Make = async (_, { receipt }) =>
  receipt === null ? undefined : Buffer.from(formatReceiptPage(receipt))
const formatCsv: Make = (db, row) => makeBody('csv', pagesOf(db, row))
const textType = 'text/plain; charset=utf-8'

const makers: Record<StatementFile, { mediaType: string; make: Make }> = {
  'statement.pdf': { mediaType: 'application/pdf', make: makePdf },
  'entries.csv': { mediaType: 'text/csv; charset=utf-8', make: formatCsv },
  'entries.csv.note': { mediaType: textType, make: async (_, row) => Buffer.from(row.csv_note) },
  'entries.json': {
    mediaType: 'application/json; charset=utf-8',
    make: (db, row) => makeBody('json', pagesOf(db, row)),
  },
  'entries.json.note': { mediaType: textType, make: async (_, row) => Buffer.from(row.json_note) },
  'receipt.html': { mediaType: 'text/html; charset=utf-8', make: receiptOf },
}

/**
 * A file of a player's statement, with the same bytes each time.
 * @throws Refusal `not_found` for others, for the receipt of a period without entries, and after the salts were erased
 */
export async function readStatementFile(db: Db, playerId: string, id: string, file: StatementFile): Promise<SavedFile> {
  const row = await readStatement(db, playerId, id)
  const { mediaType, make } = makers[file]
  const bytes = row && (await make(db, row))
  if (!row || !bytes) throw new Refusal('not_found')
  const span = `${row.from_at.toJSON().slice(0, 10)}-${row.to_at.toJSON().slice(0, 10)}`
  return { name: `dhow-${span}-${file}`, mediaType, bytes }
}

async function makePdf(db: Db, row: StatementRow): Promise<Buffer> {
  const receipt = await receiptOf(db, row)
  const attachments = [
    { name: 'entries.csv', mediaType: 'text/csv', bytes: await makeBody('csv', pagesOf(db, row)) },
    { name: 'entries.csv.note', mediaType: 'text/plain', bytes: Buffer.from(row.csv_note) },
    ...(receipt ? [{ name: 'receipt.html', mediaType: 'text/html', bytes: receipt }] : []),
  ]
  return makeStatementPdf(row.csv_note, pagesOf(db, row), attachments)
}
