import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Calls read for a round; a round of a shared table has some for each player. */
const maxCalls = 200

/**
 * Rounds with a provider's id, one for each provider, with the time of the last call. Searches the call log, which has
 * an index by round; so a round is found as long as its calls are kept.
 */
export async function findRounds(db: Db, roundId: string, limit: number) {
  const { rows } = await sql<{ provider: string; at: Date }>`
    select provider_code as provider, max(at) as at from (
      select provider_code, at from gateway.call where round_id = ${roundId} order by at desc limit ${maxCalls}) as call
    group by provider_code order by provider_code limit ${limit}`.execute(db)
  return rows
}
