import { formatAddCheckpoint } from '@dhow/receipts/add-checkpoint'
import type { Db } from '../../platform/db/index.ts'
import type { LogName } from './logs.ts'
import type { LogFile } from './read-file.ts'
import { readBestHead } from './read-head.ts'
import { readConsistency } from './read-proofs.ts'

/** Size of the old head in the path of a file that proves consistency. */
const consistencyPath = /^consistency\/(0|[1-9][0-9]{0,14})$/

/** Size of the old head that a path of a log asks about; undefined for another path. */
export function oldSizeIn(path: string): number | undefined {
  const [, size] = consistencyPath.exec(path) ?? []
  return size === undefined ? undefined : Number(size)
}

/**
 * File that proves that the log goes on from a head of this size: the old size, the proof, and the newest head that witnesses cosigned, in the form of
 * a request to a witness. Undefined where the log is shorter.
 */
export async function readConsistencyFile(db: Db, log: LogName, oldSize: number): Promise<LogFile | undefined> {
  const head = await readBestHead(db, log, oldSize - 1)
  if (!head || head.size < oldSize) return undefined
  const proof = await readConsistency(db, log, oldSize, head.size)
  return { content: formatAddCheckpoint({ oldSize, proof, checkpoint: head.checkpoint }), isFinal: false }
}
