import { parseAmount } from '@dhow/contract/money'
import type { TournamentTerms } from '@dhow/contract/tournament-desk'
import type { Market } from '@dhow/contract/shapes'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TournamentRow } from './tables.ts'

const dayMs = 86_400_000
const maxDurationMs = 92 * dayMs
const beginsWithinMs = 90 * dayMs

const minorOf = (amount: string): bigint => {
  const minor = parseAmount(amount)
  if (minor === undefined || minor === 0n) throw new Refusal('amount_invalid')
  return minor
}

/** Sum of prizes in minor units; the drivers read `int8` arrays differently. */
export const totalOf = (prizes: readonly (bigint | string)[]): bigint =>
  prizes.reduce((sum: bigint, minor) => sum + BigInt(minor), 0n)

/** Prizes in minor units, and the budget that must cover them. @throws Refusal `amount_invalid` */
export function prizesOf({ prizes, budget }: Pick<TournamentTerms, 'prizes' | 'budget'>) {
  const minors = prizes.map(minorOf)
  return { prizesMinor: minors, totalMinor: totalOf(minors), budgetMinor: minorOf(budget) }
}

/** @throws Refusal `tournament_times` for an invalid start or end */
export function refuseTimes({ starts_at, ends_at }: Pick<TournamentRow, 'starts_at' | 'ends_at'>, now: Date): void {
  const [startMs, endMs, nowMs] = [starts_at.getTime(), ends_at.getTime(), now.getTime()]
  const isRight =
    endMs > nowMs && endMs > startMs && endMs - startMs <= maxDurationMs && startMs - nowMs <= beginsWithinMs
  // Its prizes can be given for a year.
  if (!isRight || nowMs - startMs > maxDurationMs) throw new Refusal('tournament_times')
}

/** @throws Refusal `tournament_game_unknown` */
export async function refuseGames(db: Db, games: readonly string[] | null, market: Market): Promise<void> {
  if (games === null) return
  const known = await db
    .selectFrom('catalog.games')
    .select(['id', 'markets'])
    .where('id', 'in', [...games])
    .where('enabled', '=', true)
    .execute()
  const offered = new Set(known.filter(({ markets }) => markets.includes(market)).map(({ id }) => id))
  if (games.some((id) => !offered.has(id))) throw new Refusal('tournament_game_unknown')
}

/**
 * Columns of a draft.
 * @throws Refusal `amount_invalid`, `tournament_points`, `tournament_budget_small`, `tournament_times`,
 * `tournament_game_unknown`
 */
export async function columnsOf(db: Db, terms: TournamentTerms, now: Date) {
  const { market, name, names, payout, points_by } = terms
  const { prizesMinor, totalMinor, budgetMinor } = prizesOf(terms)
  const isByMultiplier = points_by === 'multiplier'
  if (isByMultiplier ? terms.best_rounds === null : terms.unit === null || terms.day_cap === null)
    throw new Refusal('tournament_points')
  const games = terms.games === null ? null : [...new Set(terms.games)]
  const times = { starts_at: new Date(terms.starts_at), ends_at: new Date(terms.ends_at) }
  const columns = {
    ...{ market, name, games, payout, points_by, ...times },
    names: JSON.stringify(Object.fromEntries(Object.entries(names).filter(([, one]) => one !== ''))),
    best_rounds: isByMultiplier ? terms.best_rounds : null,
    unit_minor: isByMultiplier || terms.unit === null ? null : minorOf(terms.unit),
    day_cap: isByMultiplier ? null : terms.day_cap,
    least_stake_minor: minorOf(terms.least_stake),
    prizes_minor: prizesMinor.map(String),
    budget_minor: budgetMinor,
  }
  refuseTimes(times, now)
  if (totalMinor > budgetMinor) throw new Refusal('tournament_budget_small')
  await refuseGames(db, games, market)
  return columns
}
