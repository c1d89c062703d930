import type { Db } from '../../platform/db/index.ts'

/** Names of the files of all screenshots that were sent for deposits. */
export async function namedProofs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('deposits.proof').select('file').execute()
  return rows.map(({ file }) => file)
}
