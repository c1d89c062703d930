import { sql } from 'kysely'
import type { Currency } from '@dhow/contract/money'
import type { Db } from '../../platform/db/index.ts'
import type { ProviderHour } from './provider-hour.ts'

/** Replaces one process's sums for a provider and currency in an hour. */
export async function saveHour(
  db: Db,
  { provider, currency, at, process }: { provider: string; currency: Currency; at: Date; process: string },
  counted: ProviderHour,
) {
  const values = {
    bets: counted.bets,
    staked_minor: counted.stakedMinor.toString(),
    stake_squares: counted.stakeSquares.toString(),
    wins: counted.wins,
    won_minor: counted.wonMinor.toString(),
    win_squares: counted.winSquares.toString(),
  }
  await db
    .insertInto('gateway.provider_hour')
    .values({ provider_code: provider, currency, hour: at, process, ...values })
    .onConflict((conflict) => conflict.columns(['provider_code', 'currency', 'hour', 'process']).doUpdateSet(values))
    .execute()
}

/** Sums of an hour over all other processes. */
export async function sumOtherProcesses(
  db: Db,
  { at, process }: { at: Date; process: string },
): Promise<{ provider: string; currency: Currency; hour: ProviderHour }[]> {
  const rows = await db
    .selectFrom('gateway.provider_hour')
    .select(['provider_code', 'currency', ...sumColumns])
    .where('hour', '=', at)
    .where('process', '<>', process)
    .groupBy(['provider_code', 'currency'])
    .execute()
  return rows.map((row) => ({ provider: row.provider_code, currency: row.currency, hour: hourOfRow(row) }))
}

export async function forgetHours(db: Db, before: Date) {
  await db.deleteFrom('gateway.provider_hour').where('hour', '<', before).execute()
}

const sumColumns = [
  sql<string>`sum(bets)::text`.as('bets'),
  sql<string>`sum(staked_minor)::text`.as('staked'),
  sql<string>`sum(stake_squares)::text`.as('stake_squares'),
  sql<string>`sum(wins)::text`.as('wins'),
  sql<string>`sum(won_minor)::text`.as('won'),
  sql<string>`sum(win_squares)::text`.as('win_squares'),
]

const hourOfRow = (
  row: Record<'bets' | 'staked' | 'stake_squares' | 'wins' | 'won' | 'win_squares', string>,
): ProviderHour => ({
  bets: BigInt(row.bets),
  stakedMinor: BigInt(row.staked),
  stakeSquares: BigInt(row.stake_squares),
  wins: BigInt(row.wins),
  wonMinor: BigInt(row.won),
  winSquares: BigInt(row.win_squares),
})
