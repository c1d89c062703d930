import { sql } from 'kysely'
import type { Currency } from '@dhow/contract/money'
import type { Db } from '../../platform/db/index.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import { required } from '../../platform/required.ts'

const dayMs = 86_400_000

export interface Played {
  /** Without returned stakes. */
  stakedMinor: bigint
  wonMinor: bigint
}

/**
 * Stakes and wins of a player in the rounds begun since each instant, and in all, in minor units; exact at any time.
 * Whole days use stored sums; only rounds of the day of an instant are added one by one.
 */
export async function playedSince(
  db: Db,
  playerId: string,
  instants: readonly Date[],
): Promise<{ since: Played[]; all: Played; rounds: number }> {
  const since = instants.map((at, index) => {
    const nextDay = new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs)
    return sql`(${index}::integer, ${at}::timestamptz, ${nextDay}::timestamptz, ${smallestIdAt('rnd', at)}::text, ${smallestIdAt('rnd', nextDay)}::text)`
  })
  const { rows } = await sql<Record<'place' | 'staked' | 'won' | 'all_staked' | 'all_won' | 'rounds', string>>`
    with part as materialized (select day_utc as day, staked_minor as staked, won_minor as paid from gateway.round_day where player_id = ${playerId})
    select since.place::text, (edge.staked + whole.staked)::text as staked, (edge.paid + whole.paid)::text as won,
      all_days.staked::text as all_staked, all_days.paid::text as all_won, count.rounds::text as rounds
    from (values ${sql.join(since)}) as since (place, at, next_day, first_id, end_id)
    cross join lateral (
      select coalesce(sum(stake_minor - returned_minor), 0) as staked, coalesce(sum(payout_minor), 0) as paid from gateway.game_round_in_order
      where player_id = ${playerId} and id >= since.first_id and id < since.end_id
        and started_at >= since.at and started_at < since.next_day
    ) edge
    cross join lateral (
      select coalesce(sum(staked), 0) as staked, coalesce(sum(paid), 0) as paid from part
      where day >= (since.next_day at time zone 'UTC')::date
    ) whole
    cross join (select coalesce(sum(staked), 0) as staked, coalesce(sum(paid), 0) as paid from part) all_days
    cross join (select count(*) as rounds from gateway.game_round_in_order where player_id = ${playerId}) count
    order by since.place`.execute(db)
  const first = required(rows[0], 'the row of the first round')
  return {
    since: rows.map((row) => ({ stakedMinor: BigInt(row.staked), wonMinor: BigInt(row.won) })),
    all: { stakedMinor: BigInt(first.all_staked), wonMinor: BigInt(first.all_won) },
    rounds: Number(first.rounds),
  }
}

/** Stakes and wins by day of the player's market, `2026-11-24`, in the rounds begun since an instant. */
export async function playedByDay(
  db: Db,
  { playerId, currency }: { playerId: string; currency: Currency },
  since: Date,
): Promise<(Played & { day: string })[]> {
  const { rows } = await sql<{ day: string; staked: string; won: string }>`
    select limits.day(${currency}, started_at)::text as day, sum(stake_minor - returned_minor)::text as staked, sum(payout_minor)::text as won
    from gateway.game_round_in_order where player_id = ${playerId} and id >= ${smallestIdAt('rnd', since)} and started_at >= ${since}
    group by 1`.execute(db)
  return rows.map(({ day, staked, won }) => ({ day, stakedMinor: BigInt(staked), wonMinor: BigInt(won) }))
}
