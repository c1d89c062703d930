import type { Db } from '../../platform/db/index.ts'

/** File names of all deposits' screenshots. */
export async function namedProofs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('deposits.proof').select('file').execute()
  return rows.map(({ file }) => file)
}
