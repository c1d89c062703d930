import { sql } from 'kysely'
import { OperatorError } from '@dhow/platform/process'
import type { Db } from './index.ts'
import { required } from '../required.ts'

/** Durability settings of PostgreSQL; with one of them off, a power cut may lose acknowledged money. */
export interface Durability {
  fsync: string
  synchronous_commit: string
  full_page_writes: string
}

export async function readDurability(db: Db): Promise<Durability> {
  const { rows } = await sql<Durability>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
           current_setting('full_page_writes') as full_page_writes`.execute(db)
  return required(rows[0], 'the row of the settings')
}

/** Names of the settings that are off. */
export const notDurable = (durability: Durability): string[] =>
  Object.entries(durability).flatMap(([name, value]) => (value === 'off' ? [name] : []))

/** @throws OperatorError if the database acknowledges commits that a power cut would undo */
export async function refuseNonDurableDatabase(db: Db) {
  const off = notDurable(await readDurability(db))
  if (off.length > 0)
    throw new OperatorError(
      `Live mode needs a PostgreSQL that keeps what it has acknowledged: switch ${off.join(', ')} on.`,
    )
}
