import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** So many of a round's calls are read: a round of a shared table has some for each of its players. */
const callsAtMost = 200

/**
 * Rounds of a provider's id, one for each provider that has it, with the time of its last call. The log of calls is asked, as it has an index
 * by round; so a round is found for as long as the log keeps its calls.
 */
export async function findRounds(db: Db, roundId: string, limit: number) {
  const { rows } = await sql<{ provider: string; at: Date }>`
    select provider_code as provider, max(at) as at from (
      select provider_code, at from gateway.call where round_id = ${roundId} order by at desc limit ${callsAtMost}) as call
    group by provider_code order by provider_code limit ${limit}`.execute(db)
  return rows
}
