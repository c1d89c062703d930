import { parseCheckpoint, signCheckpoint } from '@dhow/receipts/checkpoint'
import { parseNote } from '@dhow/receipts/note'
import { formatVerifierKey } from '@dhow/receipts/verifier-key'
import { OperatorError } from '@dhow/platform/process'
import { makeLogKey, openLogKey } from './log-key.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { LogKeyParts } from './parts.ts'
import type { LogRow } from './tables.ts'

/**
 * Replaces the key that signs heads of a log; the new one signs the newest head at once. Heads signed by older keys are
 * kept. The order names the replaced key by its id, so that a repeated order changes nothing. Running servers continue
 * with the new key. Returns the new key as text.
 * @throws OperatorError if there is no log yet, or another key signs
 */
export async function rotateLogKey(parts: LogKeyParts, fromKeyId: string): Promise<string> {
  const { db, clock, log: programLog } = parts.platform
  const made = await db.transaction(async (tx) => {
    const log = await lockLogOf(parts, tx, fromKeyId)
    const signer = await makeLogKey(parts, tx, { log: log.name, origin: log.origin, fromSize: log.size })
    const head = parseCheckpoint(parseNote(log.checkpoint).text)
    await tx
      .updateTable('receipts.log')
      .set({ checkpoint: signCheckpoint(head, signer), signed_at: clock.now() })
      .where('name', '=', log.name)
      .execute()
    return { key: formatVerifierKey(signer.key), id: signer.key.id, size: log.size }
  })
  programLog.warn({ from: fromKeyId, to: made.id, size: String(made.size) }, 'the key of the public log was replaced')
  return made.key
}

/** Locks the rows of the logs, and returns the one signed by this key. @throws OperatorError if there is none */
async function lockLogOf(parts: LogKeyParts, tx: Tx, keyId: string): Promise<LogRow> {
  const logs = await tx.selectFrom('receipts.log').selectAll().orderBy('name').forUpdate().execute()
  const signing: string[] = []
  for (const log of logs) {
    const { key } = await openLogKey(parts, tx, log.name)
    if (key.id === keyId) return log
    signing.push(`${log.origin} by ${key.id}`)
  }
  if (signing.length === 0) throw new OperatorError('There is no log yet; the server makes it at its first start.')
  throw new OperatorError(`The logs are signed (${signing.join(', ')}), not by ${keyId}. Nothing was changed.`)
}
