import { sql } from 'kysely'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'

const eachMs = 3_600_000
const dayMs = 86_400_000
/** Small enough that nobody waits for the deletion. */
const atOnce = 10_000

/**
 * Deletes old entries of the call log, which is for support and grows with every bet; the ledger and the transactions
 * are permanent.
 */
export function startCallLogRetention({ db, clock, log, jobs, config }: Platform) {
  const forget = async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - config.gatewayCallDays * dayMs)
    for (let gone = atOnce; gone === atOnce;) {
      const { numAffectedRows = 0n } = await sql`delete from gateway.call where ctid = any (array(
        select ctid from gateway.call where at < ${before} order by at limit ${atOnce}))`.execute(db.kysely)
      gone = Number(numAffectedRows)
    }
  }
  return { forget, stop: every({ clock, log, jobs }, 'gateway-calls', eachMs, forget) }
}
