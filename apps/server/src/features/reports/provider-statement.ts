import { formatDecimal } from '@dhow/contract/money'
import type { BodyOf, QueryOf, ReplyOf } from '@dhow/contract/operation'
import { providerFigures, type compareProvider, type staffProviderStatement } from '@dhow/contract/report-statements'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { UploadedFile } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dayIn, markets } from '../portal/index.ts'
import { compareGames, readProviderFile } from './compare-games.ts'
import { periodOf, type Period } from './days.ts'
import { feeReply, feeRowsOf, sumOfFees } from './fee-rows.ts'
import { providerOf } from './figures.ts'
import type { ReportParts } from './parts.ts'
import { definitionsTable, type TablesFile } from './report-tables.ts'
import { readMovements, readRates } from './store.ts'

type Statement = Omit<ReplyOf<typeof staffProviderStatement>, 'status'>

interface PlayRow {
  rounds: bigint
  stake_minor: bigint
  won_minor: bigint
  rollbacks: bigint
  rolled_back_minor: bigint
}

const none: PlayRow = { rounds: 0n, stake_minor: 0n, won_minor: 0n, rollbacks: 0n, rolled_back_minor: 0n }

/**
 * Statement of a provider, as an invoice that can be held against theirs.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readProviderStatement(
  parts: ReportParts,
  query: QueryOf<typeof staffProviderStatement>,
): Promise<Statement> {
  const { market } = query
  const { timezone, currency } = markets[market]
  const today = dayIn(timezone, parts.platform.clock.now())
  const period = periodOf(query, timezone, parts.platform.clock.now())
  const providers = await playedProviders(parts, market)
  const provider = query.provider ?? providers[0] ?? ''
  const games = await readGames(parts, market, provider, period)
  const total = games.reduce<PlayRow>(added, none)
  const movements = (await readMovements(parts, market, period)).filter((row) => providerOf(row) === provider)
  const fees = feeRowsOf('provider', provider, movements, await readRates(parts, market))
  return {
    ...{ market, currency, today, ...period, provider, providers },
    number: ['PS', market, provider, period.from.replaceAll('-', ''), period.to.replaceAll('-', '')].join('-'),
    games: games.map(({ game_id, name, ...row }) => ({ game_id, name, ...playReply(row) })),
    total: playReply(total),
    fees: fees.map(feeReply),
    fee: formatDecimal(sumOfFees(fees)),
  }
}

const playReply = (row: PlayRow) => ({
  rounds: Number(row.rounds),
  stakes: formatDecimal(row.stake_minor),
  wins: formatDecimal(row.won_minor),
  ggr: formatDecimal(row.stake_minor - row.won_minor),
  rollbacks: Number(row.rollbacks),
  rolled_back: formatDecimal(row.rolled_back_minor),
})

const added = (sum: PlayRow, row: PlayRow): PlayRow => ({
  rounds: sum.rounds + row.rounds,
  stake_minor: sum.stake_minor + row.stake_minor,
  won_minor: sum.won_minor + row.won_minor,
  rollbacks: sum.rollbacks + row.rollbacks,
  rolled_back_minor: sum.rolled_back_minor + row.rolled_back_minor,
})

async function playedProviders({ platform: { db } }: ReportParts, market: Market): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    select distinct provider from reports.game_day where market = ${market} order by provider`.execute(db.kysely)
  return rows.map(({ provider }) => provider)
}

async function readGames({ platform: { db } }: ReportParts, market: Market, provider: string, { from, to }: Period) {
  const { rows } = await sql<PlayRow & { game_id: string; name: string }>`
    select played.game_id, coalesce(game.name, nullif(played.game_id, ''), '–') as name, rounds, stake_minor, won_minor, rollbacks, rolled_back_minor
    from (
      select game_id, sum(rounds)::bigint as rounds, sum(stake_minor)::bigint as stake_minor, sum(won_minor)::bigint as won_minor,
        sum(rollbacks)::bigint as rollbacks, sum(rolled_back_minor)::bigint as rolled_back_minor
      from reports.game_day
      where market = ${market} and provider = ${provider} and not is_test and day between ${from}::date and ${to}::date
      group by game_id
      having sum(rounds) <> 0 or sum(stake_minor) <> 0 or sum(won_minor) <> 0 or sum(rollbacks) <> 0
    ) played left join catalog.games game on game.id = played.game_id
    order by name, game_id`.execute(db.kysely)
  return rows
}

/** The same as tables of a file. @throws Refusal as `readProviderStatement` */
export async function providerStatementTables(
  parts: ReportParts,
  query: QueryOf<typeof staffProviderStatement>,
): Promise<TablesFile> {
  const statement = await readProviderStatement(parts, query)
  const { total } = statement
  const rowOf = (row: Omit<Statement['games'][number], 'game_id' | 'name'>) => [
    ...[String(row.rounds), row.stakes, row.wins, row.ggr, String(row.rollbacks), row.rolled_back],
  ]
  return {
    name: `dhow-${statement.number}`,
    tables: [
      {
        name: 'Statement',
        columns: [
          ['Number', 'text'],
          ['Provider', 'text'],
          ['Currency', 'text'],
          ['First day', 'text'],
          ['Last day', 'text'],
        ],
        rows: [[statement.number, statement.provider, statement.currency, statement.from, statement.to]],
      },
      {
        name: 'Games',
        columns: [
          ['Game', 'text'],
          ['Name', 'text'],
          ['Rounds', 'count'],
          ['Stakes', 'money'],
          ['Wins', 'money'],
          ['GGR', 'money'],
          ['Rollbacks', 'count'],
          ['Stakes rolled back', 'money'],
        ],
        rows: [
          ...statement.games.map((row) => [row.game_id, row.name, ...rowOf(row)]),
          ['total', 'Total', ...rowOf(total)],
        ],
      },
      {
        name: 'Fees',
        columns: [
          ['From', 'text'],
          ['Share of', 'text'],
          ['Rate %', 'money'],
          ['Base', 'money'],
          ['Fee', 'money'],
        ],
        rows: [
          ...statement.fees.map((row) => [
            row.from_day,
            row.base,
            percentText(row.basis_points),
            row.base_amount,
            row.fee,
          ]),
          ['total', null, null, null, statement.fee],
        ],
      },
      definitionsTable(providerFigures),
    ],
  }
}

/** Hundredths of a percent as percent: `12.50`. */
export const percentText = (basisPoints: number): string => formatDecimal(BigInt(basisPoints))

/** Rows of the provider's own statement that differ from ours. @throws Refusal `provider_file_unreadable`, and as `readProviderStatement` */
export async function compareWithProvider(
  parts: ReportParts,
  asked: BodyOf<typeof compareProvider>,
  file: UploadedFile | undefined,
) {
  if (!file) throw new Refusal('provider_file_unreadable')
  const statement = await readProviderStatement(parts, asked)
  const theirs = readProviderFile(file.bytes)
  return {
    number: statement.number,
    rows: theirs.length,
    differences: compareGames(statement.games, theirs),
  }
}
