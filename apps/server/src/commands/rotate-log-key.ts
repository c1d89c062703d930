import { systemClock } from '@dhow/platform/clock'
import { OperatorError } from '@dhow/platform/process'
import { rotateLogKey } from '../features/receipts/index.ts'
import { systemRandom } from '../platform/random.ts'
import { openSecrets } from '../platform/secrets.ts'
import { withDatabase } from './with-database.ts'

/** Replaces the key of the public log that has this id. @throws OperatorError without an id */
export async function replaceLogKey([id]: readonly string[]): Promise<void> {
  if (id === undefined)
    throw new OperatorError('Name the key to replace by its id, the 8 digits in the last line of /log/keys.')
  await withDatabase(async ({ config, db, log }) => {
    const random = systemRandom()
    const platform = { db, clock: systemClock(), log }
    const key = await rotateLogKey({ platform, secrets: openSecrets(config.secretKey, random), random }, id)
    process.stdout.write(`The log is now signed by\n${key}\n`)
  })
}
