import type { WitnessFault } from '@dhow/contract/service-text-params'
import { sql } from 'kysely'
import { isQuorumReached, type Policy } from '@dhow/receipts/policy'
import { formatVerifierKey } from '@dhow/receipts/verifier-key'
import type { Database, Db, Tx } from '../../../platform/db/index.ts'
import type { LogName } from '../logs.ts'

/** How long a head is kept that is not the newest one with enough cosignatures: a slow witness may still cosign it. */
const keptMs = 600_000

/** A witness of a log. */
export interface WitnessOfLog {
  log: LogName
  key: string
}

/** A process's turn to ask a witness about the newest head. */
export interface Turn {
  /** Size that the witness has cosigned, as far as known. */
  size: number
  failures: number
  head: { size: number; checkpoint: string }
}

/** Inserts a witness's row, once the log exists. */
export const addWitness = (db: Db, { log, key }: WitnessOfLog, now: Date) =>
  sql`insert into receipts.witness (log, verifier_key, next_at)
    select name, ${key}, ${now} from receipts.log where name = ${log} on conflict do nothing`.execute(db)

/**
 * Takes the turn, unless the witness has cosigned the newest head, or must not be asked yet. No other process gets it
 * until the given moment.
 */
export async function takeTurn(
  db: Db,
  { log, key }: WitnessOfLog,
  { now, until }: { now: Date; until: Date },
): Promise<Turn | undefined> {
  const { rows } = await sql<{ size: bigint; failures: number; head_size: bigint; checkpoint: string }>`
    update receipts.witness as witness set next_at = ${until} from receipts.log
    where log.name = witness.log and witness.log = ${log} and witness.verifier_key = ${key} and witness.next_at <= ${now} and log.size > 0
      and not exists (
        select from receipts.cosignature as own where own.log = witness.log and own.size = log.size and own.verifier_key = witness.verifier_key
      )
    returning witness.size, witness.failures, log.size as head_size, log.checkpoint`.execute(db)
  const [row] = rows
  return (
    row && {
      size: Number(row.size),
      failures: row.failures,
      head: { size: Number(row.head_size), checkpoint: row.checkpoint },
    }
  )
}

/** Stores a cosignature and whether there are enough of them, and allows the next question to the witness. */
export async function keepCosignature(
  db: Database,
  { log, key }: WitnessOfLog,
  { head, line, policy, now }: { head: Turn['head']; line: string; policy: Policy; now: Date },
) {
  const size = BigInt(head.size)
  await db.transaction(async (tx) => {
    // Another witness's cosignature of the same head waits here, so that one of the two sees both.
    await tx
      .insertInto('receipts.head')
      .values({ log, size, checkpoint: head.checkpoint, is_witnessed: false, kept_at: now })
      .onConflict((conflict) => conflict.columns(['log', 'size']).doUpdateSet({ checkpoint: head.checkpoint }))
      .execute()
    await tx
      .insertInto('receipts.cosignature')
      .values({ log, size, verifier_key: key, line })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const signed = await tx
      .selectFrom('receipts.cosignature')
      .select('verifier_key')
      .where('log', '=', log)
      .where('size', '=', size)
      .execute()
    const names = new Set(signed.map(({ verifier_key }) => verifier_key))
    const signedBy = policy.witnesses.map((witness) => witness.key).filter((one) => names.has(formatVerifierKey(one)))
    if (isQuorumReached(policy.quorum, signedBy))
      await tx
        .updateTable('receipts.head')
        .set({ is_witnessed: true })
        .where('log', '=', log)
        .where('size', '=', size)
        .execute()
    await tx
      .updateTable('receipts.witness')
      .set({ size, next_at: now, cosigned_at: now, failures: 0, fault: null })
      .where('log', '=', log)
      .where('verifier_key', '=', key)
      .execute()
    await deleteOldHeads(tx, log, new Date(now.getTime() - keptMs))
  })
}

const deleteOldHeads = (tx: Tx, log: LogName, before: Date) =>
  sql`delete from receipts.head where log = ${log} and kept_at < ${before}
    and size is distinct from (select max(size) from receipts.head where log = ${log} and is_witnessed)`.execute(tx)

/** Stores why a witness gave no cosignature, the size that it named, and when it is asked again. */
export const keepFault = (
  db: Db,
  { log, key }: WitnessOfLog,
  { fault, size, failures, nextAt }: { fault: WitnessFault; size: number; failures: number; nextAt: Date },
) =>
  db
    .updateTable('receipts.witness')
    .set({ fault, size: BigInt(size), failures, next_at: nextAt })
    .where('log', '=', log)
    .where('verifier_key', '=', key)
    .execute()
