import { openLog } from '@dhow/platform/log'
import { readConfig, type Config } from '../config.ts'
import { openDatabase, type Database } from '../platform/db/index.ts'
import { secretFields } from '../platform/secret-fields.ts'

/** Opens the database of the server's settings for some work, and closes it. @throws whatever the work throws */
export async function withDatabase<Result>(
  work: (parts: { config: Config; db: Database; log: ReturnType<typeof openLog> }) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel, secretFields)
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl: ownerUrl, dataDir } = config
  const db = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, ownerUrl, dataDir, log })
  try {
    return await work({ config, db, log })
  } finally {
    await db.close()
  }
}
