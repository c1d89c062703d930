import { blockKinds, maxBlockLines, type BlockKind, type blockLineResults } from '@dhow/contract/blocklists'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { isOneOf } from '@dhow/contract/records'
import { Refusal } from '../../platform/refusal.ts'
import type { Sliced } from '../../platform/sliced.ts'
import { isStorable } from '../../platform/storable-text.ts'
import type { BlocklistParts } from './parts.ts'
import { endOfDay, readValue, type BlockedValue } from './rules.ts'

/** A parsed line of an uploaded list, before it is compared with existing entries. */
export interface FileLine {
  /** Line number; line 1 has the column names. */
  line: number
  kind: BlockKind | null
  typed: string
  read: { blocked: BlockedValue; reason: string; until: Date | null } | { fault: OperatorText }
}

export type LineResult = (typeof blockLineResults)[number]

const columns = ['kind', 'value', 'reason', 'until'] as const
const linesPerSlice = 500

/**
 * Lines of a CSV with our four columns, each parsed separately; a wrong line has its error. Blank lines are skipped.
 * @throws Refusal `block_file_unreadable` for a different first line, or too many lines
 */
export function* readFile(parts: BlocklistParts, bytes: Buffer, now: Date): Sliced<FileLine[]> {
  const texts = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
  const [first = ''] = texts
  const separator = first.includes(';') ? ';' : ','
  const names = cellsOf(first, separator).map((name) => name.trim().toLowerCase())
  if (names.join() !== columns.join()) throw new Refusal('block_file_unreadable')
  const lines: FileLine[] = []
  for (const [index, text] of texts.entries()) {
    if (index === 0 || text.trim() === '') continue
    if (lines.length === maxBlockLines) throw new Refusal('block_file_unreadable')
    lines.push(readLine(parts, cellsOf(text, separator), { line: index + 1, now }))
    if (index % linesPerSlice === 0) yield
  }
  return lines
}

function readLine(parts: BlocklistParts, cells: string[], { line, now }: { line: number; now: Date }): FileLine {
  const [kind = '', value = '', reason = '', until = ''] = cells.map((cell) => cell.trim())
  const typed = value.slice(0, 200)
  if (!isOneOf(blockKinds, kind))
    return { line, kind: null, typed, read: { fault: operatorText('block_kind_rule', {}) } }
  // Remove the apostrophe of our own download: a spreadsheet reads a plus sign as a formula.
  const blocked = readValue(parts, kind, value.replace(/^'(?=\+)/, ''))
  if ('fault' in blocked) return { line, kind, typed, read: blocked }
  if (reason.length < 3 || reason.length > 500 || !isStorable(reason))
    return { line, kind, typed, read: { fault: operatorText('block_reason_rule', {}) } }
  const end = until === '' ? null : endOfDay(until, now)
  if (end === undefined) return { line, kind, typed, read: { fault: operatorText('block_until_rule', {}) } }
  return { line, kind, typed, read: { blocked, reason, until: end } }
}

/** Cells of a line by RFC 4180; a cell cannot span lines. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}
