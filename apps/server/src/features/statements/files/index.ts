import { maxStatementLines, type CsvMapping, type StatementFormat } from '@dhow/contract/statements'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sliced } from '../../../platform/sliced.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { unreadable, type ParsedStatement } from './statement-file.ts'

export type { ParsedLine, ParsedStatement } from './statement-file.ts'

/** Format of a file by its first bytes; the default is CSV. */
export function formatOf(bytes: Buffer): StatementFormat {
  const head = bytes
    .subarray(0, 4_000)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (/^OFXHEADER|<OFX>|<\?OFX/.test(head)) return 'ofx'
  if (head.startsWith('<')) return 'camt053'
  if (/^(\{1:|:20:)/.test(head) || /^:60[FM]:/m.test(head)) return 'mt940'
  return 'csv'
}

/**
 * Reads a statement completely or not at all, in slices: 5 MB take longer than another call may wait. If a file has
 * balances, its lines must add up to them, so that a removed or added line is detected.
 * @throws Refusal `statement_unreadable` with the fault, `statement_mapping_missing`
 */
export function* readStatement(
  bytes: Buffer,
  format: StatementFormat,
  mapping: CsvMapping | undefined,
  maxLines = maxStatementLines,
): Sliced<ParsedStatement> {
  const parsed = yield* parserOf(format, bytes, mapping, maxLines)
  if (parsed.lines.length === 0) throw unreadable('file_empty', {})
  const { openingMinor, closingMinor } = parsed
  if (openingMinor !== undefined && closingMinor !== undefined) {
    const sumMinor = parsed.lines.reduce((sum, line) => sum + line.amountMinor, openingMinor)
    if (sumMinor !== closingMinor) throw unreadable('file_unbalanced', {})
  }
  return parsed
}

const parsers = { ofx: readOfx, mt940: readMt940, camt053: readCamt }

function parserOf(format: StatementFormat, bytes: Buffer, mapping: CsvMapping | undefined, maxLines: number) {
  if (format !== 'csv') return parsers[format](bytes, maxLines)
  if (!mapping) throw new Refusal('statement_mapping_missing')
  return readCsv(bytes, mapping, maxLines)
}
