import { systemClock } from '@dhow/platform/clock'
import { OperatorError } from '@dhow/platform/process'
import { forgetReceipts } from '../features/receipts/index.ts'
import { auditWriter } from '../features/staff/index.ts'
import { makeIds } from '../platform/ids.ts'
import { systemRandom } from '../platform/random.ts'
import { Refusal } from '../platform/refusal.ts'
import { withDatabase } from './with-database.ts'

/**
 * Erases a player's receipts for a reason, for good. @throws OperatorError without both, without such a player, and
 * before the log has all of their postings
 */
export async function forgetPlayerReceipts([playerId, ...words]: readonly string[]): Promise<void> {
  if (playerId === undefined || words.length === 0)
    throw new OperatorError('Name the player by their id, and the reason.')
  const reason = words.join(' ')
  await withDatabase(async ({ db }) => {
    const clock = systemClock()
    const audit = auditWriter({ id: makeIds(clock, systemRandom()), clock })
    const order = { playerId, operatorId: null, reason }
    const { entries, statements, shares } = await forgetReceipts({ platform: { db }, audit }, order).catch(refuse)
    process.stdout.write(
      `Forgotten of ${playerId}: salts of ${entries} entries, ${statements} signed statements, ${shares} shares of liabilities.\n`,
    )
  })
}

function refuse(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new OperatorError(
    error.code === 'not_found'
      ? 'There is no such player.'
      : 'A posting of the player is not in the log yet; try again.',
  )
}
