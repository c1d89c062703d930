import { systemClock } from '@dhow/platform/clock'
import { openLog } from '@dhow/platform/log'
import { exitWith, OperatorError } from '@dhow/platform/process'
import { readConfig } from './config.ts'
import { forgetReceipts } from './features/receipts/index.ts'
import { auditWriter } from './features/staff/index.ts'
import { openDatabase } from './platform/db/index.ts'
import { makeIds } from './platform/ids.ts'
import { systemRandom } from './platform/random.ts'
import { Refusal } from './platform/refusal.ts'
import { secretFields } from './platform/secret-fields.ts'

/** The program of `npm run log:forget`: forgets the receipts of the player whom its first argument names, for the reason in the second. */
async function main() {
  const config = readConfig(process.env)
  const [playerId, reason] = process.argv.slice(2)
  if (playerId === undefined || reason === undefined) throw new OperatorError('Name the player and the reason.')
  const log = openLog(config.logLevel, secretFields)
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl: ownerUrl, dataDir } = config
  const url = databaseDirectUrl ?? databaseUrl
  const db = await openDatabase({ url, ownerUrl, dataDir, log })
  const clock = systemClock()
  try {
    const audit = auditWriter({ id: makeIds(clock, systemRandom()), clock })
    const order = { playerId, operatorId: null, reason }
    const { entries, statements, shares } = await forgetReceipts({ platform: { db }, audit }, order).catch(refuse)
    process.stdout.write(
      `Forgotten of ${playerId}: salts of ${entries} entries, ${statements} signed statements, ${shares} shares of liabilities.\n`,
    )
  } finally {
    await db.close()
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new OperatorError(
    error.code === 'not_found'
      ? 'There is no such player.'
      : 'A posting of the player is not in the log yet; try again.',
  )
}

main().catch(exitWith)
