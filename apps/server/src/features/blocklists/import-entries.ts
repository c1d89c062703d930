import { operatorText } from '@dhow/contract/operator-texts'
import type { Db } from '../../platform/db/index.ts'
import type { StaffSession, UploadedFile } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { runSliced } from '../../platform/sliced.ts'
import type { BlocklistParts } from './parts.ts'
import { readFile, type FileLine, type LineResult } from './read-file.ts'
import { maskValue } from './rules.ts'
import { hexOf, insertEntries, macOf, rowOf, findActiveEntries } from './store.ts'

/** Result of each line of a file, without adding any. @throws Refusal `block_file_unreadable` */
export async function previewFile(parts: BlocklistParts, file: UploadedFile | undefined) {
  const judged = await judge(parts, parts.platform.db.kysely, file)
  const count = (result: LineResult) => judged.filter((one) => one.result === result).length
  return {
    counts: { new: count('new'), already: count('already'), again: count('again'), wrong: count('wrong') },
    lines: judged.map(({ line: { line, kind, typed, read }, result }) => ({
      line,
      result,
      kind,
      value: 'fault' in read ? typed : maskValue(read.blocked),
      until: 'fault' in read ? null : (read.until?.toISOString() ?? null),
      text: 'fault' in read ? read.fault : null,
    })),
  }
}

/**
 * Adds all new lines of a file in one transaction. @throws Refusal `block_file_unreadable`, `block_lines_wrong` with
 * the first wrong line
 */
export async function importFile(parts: BlocklistParts, file: UploadedFile | undefined, by: StaffSession) {
  const { db, clock, id } = parts.platform
  const judged = await judge(parts, db.kysely, file)
  const wrong = judged.filter(({ result }) => result === 'wrong')
  if (wrong[0]) {
    const text = operatorText('block_first_wrong', {
      line: String(wrong[0].line.line),
      count: String(wrong.length),
    })
    throw new Refusal('block_lines_wrong', { text, fields: { list: [text] } })
  }
  const uploadId = id('blu')
  const rows = judged.flatMap(({ line: { read }, result }) =>
    result === 'new' && !('fault' in read) ? [rowOf(parts, read, { operatorId: by.operatorId, uploadId })] : [],
  )
  const added = await db.transaction(async (tx) => {
    const written = await insertEntries(tx, rows, clock.now())
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'blocklist.import',
      subject: uploadId,
      text: `Added ${written} entries to the blocklists from ${file?.name ?? 'a file'}`,
      before: null,
      after: { added: written, lines: judged.length },
    })
    return written
  })
  return { added, already: judged.length - added }
}

async function judge(parts: BlocklistParts, reader: Db, file: UploadedFile | undefined) {
  const now = parts.platform.clock.now()
  if (!file) throw new Refusal('block_file_unreadable')
  const lines = await runSliced(readFile(parts, file.bytes, now))
  const macs = new Map<FileLine, Buffer>()
  for (const line of lines) if (!('fault' in line.read)) macs.set(line, macOf(parts, line.read.blocked))
  const standing = await findActiveEntries(reader, [...macs.values()], now)
  const seen = new Set<string>()
  return lines.map((line): { line: FileLine; result: LineResult } => {
    const mac = macs.get(line)
    if (!mac) return { line, result: 'wrong' }
    const key = hexOf(mac)
    if (standing.has(key)) return { line, result: 'already' }
    if (seen.has(key)) return { line, result: 'again' }
    seen.add(key)
    return { line, result: 'new' }
  })
}
