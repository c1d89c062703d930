import { wait, type Timers } from '@dhow/platform/clock'
import type { LivenessLock, Query, Tx } from '../platform/db.ts'

/**
 * Takes or renews a lease; returns whether this holder has it. A holder with a liveness lock loses the lease at once when its process ends; any holder
 * loses it if it is not renewed in time.
 */
export async function takeLease(
  db: Query,
  name: string,
  holder: string,
  seconds: number,
  hasSign = false,
): Promise<boolean> {
  const rows = await db.query(
    `insert into leases (name, holder, until, has_sign) values ($1, $2, now() + make_interval(secs => $3), $4)
     on conflict (name) do update set holder = $2, until = now() + make_interval(secs => $3), has_sign = $4
       where leases.holder = $2 or leases.until < now()
         or (leases.has_sign and pg_try_advisory_xact_lock(hashtextextended(leases.holder, 0)))
     returning name`,
    [name, holder, seconds, hasSign],
  )
  return rows.length === 1
}

/** Pause between two tries for a lease whose holder shows no sign of life. */
const tryAgainMs = 250

/**
 * Waits until a lease may be free: its holder has ended or released it, or has not renewed it in time, which the database's clock decides. The caller then
 * tries to take it.
 */
export async function awaitLease(
  { db, clock, sign }: { db: Query; clock: Timers; sign: LivenessLock | undefined },
  name: string,
): Promise<void> {
  const [held] = await db.query<{ holder: string; has_sign: boolean; left_ms: number }>(
    `select holder, has_sign, (extract(epoch from until - now()) * 1000)::float8 as left_ms from leases where name = $1`,
    [name],
  )
  if (!held) return
  if (sign && held.has_sign && held.left_ms > 0) await sign.awaitRelease(held.holder, held.left_ms)
  else await wait(clock, tryAgainMs)
}

/**
 * Fails a write whose writer lost the lease: a table has one writer. An expired lease counts while nobody else has taken it; the row lock keeps it until
 * the write is done.
 */
export async function assertLease(tx: Tx, name: string, holder: string): Promise<void> {
  const rows = await tx.query('select 1 from leases where name = $1 and holder = $2 for share', [name, holder])
  if (rows.length !== 1) throw new Error(`the lease ${name} is lost`)
}

export async function dropLease(db: Query, name: string, holder: string): Promise<void> {
  await db.query('delete from leases where name = $1 and holder = $2', [name, holder])
}
