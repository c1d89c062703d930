import { parseCheckpoint, signCheckpoint } from '@dhow/receipts/checkpoint'
import { parseNote } from '@dhow/receipts/note'
import { formatVerifierKey } from '@dhow/receipts/verifier-key'
import { OperatorError } from '@dhow/platform/process'
import { makeLogKey, openLogKey } from './log-key.ts'
import type { LogKeyParts } from './parts.ts'

/**
 * Replaces the key that signs heads of the log by a new one, which signs the newest head at once. Heads that older keys signed stay as they are.
 * The order names the key to replace by its id, so that an order that is sent twice changes nothing more. Servers that run go on with the new key.
 * Answers the new key as text.
 * @throws OperatorError where there is no log yet, or another key signs than the one that is named
 */
export async function rotateLogKey(parts: LogKeyParts, fromKeyId: string): Promise<string> {
  const { db, clock, log: programLog } = parts.platform
  const made = await db.transaction(async (tx) => {
    const log = await tx.selectFrom('receipts.log').selectAll().forUpdate().executeTakeFirst()
    if (!log) throw new OperatorError('There is no log yet; the server makes it at its first start.')
    const { key } = await openLogKey(parts, tx)
    if (key.id !== fromKeyId)
      throw new OperatorError(`The log is signed by the key ${key.id}, not by ${fromKeyId}. Nothing was changed.`)
    const signer = await makeLogKey(parts, tx, { origin: log.origin, fromSize: log.size })
    const head = parseCheckpoint(parseNote(log.checkpoint).text)
    await tx
      .updateTable('receipts.log')
      .set({ checkpoint: signCheckpoint(head, signer), signed_at: clock.now() })
      .where('origin', '=', log.origin)
      .execute()
    return { key: formatVerifierKey(signer.key), id: signer.key.id, size: log.size }
  })
  programLog.warn({ from: fromKeyId, to: made.id, size: String(made.size) }, 'the key of the public log was replaced')
  return made.key
}
