import { sql } from 'kysely'
import type { LiabilityRoot } from '@dhow/receipts/liability-proof'
import { formatLiabilityRoot } from '@dhow/receipts/liability-proof'
import type { LiabilityTree, SumNode } from '@dhow/receipts/liability-tree'
import type { Db, Tx } from '../../../platform/db/index.ts'
import { required } from '../../../platform/required.ts'
import { addRecord } from '../records.ts'
import type { Owed } from './owed-store.ts'

const [sumBytes, nodeBytes] = [8, 40]
const leavesAStatement = 1_000

/** Stores a tree, and queues its root for the log. False, without storing, if the day has a root of the currency. */
export async function insertTree(
  tx: Tx,
  { root, tree, owed, at }: { root: LiabilityRoot; tree: LiabilityTree; owed: readonly Owed[]; at: Date },
): Promise<boolean> {
  const { day, currency } = root
  const record = await addRecord(
    tx,
    { kind: 'liabilities', key: `${day}/${currency}`, text: formatLiabilityRoot(root) },
    at,
  )
  if (record === undefined) return false
  await tx
    .insertInto('receipts.liability_root')
    .values({ day, currency, leaves: root.leaves, total_minor: root.total, hash: root.hash, record, made_at: at })
    .execute()
  for (const [level, nodes] of tree.levels.entries())
    await tx
      .insertInto('receipts.liability_level')
      .values({ day, currency, level, nodes: Buffer.concat(nodes.map(bytesOf)) })
      .execute()
  for (let first = 0; first < owed.length; first += leavesAStatement) {
    const rows = owed.slice(first, first + leavesAStatement).map(({ playerId, postingId, liability }) => {
      const { index, liability: leaf } = required(tree.places.get(liability.account), 'the leaf of an account')
      const { cash, bonus, hold, inPlay } = leaf.balances
      return {
        ...{ player_id: playerId, day, currency, index, posting_id: postingId, number: BigInt(leaf.number) },
        ...{ commitment: leaf.commitment, salt: leaf.salt },
        ...{ cash_minor: cash, bonus_minor: bonus, hold_minor: hold, in_play_minor: inPlay },
      }
    })
    await tx.insertInto('receipts.liability_leaf').values(rows).execute()
  }
  return true
}

function bytesOf({ sum, hash }: SumNode): Buffer {
  const bytes = Buffer.alloc(nodeBytes)
  bytes.writeBigInt64BE(sum)
  bytes.write(hash, sumBytes, 'hex')
  return bytes
}

/** Deletes trees of earlier days; their roots are kept. */
export async function deleteTreesBefore(tx: Tx, day: string) {
  await tx.deleteFrom('receipts.liability_level').where('day', '<', day).execute()
  await tx.deleteFrom('receipts.liability_leaf').where('day', '<', day).execute()
  await tx.deleteFrom('receipts.liability_check').where('day', '<', day).execute()
}

/** Newest root of a currency that is in the log, with its record. */
export async function newestRoot(db: Db, currency: string) {
  return db
    .selectFrom('receipts.liability_root as root')
    .innerJoin('receipts.record as record', 'record.number', 'root.record')
    .selectAll('root')
    .select('record.leaf')
    .where('root.currency', '=', currency)
    .where('record.leaf', 'is not', null)
    .orderBy('root.day', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * The nodes of a tree beside a leaf's path to the root, from which its proof is made.
 * @param index of the leaf
 */
export async function readPath(
  db: Db,
  { day, currency, leaves }: { day: string; currency: string; leaves: number },
  index: number,
): Promise<SumNode[][]> {
  const { rows } = await sql<{ level: number; node: Buffer }>`
    select level, substring(nodes from ((${index}::int >> level) # 1) * ${nodeBytes} + 1 for ${nodeBytes}) as node
    from receipts.liability_level where day = ${day} and currency = ${currency} and 1 << level < ${leaves} order by level`.execute(
    db,
  )
  const levels = rows.map(({ level, node }) => {
    const nodes: SumNode[] = []
    nodes[(index >> level) ^ 1] = { sum: node.readBigInt64BE(), hash: node.toString('hex', sumBytes) }
    return nodes
  })
  return [...levels, []]
}
