import { sql } from 'kysely'
import { formatEntry, commitmentText } from '@dhow/receipts/entry'
import { proveInclusion, subtreesForInclusion } from '@dhow/receipts/merkle-proof'
import { formatReceipt } from '@dhow/receipts/receipt'
import { readTiles, tilePath, tilesOf } from '@dhow/receipts/tiles'
import { formatTlogProof } from '@dhow/receipts/tlog-proof'
import type { ReceiptReply } from '@dhow/contract/receipts'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { entryOf } from './chain-entries.ts'
import { readLogFile } from './read-file.ts'
import { readAccounts, readLoggedEntry, readPosting } from './store.ts'

/** The log is a second or two behind the ledger. */
const retryAfterS = 3

/** A receipt as one text, and its parts. */
export async function readReceipt(db: Db, playerId: string, id: string): Promise<Omit<ReceiptReply, 'status'>> {
  const posting = await readPosting(db, BigInt(id), playerId)
  if (!posting) throw new Refusal('not_found')
  const log = await db.selectFrom('receipts.log').selectAll().executeTakeFirst()
  if (!log || posting.id > log.posting_id)
    throw new Refusal('receipt_pending', { data: { retry_after_s: retryAfterS } })
  const logged = await readLoggedEntry(db, posting.id)
  // An erased salt is all zeros; what it hid cannot be shown any more.
  if (logged.salt.every((byte) => byte === 0)) throw new Refusal('not_found')
  const before = await readAccounts(db, [playerId], posting.id - 1n)
  const entry = formatEntry(entryOf(posting, logged.atMs, before.get(playerId)))
  if (commitmentText(logged.salt, entry) !== logged.commitment)
    throw new Error(`the log has another entry than the ledger for the posting ${id}`)
  const { checkpoint } = log
  const proof = formatTlogProof({
    index: logged.leaf,
    hashes: await proofOf(db, logged.leaf, Number(log.size)),
    checkpoint,
  })
  const { salt } = logged
  const receipt = formatReceipt({ salt, entryText: entry, proofText: proof })
  return { posting: id, entry, salt: salt.toString('base64'), proof, receipt }
}

async function proofOf(db: Db, leaf: number, size: number): Promise<Uint8Array[]> {
  const tiles = new Map<string, Uint8Array>()
  for (const path of tilesOf(subtreesForInclusion(leaf, size), size).map(tilePath)) {
    const file = required(await readLogFile(db, path), `tile ${path}`)
    if (typeof file.content !== 'string') tiles.set(path, file.content)
  }
  return proveInclusion(
    leaf,
    size,
    readTiles(size, (path) => required(tiles.get(path), path)),
  )
}

/** Keys of the postings that a payment can have, by what follows its id. */
const keysOf = (id: string) => [
  `deposit:${id}`,
  `deposit:${id}:reversal`,
  ...['hold', 'release', 'sent', 'failed', 'returned'].map((step) => `withdrawal:${id}:${step}`),
]

/** A payment's postings on the account of a player. @throws Refusal `not_found` where there is none */
export async function readPaymentPostings(db: Db, playerId: string, paymentId: string) {
  const { rows } = await sql<{ id: bigint; reason: string; happened_at: Date }>`
    select id, reason, happened_at from ledger.postings
    where key = any(${keysOf(paymentId)}::text[]) and player_id = ${playerId} order by id`.execute(db)
  if (rows.length === 0) throw new Refusal('not_found')
  return rows.map(({ id, reason, happened_at }) => ({ posting: String(id), reason, at: happened_at.toJSON() }))
}
