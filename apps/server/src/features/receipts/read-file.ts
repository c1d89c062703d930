import { formatEntryBundle, parseTilePath, type Tile } from '@dhow/receipts/tiles'
import { VerificationError } from '@dhow/receipts/verification-error'
import type { Db } from '../../platform/db/index.ts'
import type { LogName } from './logs.ts'
import { readNewestHead } from './read-head.ts'
import { readCommitments } from './store.ts'

const tileWidth = 256
const hashBytes = 32

/** A file of the log, and whether it is immutable. */
export interface LogFile {
  content: string | Uint8Array
  isFinal: boolean
}

/**
 * Reads a file of a log by its relative path: the newest head, the keys with the sizes of their heads, or a tile
 * covered by a head. Undefined if there is none.
 */
export async function readLogFile(db: Db, log: LogName, path: string): Promise<LogFile | undefined> {
  if (path === 'checkpoint') {
    const head = await readNewestHead(db, log)
    return head && { content: head.checkpoint, isFinal: false }
  }
  if (path === 'keys') {
    const keys = await readKeys(db, log)
    const lines = keys.map((key, at) => `${key.verifier_key} ${key.from_size} ${keys[at + 1]?.from_size ?? '-'}\n`)
    return { content: lines.join(''), isFinal: false }
  }
  const tile = tileAt(path)
  const content =
    tile && (tile.level === 'entries' ? await readEntries(db, log, tile) : await readHashes(db, log, tile))
  return content && { content, isFinal: true }
}

/** Keys of a log in order, each with the size of its first head. */
export const readKeys = (db: Db, log: LogName) =>
  db.selectFrom('receipts.key').select(['verifier_key', 'from_size']).where('log', '=', log).orderBy('number').execute()

function tileAt(path: string): Tile | undefined {
  try {
    return parseTilePath(path)
  } catch (error) {
    if (error instanceof VerificationError) return undefined
    throw error
  }
}

/** A partial tile is a prefix of its later form. */
async function readHashes(db: Db, log: LogName, { level, index, width }: Tile): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('receipts.tile')
    .select('hashes')
    .where('log', '=', log)
    .where('level', '=', Number(level))
    .where('index', '=', BigInt(index))
    .executeTakeFirst()
  return row && row.hashes.length >= width * hashBytes ? row.hashes.subarray(0, width * hashBytes) : undefined
}

async function readEntries(db: Db, log: LogName, { index, width }: Tile): Promise<Uint8Array | undefined> {
  const first = BigInt(index) * BigInt(tileWidth)
  const commitments = await readCommitments(db, log, first, first + BigInt(width))
  return commitments.length === width ? formatEntryBundle(commitments) : undefined
}
