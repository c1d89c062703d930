import { sql } from 'kysely'
import { signCheckpoint } from '@dhow/receipts/checkpoint'
import { emptyRoot } from '@dhow/receipts/merkle'
import type { Tx } from '../../platform/db/index.ts'
import { runSliced } from '../../platform/sliced.ts'
import { appendHashes } from './append-hashes.ts'
import { makeLogKey, openLogKey } from './log-key.ts'
import { openLogMemory, type LogMemory } from './log-memory.ts'
import type { LogSource, NextEntries } from './log-source.ts'
import { logPaths, type LogName } from './logs.ts'
import type { ReceiptsParts } from './parts.ts'
import { placeRecords, recordCommitment } from './records.ts'
import { readOpenTiles, writeBatch, writeTiles } from './store.ts'
import type { LogRow } from './tables.ts'

/**
 * Sequencer of one log in one process: sequences the source's next batch up to an id in one transaction with the tiles
 * and the signed head, so that everything is durable before anybody can read it. Returns the number of entries.
 */
export function openSequencer(parts: ReceiptsParts, source: LogSource) {
  const memory = openLogMemory()
  return async (settledTo: bigint): Promise<number> => {
    const appended = await parts.platform.db.transaction(async (tx) => {
      const log = await lockLog(parts, tx, source.name)
      const before = memory.at(log.checkpoint)
      const next = await source.read(tx, log, settledTo, before)
      return next && { count: countOf(next), before, end: await append(parts, tx, log, next, before) }
    })
    if (!appended) return 0
    memory.remember(appended.end, appended.before)
    return appended.count
  }
}

const countOf = ({ entries, records }: NextEntries) => entries.count + records.length

/**
 * Appends entries, then records, to the locked log. Returns its new end; `memory` is not changed, because the commit
 * may fail.
 */
async function append(
  parts: ReceiptsParts,
  tx: Tx,
  { name, origin, ...log }: LogRow,
  { entries, records, accounts }: NextEntries,
  memory: LogMemory | undefined,
): Promise<LogMemory> {
  const size = Number(log.size)
  const { count } = entries
  const leaves = Buffer.concat([entries.commitments, ...records.map(({ text }) => recordCommitment(text))])
  const open = memory?.openTiles ?? (await readOpenTiles(tx, name, size))
  const appended = await runSliced(appendHashes(size, open, leaves))
  if (count > 0) await writeBatch(tx, name, size, entries)
  if (records.length > 0) await placeRecords(tx, size + count, records)
  await writeTiles(tx, name, appended.changed)
  const head = { origin, size: appended.size, root: appended.root }
  const signer = await openLogKey(parts, tx, name, memory?.signer)
  const checkpoint = signCheckpoint(head, signer)
  await tx
    .updateTable('receipts.log')
    .set({
      size: BigInt(appended.size),
      posting_id: count > 0 ? entries.lastSourceId : log.posting_id,
      checkpoint,
      signed_at: parts.platform.clock.now(),
    })
    .where('name', '=', name)
    .execute()
  return { checkpoint, accounts, openTiles: appended.open, signer }
}

/** Locks the log's row until the transaction ends; at the first start it creates the log and its key. */
async function lockLog(parts: ReceiptsParts, tx: Tx, name: LogName) {
  const read = () => tx.selectFrom('receipts.log').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()
  const known = await read()
  if (known) return known
  await sql`select pg_advisory_xact_lock(hashtext('receipts.log'))`.execute(tx)
  const other = await read()
  if (other) return other
  const { clock, config } = parts.platform
  const origin = `${new URL(config.origins.portal).host}${logPaths[name]}`
  const signer = await makeLogKey(parts, tx, { log: name, origin, fromSize: 0n })
  return tx
    .insertInto('receipts.log')
    .values({
      name,
      origin,
      size: 0n,
      posting_id: 0n,
      checkpoint: signCheckpoint({ origin, size: 0, root: emptyRoot }, signer),
      signed_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
