import { sql } from 'kysely'
import { keysOf } from '@dhow/contract/keys-of'
import { markets } from '../portal/index.ts'
import type { ReportParts } from './parts.ts'

const codes = keysOf(markets)

/** Markets with their currencies and time zones, as three lists of the database. */
export const marketLists = sql`${codes}::text[], ${codes.map((code) => markets[code].currency)}::text[], ${codes.map((code) => markets[code].timezone)}::text[]`

/** Adds what moved in the ledger since the last time to the sums of its days. */
export async function rollUpReports({ platform: { db, clock } }: ReportParts): Promise<void> {
  await sql`select reports.roll_up(${marketLists}, ${clock.now()})`.execute(db.kysely)
}
