import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'

/**
 * Adds what the house's accounts moved since the last time to their sums. Only transfers of transactions that are older than every
 * open one are taken, so none can slip in behind the mark. One that looked before another server's and got the lock after it sees an older
 * "every open one": the mark stays where it is then, since going back would add what lies between a second time.
 */
export async function rollUp(tx: Tx) {
  await beginAnewAfterRestore(tx)
  await sql`
    with mark as (
      select up_to as since, greatest(up_to, pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as until
      from ledger.rollup for update
    ), moved as (
      select side.account, transfer.currency, sum(side.debit) as debit, sum(side.credit) as credit
      from mark, ledger.transfer transfer
      cross join lateral (values (transfer.debit, transfer.amount_minor, 0::bigint, transfer.debit_after),
                                 (transfer.credit, 0::bigint, transfer.amount_minor, transfer.credit_after)) as side (account, debit, credit, after)
      where side.after is null and transfer.written_by >= mark.since and transfer.written_by < mark.until
      group by side.account, transfer.currency
    ), summed as (
      insert into ledger.house_balance (account, currency, debit_minor, credit_minor)
      select account, currency, debit, credit from moved
      on conflict (account, currency) do update
      set debit_minor = ledger.house_balance.debit_minor + excluded.debit_minor,
          credit_minor = ledger.house_balance.credit_minor + excluded.credit_minor
    )
    update ledger.rollup set up_to = (select until from mark)`.execute(tx)
}

/**
 * A dump that was restored into another cluster brings a mark of transaction numbers that this cluster has not reached. The sums are added
 * up again from the beginning then; the transfers are all there. The mark is locked first, so that the numbers it is held against are newer.
 */
async function beginAnewAfterRestore(tx: Tx) {
  const { rows } = await sql<{ up_to: bigint }>`select up_to from ledger.rollup for update`.execute(tx)
  const upTo = rows[0]?.up_to ?? 0n
  const { rows: reached } = await sql<{ passed: boolean }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint < ${upTo} as passed`.execute(tx)
  if (!reached[0]?.passed) return
  await sql`delete from ledger.house_balance`.execute(tx)
  await sql`update ledger.rollup set up_to = 0`.execute(tx)
}
