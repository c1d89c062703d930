import { sql } from 'kysely'
import { entryWord } from '@dhow/receipts/entry'
import { formatLiabilityProof } from '@dhow/receipts/liability-proof'
import { formatTlogProof } from '@dhow/receipts/tlog-proof'
import type { Database, Db } from '../../../platform/db/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { required } from '../../../platform/required.ts'
import { readBestHead } from '../read-head.ts'
import { readInclusion } from '../read-proofs.ts'
import { readReceipt } from '../read-receipt.ts'
import { newestRoot, readPath } from './root-store.ts'
import type { LiabilityLeafRow, LiabilityRootRow } from './tables.ts'

/** The log is a second or two behind the ledger. */
const retryAfterS = 3

/**
 * A player's share of the newest root of their currency, and the range of later entries: after the posting `after` up
 * to `to`. Without a leaf, `proof` is null and the entries start with the account's first. The call counts as a check
 * of the root.
 * @throws Refusal `liabilities_none` before the first root, `receipt_pending` while the newest posting is not in the
 * log, `not_found` after erasure
 */
export async function readShare(
  { kysely: db }: Database,
  { playerId, currency }: { playerId: string; currency: string },
) {
  const root = await newestRoot(db, currency)
  const log = await db.selectFrom('receipts.log').selectAll().where('name', '=', 'players').executeTakeFirst()
  if (!root || !log) throw new Refusal('liabilities_none')
  const leaf = await db
    .selectFrom('receipts.liability_leaf')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('day', '=', root.day)
    .executeTakeFirst()
  if (leaf && /^0+$/.test(leaf.salt)) throw new Refusal('not_found')
  const now = await readNow(db, playerId)
  const last = now.posting_id ?? 0n
  if (last > log.posting_id) throw new Refusal('receipt_pending', { data: { retry_after_s: retryAfterS } })
  const after = leaf?.posting_id ?? 0n
  await db
    .insertInto('receipts.liability_check')
    .values({ day: root.day, currency, player_id: playerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return {
    day: root.day,
    account: entryWord(playerId),
    proof: leaf ? await shareProof(db, { ...root, leaf: required(root.leaf, 'the place of a root') }, leaf) : null,
    after: String(after),
    to: String(last),
    receipt: last > after ? (await readReceipt(db, playerId, String(last))).receipt : null,
    balances: {
      cash: String(now.cash_minor),
      bonus: String(now.bonus_minor),
      hold: String(now.hold_minor),
      in_play: String(now.in_play_minor),
    },
  }
}

interface Now {
  cash_minor: bigint
  bonus_minor: bigint
  hold_minor: bigint
  in_play_minor: bigint
  posting_id: bigint | null
}

/** The wallet and its newest posting in one statement, so that nothing changes in between. */
async function readNow(db: Db, playerId: string): Promise<Now> {
  const { rows } = await sql<Now>`
    select cash_minor, bonus_minor, hold_minor, in_play_minor,
      (select posting_id from ledger.transfers where player_id = ${playerId} order by id desc limit 1) as posting_id
    from ledger.wallets where player_id = ${playerId}`.execute(db)
  return required(rows[0], `the wallet of ${playerId}`)
}

async function shareProof(
  db: Db,
  root: Omit<LiabilityRootRow, 'made_at' | 'record' | 'erased_minor'> & { leaf: bigint },
  leaf: LiabilityLeafRow,
): Promise<string> {
  const account = entryWord(leaf.player_id)
  const liability = {
    account,
    number: Number(leaf.number),
    commitment: leaf.commitment,
    salt: leaf.salt,
    balances: { cash: leaf.cash_minor, bonus: leaf.bonus_minor, hold: leaf.hold_minor, inPlay: leaf.in_play_minor },
  }
  const tree = {
    levels: await readPath(db, root, leaf.index),
    places: new Map([[account, { index: leaf.index, liability }]]),
  }
  const { day, currency, leaves, hash } = root
  const index = Number(root.leaf)
  const { size, checkpoint } = required(await readBestHead(db, 'players', index), 'the head of the log')
  const tlogProof = formatTlogProof({ index, hashes: await readInclusion(db, 'players', index, size), checkpoint })
  return formatLiabilityProof(tree, account, { day, currency, leaves, total: root.total_minor, hash }, tlogProof)
}
