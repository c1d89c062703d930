import type { Entry } from '@dhow/receipts/entry'
import { formatMinor } from '@dhow/receipts/facts'
import { parseNote } from '@dhow/receipts/note'
import { parseStatement, type Statement } from '@dhow/receipts/statement'
import { lineLetters, pageLines, writePdf, type Attachment, type PdfLine } from './pdf.ts'
import type { EntryPage } from './statement-entries.ts'

/** An amount without its currency. */
const amount = (minor: bigint) => formatMinor(minor, '').trim()
const change = (minor: bigint) => (minor === 0n ? '' : `${minor > 0n ? '+' : ''}${amount(minor)}`)

interface Column {
  title: string
  letters: number
  isText?: boolean
  of: (entry: Omit<Entry, 'previous'>) => string
}

const columns: readonly Column[] = [
  { title: 'No.', letters: 7, of: ({ number }) => String(number) },
  { title: 'Time (UTC)', letters: 19, isText: true, of: ({ at }) => at.slice(0, 19).replace('T', ' ') },
  { title: 'Kind', letters: 22, isText: true, of: ({ reason }) => reason },
  { title: 'Cash', letters: 14, of: (entry) => change(entry.change.cash) },
  { title: 'after', letters: 14, of: ({ after }) => amount(after.cash) },
  { title: 'Bonus', letters: 11, of: (entry) => change(entry.change.bonus) },
  { title: 'after', letters: 11, of: ({ after }) => amount(after.bonus) },
  { title: 'On hold', letters: 12, of: (entry) => change(entry.change.hold) },
  { title: 'after', letters: 12, of: ({ after }) => amount(after.hold) },
  { title: 'In play', letters: 12, of: (entry) => change(entry.change.inPlay) },
  { title: 'after', letters: 12, of: ({ after }) => amount(after.inPlay) },
  { title: 'Posting', letters: 13, of: ({ posting }) => posting },
]

const rowOf = (cells: readonly string[]): string =>
  columns
    .map(({ letters, isText }, at) => {
      const cell = (cells[at] ?? '').slice(0, letters)
      return isText ? cell.padEnd(letters) : cell.padStart(letters)
    })
    .join(' ')
    .trimEnd()

const heading: PdfLine = { text: rowOf(columns.map(({ title }) => title)), isBold: true }
const gap: PdfLine = { text: '' }

/**
 * Makes the PDF of a statement: its entries as a table in English, and the files that prove them attached. The PDF
 * itself proves nothing: it is a view of the attached entries, whose note is printed at its end.
 */
export async function makeStatementPdf(
  note: string,
  pages: AsyncIterable<EntryPage>,
  attachments: readonly Attachment[],
): Promise<Buffer> {
  const statement = parseStatement(parseNote(note).text)
  const title = `Statement ${statement.from.slice(0, 10)} to ${statement.to.slice(0, 10)}`
  const rows: PdfLine[] = []
  for await (const { entries } of pages)
    for (const { entry } of entries) rows.push({ text: rowOf(columns.map(({ of }) => of(entry))) })
  const body = [...summary(title, statement), heading, ...rows, gap, ...proof(note, attachments)]
  return writePdf(title, paginate(body, title), attachments)
}

function summary(
  title: string,
  { account, currency, from, to, entries, opening, closing, origin }: Statement,
): PdfLine[] {
  const balances = ({ balances: { cash, bonus, hold, inPlay } }: Statement['opening']) =>
    [
      ['cash', cash],
      ['bonus', bonus],
      ['on hold', hold],
      ['in play', inPlay],
    ]
      .map(([name, minor]) => `${name} ${formatMinor(BigInt(minor ?? 0n), currency)}`)
      .join('   ')
  return [
    { text: title, isBold: true },
    gap,
    { text: `Account   ${account}` },
    { text: `Period    from ${from} until before ${to}` },
    { text: `Entries   ${entries}` },
    { text: `Opening   ${balances(opening)}` },
    { text: `Closing   ${balances(closing)}` },
    { text: `Log       ${origin}` },
    gap,
  ]
}

function proof(note: string, attachments: readonly Attachment[]): PdfLine[] {
  const names = attachments.map(({ name }) => name).join(', ')
  return [
    { text: 'How to check this statement', isBold: true },
    {
      text: `Attached to this file: ${names}. Save them, then: receipt statement entries.csv entries.csv.note receipt.html --key KEY`,
    },
    {
      text: 'or choose them in the offline page. The table above is a view of entries.csv. It proves nothing by itself.',
    },
    gap,
    { text: 'Signed note over entries.csv', isBold: true },
    ...note.split('\n').map((text) => ({ text })),
  ]
}

/** Pages of lines, each with the headings and its number in the footer. */
function paginate(lines: readonly PdfLine[], title: string): PdfLine[][] {
  const folded = lines.flatMap(fold)
  const pages: PdfLine[][] = []
  for (let at = 0; at < folded.length;) {
    const isFirst = pages.length === 0
    const taken = folded.slice(at, at + (isFirst ? pageLines : pageLines - 1))
    pages.push(isFirst ? taken : [heading, ...taken])
    at += taken.length
  }
  return pages.map((page, at) => [...page, { text: `${title}   page ${at + 1} of ${pages.length}` }])
}

/** Wraps a line wider than the page. */
function fold(line: PdfLine): PdfLine[] {
  if (line.text.length <= lineLetters) return [line]
  return [{ ...line, text: line.text.slice(0, lineLetters) }, ...fold({ ...line, text: line.text.slice(lineLetters) })]
}
