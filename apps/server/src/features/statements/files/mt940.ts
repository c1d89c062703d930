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

const entry =
  /^(?<y>\d{2})(?<m>\d{2})(?<d>\d{2})(?:\d{4})?(?<mark>R?[CD])[A-Z]?(?<amount>\d{1,12},\d{0,2})[A-Z][A-Z0-9]{3}(?<rest>[\s\S]*)$/
const linesPerSlice = 500
const maxFields = 400_000
const balance = /^(?<mark>[CD])\d{6}(?<currency>[A-Z]{3})(?<amount>\d{1,12},\d{0,2})$/

/**
 * SWIFT's MT940, with or without its envelope; several messages of one account form one statement. @throws Refusal
 * `statement_unreadable`
 */
export function* readMt940(bytes: Buffer, maxLines: number): Sliced<ParsedStatement> {
  // Banks use old encodings; a file that is not UTF-8 is read as Windows-1252.
  const text = isUtf8(bytes) ? decode(bytes, 'utf-8') : decode(bytes, 'windows-1252')
  const parsed: ParsedStatement = { currency: undefined, openingMinor: undefined, closingMinor: undefined, lines: [] }
  let open: { line: ParsedLine; details: string } | undefined
  const close = () => {
    if (open) parsed.lines.push({ ...open.line, text: tidyText(`${open.line.text} ${open.details}`) })
    open = undefined
    if (parsed.lines.length > maxLines) throw unreadable('file_lines_many', {})
  }
  for (const { tag, value } of yield* fieldsOf(text)) {
    if (tag === '61' && parsed.lines.length % linesPerSlice === linesPerSlice - 1) yield
    if (tag === '60F' || tag === '60M') {
      const read = balanceOf(value)
      parsed.openingMinor ??= read.minor
      if (parsed.currency !== undefined && parsed.currency !== read.currency)
        throw unreadable('file_mt940_currencies', {})
      parsed.currency = read.currency
    } else if (tag === '61') {
      close()
      open = { line: lineOf(value, parsed.lines.length + 1), details: '' }
    } else if (tag === '86' && open) {
      open.details = value.replace(/\?\d{2}/g, ' ')
    } else if (tag === '62F' || tag === '62M') {
      close()
      parsed.closingMinor = balanceOf(value).minor
    }
  }
  close()
  if (parsed.currency === undefined) throw unreadable('file_mt940_none', {})
  return parsed
}

/** Fields begin with a tag at the start of a line, and end at the next one or at the end of a message (`-` or `-}`). */
function* fieldsOf(text: string): Sliced<{ tag: string; value: string }[]> {
  const scan = openScanner(text.replace(/\r\n?/g, '\n'))
  const fields: { tag: string; value: string }[] = []
  let open: { tag: string; value: string } | undefined
  while (scan.at < scan.text.length) {
    if (scan.isSliceDone()) yield
    const begun = scan.take(/:(\d{2}[A-Z]?):/y)
    const isEnd = !begun && scan.take(/-\}?/y) !== undefined
    const from = scan.at
    const line = scan.through('\n') ?? scan.text.slice(from)
    if (isEnd) open = undefined
    else if (begun) {
      open = { tag: begun[1] ?? '', value: line }
      fields.push(open)
      if (fields.length > maxFields) throw unreadable('file_mt940_large', {})
    } else if (open) open.value += `\n${line}`
    if (open && open.value.length > maxFieldLength) throw unreadable('file_field_long', { format: 'MT940' })
  }
  return fields.map(({ tag, value }) => ({ tag, value: value.trim() }))
}

function balanceOf(value: string) {
  const { amount = '', currency = '', mark } = balance.exec(value)?.groups ?? {}
  const minor = readAmount(amount.replace(/,$/, ''), ',')
  if (minor === undefined) throw unreadable('file_mt940_balance', {})
  return { currency, minor: mark === 'D' ? -minor : minor }
}

function lineOf(value: string, index: number): ParsedLine {
  const found = entry.exec(value)
  const { amount = '', rest = '', mark } = found?.groups ?? {}
  const day = dayOf(found)
  const minor = readAmount(amount.replace(/,$/, ''), ',')
  if (!day || !minor) throw unreadable('file_mt940_line', { line: String(index) })
  const [first = '', ...more] = rest.split('\n')
  const [reference = '', bankId = ''] = first.split('//')
  // A reversed credit is outgoing, a reversed debit incoming.
  const isOut = mark === 'D' || mark === 'RC'
  return {
    day,
    amountMinor: isOut ? -minor : minor,
    reference: /^NONREF$/i.test(reference.trim()) ? '' : tidyText(reference, 140),
    text: tidyText(more.join(' ')),
    bankId: tidyText(bankId, 80) || undefined,
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    // It is read in the other encoding.
    return false
  }
}
