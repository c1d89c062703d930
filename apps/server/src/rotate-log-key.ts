import { systemClock } from '@dhow/platform/clock'
import { openLog } from '@dhow/platform/log'
import { exitWith } from '@dhow/platform/process'
import { readConfig } from './config.ts'
import { rotateLogKey } from './features/receipts/index.ts'
import { openDatabase } from './platform/db/index.ts'
import { systemRandom } from './platform/random.ts'
import { secretFields } from './platform/secret-fields.ts'
import { openSecrets } from './platform/secrets.ts'

/** The program of `npm run log:key`: replaces the key of the public log that its one argument names. */
async function main() {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel, secretFields)
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl: ownerUrl, dataDir } = config
  const url = databaseDirectUrl ?? databaseUrl
  const db = await openDatabase({ url, ownerUrl, dataDir, log })
  const random = systemRandom()
  try {
    const platform = { db, clock: systemClock(), log }
    const secrets = openSecrets(config.secretKey, random)
    const key = await rotateLogKey({ platform, secrets, random }, process.argv[2] ?? '')
    process.stdout.write(`The log is now signed by\n${key}\n`)
  } finally {
    await db.close()
  }
}

main().catch(exitWith)
