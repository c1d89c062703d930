import type { Sliced } from '../../../platform/sliced.ts'
import {
  dayOf,
  decode,
  readAmount,
  tidyText,
  unreadable,
  type ParsedLine,
  type ParsedStatement,
} from './statement-file.ts'
import { all, find, readXml, textOf, type Element } from './xml.ts'

const entriesPerSlice = 200

/**
 * ISO 20022's camt.053: booked entries; a batch as its parts if each has an amount. @throws Refusal
 * `statement_unreadable`
 */
export function* readCamt(bytes: Buffer, maxLines: number): Sliced<ParsedStatement> {
  const head = bytes.subarray(0, 200).toString('latin1')
  const isLatin = /encoding=["'](iso-8859-1|windows-1252)["']/i.test(head)
  const root = yield* readXml(decode(bytes, isLatin ? 'windows-1252' : 'utf-8'))
  const statements = all(find(root, 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) throw unreadable('file_camt_none', {})
  const accounts = new Set(
    statements.map((statement) =>
      JSON.stringify(textOf(statement, 'Acct', 'Id', 'IBAN') || textOf(statement, 'Acct', 'Id', 'Othr', 'Id')),
    ),
  )
  if (accounts.size > 1) throw unreadable('file_camt_accounts', {})
  const lines: ParsedLine[] = []
  for (const statement of statements) {
    for (const [entryIndex, entry] of all(statement, 'Ntry').entries()) {
      if (entryIndex % entriesPerSlice === entriesPerSlice - 1) yield
      for (const line of linesOf(entry, lines.length + 1)) {
        lines.push(line)
        if (lines.length > maxLines) throw unreadable('file_lines_many', {})
      }
    }
  }
  const first = statements[0]
  const last = statements.at(-1)
  return {
    currency: currencyOf(first),
    openingMinor: balanceOf(first, ['OPBD', 'PRCD']),
    closingMinor: balanceOf(last, ['CLBD']),
    lines,
  }
}

function currencyOf(statement: Element | undefined): string | undefined {
  return (
    textOf(statement, 'Acct', 'Ccy') ||
    find(all(statement, 'Ntry')[0], 'Amt')?.attributes['Ccy'] ||
    find(all(statement, 'Bal')[0], 'Amt')?.attributes['Ccy']
  )
}

function balanceOf(statement: Element | undefined, codes: string[]): bigint | undefined {
  const found = all(statement, 'Bal').find((balance) => codes.includes(textOf(balance, 'Tp', 'CdOrPrtry', 'Cd')))
  const minor = found && readAmount(textOf(found, 'Amt'), '.')
  return minor === undefined ? undefined : textOf(found, 'CdtDbtInd') === 'DBIT' ? -minor : minor
}

function linesOf(entry: Element, entryIndex: number): ParsedLine[] {
  const status = textOf(entry, 'Sts', 'Cd') || textOf(entry, 'Sts')
  if (status !== '' && status !== 'BOOK') return []
  const date = /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})/.exec(
    textOf(entry, 'BookgDt', 'Dt') || textOf(entry, 'BookgDt', 'DtTm') || textOf(entry, 'ValDt', 'Dt'),
  )
  const day = dayOf(date)
  const total = readAmount(textOf(entry, 'Amt'), '.')
  const mark = textOf(entry, 'CdtDbtInd')
  if (!day || !total || (mark !== 'CRDT' && mark !== 'DBIT'))
    throw unreadable('file_camt_entry', { entry: String(entryIndex) })
  // ISO's indicator describes the booking itself, including reversals.
  const sign = mark === 'CRDT' ? 1n : -1n
  const parts = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'))
  const priced = parts.flatMap((part) => {
    const minor = readAmount(textOf(part, 'Amt') || textOf(part, 'AmtDtls', 'TxAmt', 'Amt'), '.')
    return minor === undefined ? [] : [{ part, minor }]
  })
  const areAllPriced =
    parts.length > 1 && priced.length === parts.length && priced.reduce((sum, { minor }) => sum + minor, 0n) === total
  const entryId = textOf(entry, 'AcctSvcrRef')
  if (!areAllPriced) return [lineOf(day, sign * total, parts[0] ?? entry, entryId, textOf(entry, 'AddtlNtryInf'))]
  return priced.map(({ part, minor }, index) =>
    lineOf(day, sign * minor, part, textOf(part, 'Refs', 'AcctSvcrRef') || `${entryId}/${index + 1}`, ''),
  )
}

function lineOf(day: string, amountMinor: bigint, part: Element, bankId: string, more: string): ParsedLine {
  const endToEnd = textOf(part, 'Refs', 'EndToEndId')
  const structured = textOf(part, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')
  const parties = find(part, 'RltdPties')
  const names = [textOf(parties, 'Dbtr', 'Nm') || textOf(parties, 'Dbtr', 'Pty', 'Nm'), textOf(parties, 'Cdtr', 'Nm')]
  const unstructured = all(find(part, 'RmtInf'), 'Ustrd').map((line) => line.text)
  const transaction = textOf(part, 'Refs', 'TxId')
  const reference = structured || (endToEnd === 'NOTPROVIDED' ? '' : endToEnd)
  return {
    day,
    amountMinor,
    reference: tidyText(reference, 140),
    text: tidyText([...unstructured, ...names, transaction, more].filter(Boolean).join(' ')),
    bankId: tidyText(bankId, 80) || undefined,
  }
}
