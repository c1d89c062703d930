import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from './index.ts'

/** Opens a PostgreSQL for reading: nothing is migrated, and the database refuses writes. `destroy` closes it. */
export function openReadOnly(url: string): Db & { destroy: () => Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c default_transaction_read_only=on' })
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}
