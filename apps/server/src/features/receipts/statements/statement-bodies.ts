import { createHash } from 'node:crypto'
import { formatStatementBody, type StatementFormat } from '@dhow/receipts/statement-body'
import type { AccountState } from '../chain-entries.ts'
import type { EntryPage } from './statement-entries.ts'

/**
 * A statement's entries as a file, page by page, with the same bytes that `formatStatementBody` writes for all at once.
 */
function openBody(format: StatementFormat) {
  const isCsv = format === 'csv'
  const parts = [isCsv ? formatStatementBody('csv', []) : '[\n']
  const head = parts[0]?.length ?? 0
  let isFirst = true
  return {
    add({ entries }: EntryPage) {
      if (entries.length === 0) return
      const text = formatStatementBody(format, entries)
      // A page of JSON has its own brackets.
      parts.push(isCsv ? text.slice(head) : `${isFirst ? '' : ',\n'}${text.slice(2, -3)}`)
      isFirst = false
    },
    end: () => Buffer.from([...parts, isCsv ? '' : '\n]\n'].join('')),
  }
}

/** Both files of a statement's entries, their number, and the account's state after them. */
export async function makeBodies(pages: AsyncIterable<EntryPage>) {
  const [csv, json] = [openBody('csv'), openBody('json')]
  let count = 0
  let state: AccountState | undefined
  for await (const page of pages) {
    csv.add(page)
    json.add(page)
    count += page.entries.length
    ;({ state } = page)
  }
  return { csv: csv.end(), json: json.end(), count, state }
}

/** One file of a statement's entries. */
export async function makeBody(format: StatementFormat, pages: AsyncIterable<EntryPage>): Promise<Buffer> {
  const body = openBody(format)
  for await (const page of pages) body.add(page)
  return body.end()
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
