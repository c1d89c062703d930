import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Period } from './days.ts'
import { feeReply, feeRowsOf, sumOfFees } from './fee-rows.ts'
import { providerOf } from './figures.ts'
import type { ReportParts } from './parts.ts'
import {
  correctionsOf,
  hashOf,
  nextFrom,
  readCorrectionsStored,
  readGamesStored,
  type ClosedStatement,
  type GamePlay,
  type PlayRow,
  type StatementContent,
  type StoredCorrection,
  type StoredGame,
} from './statement-content.ts'
import { readMovements, readRates } from './store.ts'

/** Providers ever played in a market. */
export async function playedProviders({ platform: { db } }: ReportParts, market: Market): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    select distinct provider from reports.game_day where market = ${market} order by provider`.execute(db.kysely)
  return rows.map(({ provider }) => provider)
}

interface StoredRow extends Period {
  number: string
  sha256: string | null
  closed_at: Date
  games: StoredGame[]
  fees: StatementContent['fees']
  fee_minor: bigint
  corrections: StoredCorrection[]
}

/** A closed statement with the hash that its row keeps; one that was closed before there was a hash has none. */
export type KeptStatement = ClosedStatement & { sha256: string | null }

/** @throws Refusal `provider_statement_altered` if a row was changed after closing */
export function refuseAltered(statement: KeptStatement) {
  if (statement.sha256 !== null && statement.sha256 !== hashOf(statement))
    throw new Refusal('provider_statement_altered', { data: { number: statement.number } })
}

/** A provider's closed statements, oldest first. */
export async function readClosed(db: Db, market: Market, provider: string): Promise<KeptStatement[]> {
  const { rows } = await sql<StoredRow>`
    select number, from_day::text as "from", to_day::text as "to", closed_at, games, fees, fee_minor, corrections, sha256 from reports.provider_statement
    where market = ${market} and provider = ${provider} order by from_day`.execute(db)
  return rows.map(({ number, from, to, closed_at, games, fees, fee_minor, corrections, sha256 }) => ({
    ...{ number, market, provider, from, to, closedAt: closed_at, fees, feeMinor: fee_minor, sha256 },
    games: readGamesStored(games),
    corrections: readCorrectionsStored(corrections),
  }))
}

/** Current figures of a period, with corrections of earlier statements if it is the next one. */
export async function countPeriod(
  parts: ReportParts,
  market: Market,
  provider: string,
  period: Period,
  closed: readonly ClosedStatement[],
): Promise<StatementContent> {
  const games = await readGames(parts, market, provider, period)
  const fees = await feesIn(parts, market, provider, period)
  const isNext = nextFrom(closed) === period.from
  return {
    games,
    fees: fees.map(feeReply),
    feeMinor: sumOfFees(fees),
    corrections: isNext ? correctionsOf(closed, await readCurrent(parts, market, provider, closed)) : [],
  }
}

async function feesIn(parts: ReportParts, market: Market, provider: string, period: Period) {
  const movements = (await readMovements(parts, market, period)).filter((row) => providerOf(row) === provider)
  return feeRowsOf('provider', provider, movements, await readRates(parts, market))
}

const sums = sql`
  sum(played.rounds)::bigint as rounds, sum(played.stake_minor)::bigint as stake_minor, sum(played.won_minor)::bigint as won_minor,
  sum(played.rollbacks)::bigint as rollbacks, sum(played.rolled_back_minor)::bigint as rolled_back_minor`

async function readGames({ platform: { db } }: ReportParts, market: Market, provider: string, { from, to }: Period) {
  const { rows } = await sql<GamePlay>`
    select sums.game_id, coalesce(game.name, nullif(sums.game_id, ''), '–') as name, rounds, stake_minor, won_minor, rollbacks, rolled_back_minor
    from (
      select played.game_id, ${sums} from reports.game_day played
      where market = ${market} and provider = ${provider} and not is_test and day between ${from}::date and ${to}::date
      group by 1
      having sum(rounds) <> 0 or sum(stake_minor) <> 0 or sum(won_minor) <> 0 or sum(rollbacks) <> 0
    ) sums left join catalog.games game on game.id = sums.game_id
    order by name, sums.game_id`.execute(db.kysely)
  return rows
}

/** Current figures of each closed statement's days. */
async function readCurrent(parts: ReportParts, market: Market, provider: string, closed: readonly ClosedStatement[]) {
  const { rows } = await sql<PlayRow & { number: string; game_id: string; name: string }>`
    select statement.number, played.game_id, coalesce(min(game.name), nullif(played.game_id, ''), '–') as name, ${sums}
    from reports.provider_statement statement
    join reports.game_day played on played.market = statement.market and played.provider = statement.provider and not played.is_test
      and played.day between statement.from_day and statement.to_day
    left join catalog.games game on game.id = played.game_id
    where statement.market = ${market} and statement.provider = ${provider} group by 1, 2`.execute(
    parts.platform.db.kysely,
  )
  const whole = { from: closed[0]?.from ?? '', to: closed.at(-1)?.to ?? '' }
  const movements = (await readMovements(parts, market, whole)).filter((row) => providerOf(row) === provider)
  const rates = await readRates(parts, market)
  return new Map(
    closed.map(({ number, from, to }) => {
      const own = movements.filter(({ day }) => day >= from && day <= to)
      const games = rows.filter((row) => row.number === number)
      return [number, { games, feeMinor: sumOfFees(feeRowsOf('provider', provider, own, rates)) }]
    }),
  )
}
