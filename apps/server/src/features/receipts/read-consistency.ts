import { formatAddCheckpoint } from '@dhow/receipts/add-checkpoint'
import type { Db } from '../../platform/db/index.ts'
import type { LogName } from './logs.ts'
import type { LogFile } from './read-file.ts'
import { readBestHead } from './read-head.ts'
import { readConsistency } from './read-proofs.ts'

/** Size of the old head in the path of a consistency file. */
const consistencyPath = /^consistency\/(0|[1-9][0-9]{0,14})$/

/** Size of the old head in a path; undefined for another path. */
export function parseOldSize(path: string): number | undefined {
  const [, size] = consistencyPath.exec(path) ?? []
  return size === undefined ? undefined : Number(size)
}

/**
 * File that proves the log's consistency with a head of this size: the old size, the proof, and the newest cosigned
 * head, in the format of a witness request. Undefined if the log is shorter.
 */
export async function readConsistencyFile(db: Db, log: LogName, oldSize: number): Promise<LogFile | undefined> {
  const head = await readBestHead(db, log, oldSize - 1)
  if (!head || head.size < oldSize) return undefined
  const proof = await readConsistency(db, log, oldSize, head.size)
  return { content: formatAddCheckpoint({ oldSize, proof, checkpoint: head.checkpoint }), isFinal: false }
}
