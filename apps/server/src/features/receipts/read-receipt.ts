import { formatEntry, commitmentText } from '@dhow/receipts/entry'
import { formatReceipt } from '@dhow/receipts/receipt'
import { formatTlogProof } from '@dhow/receipts/tlog-proof'
import type { ReceiptReply } from '@dhow/contract/receipts'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { entryOf } from './chain-entries.ts'
import { readBestHead } from './read-head.ts'
import { readInclusion } from './read-proofs.ts'
import { readAccounts, readLoggedEntry, readPosting } from './store.ts'

/** The log is a second or two behind the ledger. */
const retryAfterS = 3

/** A receipt as one text, and its parts. */
export async function readReceipt(db: Db, playerId: string, id: string): Promise<Omit<ReceiptReply, 'status'>> {
  const posting = await readPosting(db, BigInt(id), playerId)
  if (!posting) throw new Refusal('not_found')
  const log = await db.selectFrom('receipts.log').selectAll().where('name', '=', 'players').executeTakeFirst()
  if (!log || posting.id > log.posting_id)
    throw new Refusal('receipt_pending', { data: { retry_after_s: retryAfterS } })
  const logged = await readLoggedEntry(db, posting.id)
  // An erased salt is all zeros; its entry can no longer be shown.
  if (logged.salt.every((byte) => byte === 0)) throw new Refusal('not_found')
  const before = await readAccounts(db, [playerId], posting.id - 1n)
  const entry = formatEntry(entryOf(posting, logged.atMs, before.get(playerId)))
  if (commitmentText(logged.salt, entry) !== logged.commitment)
    throw new Error(`log and ledger differ for the posting ${id}`)
  const { size, checkpoint } = required(await readBestHead(db, 'players', logged.leaf), 'the head of the log')
  const proof = formatTlogProof({
    index: logged.leaf,
    hashes: await readInclusion(db, 'players', logged.leaf, size),
    checkpoint,
  })
  const { salt } = logged
  const receipt = formatReceipt({ salt, entryText: entry, proofText: proof })
  return { posting: id, entry, salt: salt.toString('base64'), proof, receipt }
}
