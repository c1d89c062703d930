import type { Sliced } from '../../../platform/sliced.ts'
import { openScanner } from './scanner.ts'
import {
  dayOf,
  decode,
  maxFieldLength,
  readAmount,
  tidyText,
  unreadable,
  type ParsedLine,
  type ParsedStatement,
} from './statement-file.ts'

/**
 * OFX of both versions: SGML of version 1, whose values end at the next tag, and XML of version 2. @throws Refusal
 * `statement_unreadable`
 */
export function* readOfx(bytes: Buffer, maxLines: number): Sliced<ParsedStatement> {
  const head = bytes.subarray(0, 1_000).toString('latin1')
  const isLatin = /CHARSET:\s*(1252|ISO-8859-1|8859-1)/i.test(head)
  const text = decode(bytes, isLatin ? 'windows-1252' : 'utf-8')
  const start = text.indexOf('<OFX>')
  if (start < 0) throw unreadable('file_ofx_none', {})
  if (/<!/.test(text)) throw unreadable('file_own_types', { format: 'OFX' })
  let currency: string | undefined
  let closingMinor: bigint | undefined
  let isInLedgerBalance = false
  let fields: Record<string, string> | undefined
  const lines: ParsedLine[] = []
  const scan = openScanner(text.slice(start))
  while (scan.through('<') !== undefined) {
    if (scan.isSliceDone()) yield
    const found = scan.take(/(\/?)([A-Z0-9._]{1,40})>([^<]{0,20001})/y)
    if (!found) continue
    const [, slash, tag = '', raw = ''] = found
    if (raw.length > maxFieldLength) throw unreadable('file_field_long', { format: 'OFX' })
    const value = unescaped(raw.trim())
    if (tag === 'STMTTRN') {
      if (slash === '/' && fields) lines.push(lineOf(fields, lines.length + 1))
      fields = slash === '/' ? undefined : {}
      if (lines.length > maxLines) throw unreadable('file_lines_many', {})
    } else if (tag === 'LEDGERBAL') isInLedgerBalance = slash !== '/'
    else if (slash === '/') continue
    else if (fields) fields[tag] ??= value
    else if (tag === 'CURDEF') currency = value.toUpperCase()
    else if (tag === 'BALAMT' && isInLedgerBalance) closingMinor = readAmount(value, value.includes(',') ? ',' : '.')
  }
  if (fields) throw unreadable('file_ofx_cut', {})
  return { currency, openingMinor: undefined, closingMinor, lines }
}

function lineOf(fields: Record<string, string>, index: number): ParsedLine {
  const date = /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})/.exec(fields['DTPOSTED'] ?? '')
  const day = dayOf(date)
  const amount = fields['TRNAMT'] ?? ''
  const amountMinor = readAmount(amount, /,\d{1,2}$/.test(amount) ? ',' : '.')
  if (!day || !amountMinor) throw unreadable('file_ofx_line', { line: String(index) })
  return {
    day,
    amountMinor,
    reference: tidyText(fields['REFNUM'] ?? fields['CHECKNUM'] ?? '', 140),
    text: tidyText([fields['NAME'], fields['MEMO']].filter(Boolean).join(' ')),
    bankId: tidyText(fields['FITID'] ?? '', 80) || undefined,
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? '')
