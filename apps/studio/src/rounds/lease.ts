import type { Query, Tx } from '../platform/db.ts'

/** Takes or renews a lease; answers whether this holder has it now. */
export async function takeLease(db: Query, name: string, holder: string, seconds: number): Promise<boolean> {
  const rows = await db.query(
    `insert into leases (name, holder, until) values ($1, $2, now() + make_interval(secs => $3))
     on conflict (name) do update set holder = $2, until = now() + make_interval(secs => $3)
       where leases.holder = $2 or leases.until < now()
     returning name`,
    [name, holder, seconds],
  )
  return rows.length === 1
}

/**
 * Makes a write fail whose writer lost its lease: a table has one writer. One whose time ran out on a machine that was too slow to
 * renew it is kept as long as nobody has taken it: the row's lock keeps it so until the write is done.
 */
export async function assertLease(tx: Tx, name: string, holder: string): Promise<void> {
  const rows = await tx.query('select 1 from leases where name = $1 and holder = $2 for share', [name, holder])
  if (rows.length !== 1) throw new Error(`the lease ${name} is lost`)
}

export async function dropLease(db: Query, name: string, holder: string): Promise<void> {
  await db.query('delete from leases where name = $1 and holder = $2', [name, holder])
}
