import type { OperatorTextParams } from '@dhow/contract/operator-text-params'
import type { FileTextParams } from '@dhow/contract/statement-text-params'
import { operatorText } from '@dhow/contract/operator-texts'
import { Refusal } from '../../../platform/refusal.ts'

/** One line of a statement of any format. */
export interface ParsedLine {
  /** Booking day, `YYYY-MM-DD`. */
  day: string
  /** Negative for outgoing money. */
  amountMinor: bigint
  reference: string
  text: string
  /** The bank's own id of the line, if any. */
  bankId: string | undefined
}

export interface ParsedStatement {
  currency: string | undefined
  openingMinor: bigint | undefined
  closingMinor: bigint | undefined
  lines: ParsedLine[]
}

const maxAmountMinor = 10n ** 14n
const maxTextLength = 400
/** No bank writes a longer field, including blanks. */
export const maxFieldLength = 20_000

/** Refusal of a file, with its fault. */
export const unreadable = <Code extends keyof FileTextParams>(code: Code, params: OperatorTextParams[Code]) =>
  new Refusal('statement_unreadable', { text: operatorText(code, params) })

/**
 * Parses an amount by digits, with the bank's decimal mark, grouping, and a sign, brackets or CR and DR; undefined if
 * it is none.
 * @example readAmount('1.234,50-', ',') // -123450n
 */
export function readAmount(text: string, decimal: '.' | ','): bigint | undefined {
  const trimmed = text.replace(/[\u00a0\u202f]/g, ' ').trim()
  if (trimmed.length > 40) return undefined
  const marked = /^(\()?([+-])? ?([\d., ']+?) ?(?:([+-])|(CR?|DR?))?(\))?$/i.exec(trimmed)
  if (!marked) return undefined
  const [, open, before, digits = '', after, word, close] = marked
  if ((open === undefined) !== (close === undefined) || (before !== undefined && after !== undefined)) return undefined
  const group = decimal === '.' ? "[ ',]" : "[ '.]"
  const shape = new RegExp(`^(\\d{1,12}|\\d{1,3}(?:${group}\\d{2,3}){0,4}${group}\\d{3})(?:\\${decimal}(\\d{1,2}))?$`)
  const parts = shape.exec(digits)
  if (!parts) return undefined
  const [, whole = '', cents = ''] = parts
  const minor = BigInt(whole.replace(/\D/g, '')) * 100n + BigInt(cents.padEnd(2, '0'))
  if (minor > maxAmountMinor) return undefined
  const isOut = open !== undefined || (before ?? after) === '-' || /^D/i.test(word ?? '')
  return isOut ? -minor : minor
}

/** An existing day as `YYYY-MM-DD`; otherwise undefined. */
export function readDay(year: string, month: string, day: string): string | undefined {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00.000Z`)
  const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
  return exists && at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2100 ? text : undefined
}

/** Day matched by a pattern with the groups `y`, `m` and `d`; undefined without a match, or if there is no such day. */
export function dayOf(found: RegExpExecArray | null): string | undefined {
  const { y = '', m = '', d = '' } = found?.groups ?? {}
  return readDay(y, m, d)
}

/**
 * One line of text: no control characters, unpaired surrogates or runs of blanks, and no longer than what is stored.
 */
export const tidyText = (text: string, atMost = maxTextLength) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}\s]+/gu, ' ')
    .trim()
    .slice(0, atMost)
    .replace(/\p{Surrogate}$/u, '')

/**
 * Decodes a text file.
 * @throws Refusal `statement_unreadable` for other bytes
 */
export function decode(bytes: Buffer, encoding: 'utf-8' | 'windows-1252'): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) throw unreadable('file_utf16', {})
  if (bytes.includes(0)) throw unreadable('file_no_text', {})
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('file_not_utf8', {})
  }
}
