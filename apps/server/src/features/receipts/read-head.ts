import type { Db } from '../../platform/db/index.ts'
import type { LogName } from './logs.ts'

/** A head of a log, with its cosignatures. */
export interface CosignedHead {
  size: number
  checkpoint: string
}

/**
 * The best head to prove an entry: the newest one with enough cosignatures if it covers the entry, else the newest of
 * all. Undefined before the log exists.
 */
export async function readBestHead(db: Db, log: LogName, leaf: number): Promise<CosignedHead | undefined> {
  const witnessed = await db
    .selectFrom('receipts.head')
    .select(['size', 'checkpoint'])
    .where('log', '=', log)
    .where('is_witnessed', '=', true)
    .where('size', '>', BigInt(leaf))
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return witnessed ? withCosignatures(db, log, witnessed) : readNewestHead(db, log)
}

/** The newest head. Undefined before the log exists. */
export async function readNewestHead(db: Db, log: LogName): Promise<CosignedHead | undefined> {
  const newest = await db
    .selectFrom('receipts.log')
    .select(['size', 'checkpoint'])
    .where('name', '=', log)
    .executeTakeFirst()
  return newest && withCosignatures(db, log, newest)
}

async function withCosignatures(
  db: Db,
  log: LogName,
  { size, checkpoint }: { size: bigint; checkpoint: string },
): Promise<CosignedHead> {
  const rows = await db
    .selectFrom('receipts.cosignature')
    .select('line')
    .where('log', '=', log)
    .where('size', '=', size)
    .orderBy('verifier_key')
    .execute()
  return { size: Number(size), checkpoint: checkpoint + rows.map(({ line }) => line).join('') }
}
