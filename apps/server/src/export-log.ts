import { resolve } from 'node:path'
import { openLog } from '@dhow/platform/log'
import { exitWith, OperatorError } from '@dhow/platform/process'
import { readConfig } from './config.ts'
import { exportLogs } from './features/receipts/index.ts'
import { openDatabase } from './platform/db/index.ts'
import { secretFields } from './platform/secret-fields.ts'

/** The program of `npm run log:export`: writes the public log into the folder that its one argument names. */
async function main() {
  const config = readConfig(process.env)
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new OperatorError('Name the folder that gets the files of the log.')
  const log = openLog(config.logLevel, secretFields)
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl: ownerUrl, dataDir } = config
  const url = databaseDirectUrl ?? databaseUrl
  const db = await openDatabase({ url, ownerUrl, dataDir, log })
  try {
    const { size, written } = await exportLogs(db.kysely, resolve(folder))
    process.stdout.write(`${resolve(folder)} has the log up to its entry ${size}; ${written} files were written.\n`)
  } finally {
    await db.close()
  }
}

main().catch(exitWith)
