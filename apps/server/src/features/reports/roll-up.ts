import { sql } from 'kysely'
import { keysOf } from '@dhow/contract/keys-of'
import { markets } from '../portal/index.ts'
import type { ReportParts } from './parts.ts'

const codes = keysOf(markets)

/** Markets with their currencies and time zones, as three PostgreSQL arrays. */
export const marketLists = sql`${codes}::text[], ${codes.map((code) => markets[code].currency)}::text[], ${codes.map((code) => markets[code].timezone)}::text[]`

const paymentsAtOnce = 10_000

/** Adds the ledger's new movements to the daily sums, reads changed payments, and sums visits of past days. */
export async function rollUpReports({ platform: { db, clock } }: Pick<ReportParts, 'platform'>): Promise<void> {
  await sql`select reports.roll_up(${marketLists}, ${clock.now()})`.execute(db.kysely)
  for (let taken = paymentsAtOnce; taken === paymentsAtOnce;) {
    const { rows } = await sql<{ taken: number }>`
      select reports.roll_up_payments(${paymentsAtOnce}, ${marketLists}) as taken`.execute(db.kysely)
    taken = rows[0]?.taken ?? 0
  }
  await sql`select reports.roll_up_visits(${clock.now()}, ${marketLists})`.execute(db.kysely)
}
