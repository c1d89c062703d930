import { blockKinds, blockLinesAtMost, type BlockKind, type blockLineResults } from '@dhow/contract/blocklists'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { isOneOf } from '@dhow/contract/records'
import { Refusal } from '../../platform/refusal.ts'
import type { Sliced } from '../../platform/sliced.ts'
import { isStorable } from '../../platform/storable-text.ts'
import type { BlocklistParts } from './parts.ts'
import { endOfDay, readValue, type BlockedValue } from './rules.ts'

/** A line of an uploaded list as it was read, before the list that is there is asked. */
export interface FileLine {
  /** In the file, whose first line has the names of the columns. */
  line: number
  kind: BlockKind | null
  typed: string
  read: { blocked: BlockedValue; reason: string; until: Date | null } | { fault: OperatorText }
}

export type LineResult = (typeof blockLineResults)[number]

const columns = ['kind', 'value', 'reason', 'until'] as const
const linesPerSlice = 500

/**
 * The lines of a CSV of our four columns, each read for itself; a line that is wrong says why. Blank lines are passed over.
 * @throws Refusal `block_file_unreadable` for another first line, or more lines than a list may have
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
    if (lines.length === blockLinesAtMost) throw new Refusal('block_file_unreadable')
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
  // The apostrophe is ours, from a download: a spreadsheet reads a plus sign as a formula.
  const blocked = readValue(parts, kind, value.replace(/^'(?=\+)/, ''))
  if ('fault' in blocked) return { line, kind, typed, read: blocked }
  if (reason.length < 3 || reason.length > 500 || !isStorable(reason))
    return { line, kind, typed, read: { fault: operatorText('block_reason_rule', {}) } }
  const end = until === '' ? null : endOfDay(until, now)
  if (end === undefined) return { line, kind, typed, read: { fault: operatorText('block_until_rule', {}) } }
  return { line, kind, typed, read: { blocked, reason, until: end } }
}

/** The cells of a line by RFC 4180; a cell does not go on in the next line. */
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
