import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'

/** Records sequenced at once. */
const recordsABatch = 256

/** A public text for the log, under a key of which its kind has one. */
export interface LogRecord {
  kind: 'liabilities' | 'commitment'
  key: string
  text: string
}

/** Entry of the log for a record: the SHA-256 of its text. */
export const recordCommitment = (text: string): Uint8Array => hash('sha256', text, 'buffer')

/** Puts a record in line for the log. Undefined if its kind has one with this key: no key has two texts. */
export async function addRecord(tx: Tx, record: LogRecord, at: Date): Promise<bigint | undefined> {
  const made = await tx
    .insertInto('receipts.record')
    .values({ ...record, made_at: at, leaf: null })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('number')
    .executeTakeFirst()
  return made?.number
}

/** Records that are not in the log yet, in their order. */
export const readWaitingRecords = (db: Db) =>
  db
    .selectFrom('receipts.record')
    .select(['number', 'text'])
    .where('leaf', 'is', null)
    .orderBy('number')
    .limit(recordsABatch)
    .execute()

/** Notes the places of records that were sequenced from an index of the log on. */
export async function placeRecords(tx: Tx, firstLeaf: number, records: readonly { number: bigint }[]) {
  const numbers = records.map(({ number }) => String(number))
  await sql`
    update receipts.record set leaf = ${firstLeaf}::bigint + place.at - 1
    from unnest(${numbers}::bigint[]) with ordinality as place (number, at) where record.number = place.number`.execute(
    tx,
  )
}
