import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'

/** Records per batch. */
const recordsABatch = 256

/** A public text for the log, with a key unique within its kind. */
export interface LogRecord {
  kind: 'liabilities' | 'commitment'
  key: string
  text: string
}

/** The log's entry for a record: the SHA-256 of its text. */
export const recordCommitment = (text: string): Uint8Array => hash('sha256', text, 'buffer')

/** Queues a record for the log. Undefined if its kind already has this key: a key has only one text. */
export async function addRecord(tx: Tx, record: LogRecord, at: Date): Promise<bigint | undefined> {
  const made = await tx
    .insertInto('receipts.record')
    .values({ ...record, made_at: at, leaf: null })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('number')
    .executeTakeFirst()
  return made?.number
}

/** Records not in the log yet, in order. */
export const readWaitingRecords = (db: Db) =>
  db
    .selectFrom('receipts.record')
    .select(['number', 'text'])
    .where('leaf', 'is', null)
    .orderBy('number')
    .limit(recordsABatch)
    .execute()

/** Stores the positions of sequenced records, from an index of the log on. */
export async function placeRecords(tx: Tx, firstLeaf: number, records: readonly { number: bigint }[]) {
  const numbers = records.map(({ number }) => String(number))
  await sql`
    update receipts.record set leaf = ${firstLeaf}::bigint + place.at - 1
    from unnest(${numbers}::bigint[]) with ordinality as place (number, at) where record.number = place.number`.execute(
    tx,
  )
}
