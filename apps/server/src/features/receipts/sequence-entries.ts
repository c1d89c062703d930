import { sql } from 'kysely'
import { signCheckpoint } from '@dhow/receipts/checkpoint'
import { emptyRoot, leafHash } from '@dhow/receipts/merkle'
import type { Tx } from '../../platform/db/index.ts'
import { runSliced } from '../../platform/sliced.ts'
import { appendHashes } from './append-hashes.ts'
import { chainEntries, type PlayerPosting } from './chain-entries.ts'
import { makeLogKey, openLogKey } from './log-key.ts'
import { openLogMemory, type LogMemory } from './log-memory.ts'
import type { ReceiptsParts } from './parts.ts'
import { readAccounts, readOpenTiles, readPostings, writeBatch, writeTiles } from './store.ts'
import type { LogRow } from './tables.ts'

const batchSize = 1_000

/**
 * The sequencer of one process: its function sequences the next batch of players' postings up to an id, in one transaction with their tiles and
 * the signed head, so that all of it is durable before anybody can read any of it. Answers how many entries there were.
 */
export function openSequencer(parts: ReceiptsParts) {
  const memory = openLogMemory()
  return async (settledTo: bigint): Promise<number> => {
    const appended = await parts.platform.db.transaction(async (tx) => {
      const log = await lockLog(parts, tx)
      const postings = await readPostings(tx, log.posting_id, settledTo, batchSize)
      const before = memory.at(log.checkpoint)
      return postings.length === 0
        ? undefined
        : { count: postings.length, before, next: await append(parts, tx, log, postings, before) }
    })
    if (!appended) return 0
    memory.remember(appended.next, appended.before)
    return appended.count
  }
}

/** Appends entries of postings, at least one, to the log that is locked. Answers its new end; `memory` stays as it is, since the commit may fail. */
async function append(
  parts: ReceiptsParts,
  tx: Tx,
  log: LogRow,
  postings: readonly PlayerPosting[],
  memory: LogMemory | undefined,
): Promise<LogMemory> {
  const size = Number(log.size)
  const unknown = new Set(postings.map(({ player_id }) => player_id).filter((id) => !memory?.accounts.has(id)))
  const read = await readAccounts(tx, [...unknown], log.posting_id)
  const salts = parts.random.bytes(32 * postings.length)
  const { entries, accounts } = await runSliced(
    chainEntries(postings, salts, (playerId) => memory?.accounts.get(playerId) ?? read.get(playerId)),
  )
  const leaves = entries.map(({ commitment }) => leafHash(commitment))
  const appended = appendHashes(size, memory?.openTiles ?? (await readOpenTiles(tx, size)), leaves)
  await writeBatch(tx, size, entries, salts)
  await writeTiles(tx, appended.changed)
  const head = { origin: log.origin, size: appended.size, root: appended.root }
  const checkpoint = signCheckpoint(head, await openLogKey(parts, tx))
  await tx
    .updateTable('receipts.log')
    .set({
      size: BigInt(appended.size),
      posting_id: postings.at(-1)?.id ?? log.posting_id,
      checkpoint,
      signed_at: parts.platform.clock.now(),
    })
    .where('origin', '=', log.origin)
    .execute()
  return { checkpoint, accounts, openTiles: appended.open }
}

/** Locks the log's row until the transaction ends; at the first start it makes the log and its key. */
async function lockLog(parts: ReceiptsParts, tx: Tx) {
  const read = () => tx.selectFrom('receipts.log').selectAll().forUpdate().executeTakeFirst()
  const known = await read()
  if (known) return known
  await sql`select pg_advisory_xact_lock(hashtext('receipts.log'))`.execute(tx)
  const other = await read()
  if (other) return other
  const { clock, config } = parts.platform
  const origin = `${new URL(config.origins.portal).host}/log`
  const signer = await makeLogKey(parts, tx, { origin, fromSize: 0n })
  return tx
    .insertInto('receipts.log')
    .values({
      origin,
      size: 0n,
      posting_id: 0n,
      checkpoint: signCheckpoint({ origin, size: 0, root: emptyRoot }, signer),
      signed_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
