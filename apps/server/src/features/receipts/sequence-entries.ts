import { sql } from 'kysely'
import { signCheckpoint } from '@dhow/receipts/checkpoint'
import { emptyRoot, leafHash } from '@dhow/receipts/merkle'
import type { Tx } from '../../platform/db/index.ts'
import { appendHashes } from './append-hashes.ts'
import { chainEntries, type PlayerPosting } from './chain-entries.ts'
import { makeLogKey, openLogKey } from './log-key.ts'
import type { ReceiptsParts } from './parts.ts'
import { readAccounts, readOpenTiles, writeEntries, writeTiles } from './store.ts'

const batchSize = 1_000

/**
 * Sequences the next batch of players' postings up to an id, in one transaction with their tiles and the signed head: all of it is durable
 * before anybody can read any of it. Answers how many entries there were.
 */
export async function sequenceEntries(parts: ReceiptsParts, settledTo: bigint): Promise<number> {
  const { db, clock } = parts.platform
  return db.transaction(async (tx) => {
    const log = await lockLog(parts, tx)
    const postings = await readPostings(tx, log.posting_id, settledTo)
    const last = postings.at(-1)
    if (last === undefined) return 0
    const accounts = await readAccounts(tx, [...new Set(postings.map((posting) => posting.player_id))])
    const entries = chainEntries(postings, accounts, () => parts.random.bytes(32))
    const size = Number(log.size)
    const leaves = entries.map(({ account }) => leafHash(account.commitment))
    const appended = appendHashes(size, await readOpenTiles(tx, size), leaves)
    await writeEntries(tx, size, entries, accounts)
    await writeTiles(tx, appended.changed)
    await tx
      .updateTable('receipts.log')
      .set({
        size: BigInt(appended.size),
        posting_id: last.id,
        checkpoint: signCheckpoint(
          { origin: log.origin, size: appended.size, root: appended.root },
          await openLogKey(parts, tx),
        ),
        signed_at: clock.now(),
      })
      .where('origin', '=', log.origin)
      .execute()
    return entries.length
  })
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
  const signer = await makeLogKey(parts, tx, origin)
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

async function readPostings(tx: Tx, after: bigint, to: bigint): Promise<PlayerPosting[]> {
  const { rows } = await sql<PlayerPosting>`
    select id, key, reason, player_id, currency, happened_at, cash_after, bonus_after, hold_after, in_play_after from ledger.postings
    where id > ${after} and id <= ${to} and player_id is not null order by id limit ${batchSize}`.execute(tx)
  return rows
}
