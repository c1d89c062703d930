import { formatDecimal } from '@dhow/contract/money'
import type { BodyOf, QueryOf, ReplyOf } from '@dhow/contract/operation'
import { providerFigures, type compareProvider, type staffProviderStatement } from '@dhow/contract/report-statements'
import type { UploadedFile } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dayIn, markets } from '../portal/index.ts'
import { compareGames, readProviderFile } from './compare-games.ts'
import { periodOf } from './days.ts'
import type { ReportParts } from './parts.ts'
import { definitionsTable, type ReportTable, type TablesFile } from './report-tables.ts'
import {
  addedPlay,
  amountDueMinor,
  gameReply,
  hashOf,
  nextFrom,
  noPlay,
  playReply,
  type PlayRow,
} from './statement-content.ts'
import { countPeriod, playedProviders, readClosed, refuseAltered } from './statement-store.ts'

type Statement = Omit<ReplyOf<typeof staffProviderStatement>, 'status'>

/**
 * A provider's statement, in the form of an invoice: as stored if its period is closed, else current.
 * @throws Refusal `report_backwards`, `report_too_long`, `provider_statement_altered`
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
  const closed = await readClosed(parts.platform.db.kysely, market, provider)
  const stored = closed.find(({ from, to }) => from === period.from && to === period.to)
  if (stored) refuseAltered(stored)
  const content = stored ?? (await countPeriod(parts, market, provider, period, closed))
  return {
    ...{ market, currency, today, ...period, provider, providers },
    ...{ number: stored?.number ?? null, closed_at: stored?.closedAt.toISOString() ?? null },
    sha256: stored ? hashOf(stored) : null,
    games: content.games.map(gameReply),
    total: playReply(content.games.reduce<PlayRow>((sum, row) => addedPlay(sum, row), noPlay)),
    fees: [...content.fees],
    fee: formatDecimal(content.feeMinor),
    corrections: content.corrections.map(({ number, from, to, games, feeMinor }) => ({
      ...{ number, from, to, games: games.map(gameReply), fee: formatDecimal(feeMinor) },
    })),
    due: formatDecimal(amountDueMinor(content)),
    statements: closed.toReversed().map((one) => ({
      ...{ number: one.number, from: one.from, to: one.to, closed_at: one.closedAt.toISOString() },
      due: formatDecimal(amountDueMinor(one)),
    })),
    next_from: nextFrom(closed) ?? null,
  }
}

/** The statement as tables of a file. @throws Refusal as `readProviderStatement` */
export async function providerStatementTables(
  parts: ReportParts,
  query: QueryOf<typeof staffProviderStatement>,
): Promise<TablesFile> {
  const statement = await readProviderStatement(parts, query)
  const { total } = statement
  return {
    name: `dhow-${statement.number ?? ['draft', statement.market, statement.provider, statement.from, statement.to].join('-')}`,
    tables: [
      {
        name: 'Statement',
        columns: [
          ['Number', 'text'],
          ['Provider', 'text'],
          ['Currency', 'text'],
          ['First day', 'text'],
          ['Last day', 'text'],
          ['SHA-256', 'text'],
        ],
        rows: [
          [
            ...[statement.number ?? 'draft', statement.provider, statement.currency, statement.from, statement.to],
            statement.sha256,
          ],
        ],
      },
      {
        name: 'Games',
        columns: [['Game', 'text'], ['Name', 'text'], ...playColumns],
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
      correctionsTable(statement),
      definitionsTable(providerFigures),
    ],
  }
}

/** Columns of a game's play, in the order of `rowOf`. */
const playColumns: ReportTable['columns'] = [
  ['Rounds', 'count'],
  ['Stakes', 'money'],
  ['Wins', 'money'],
  ['GGR', 'money'],
  ['Rollbacks', 'count'],
  ['Stakes rolled back', 'money'],
]

const rowOf = (row: Omit<Statement['games'][number], 'game_id' | 'name'>) => [
  ...[String(row.rounds), row.stakes, row.wins, row.ggr, String(row.rollbacks), row.rolled_back],
]

const correctionsTable = ({ corrections, due }: Statement): ReportTable => ({
  name: 'Corrections',
  columns: [
    ['Of', 'text'],
    ['First day', 'text'],
    ['Last day', 'text'],
    ['Game', 'text'],
    ...playColumns,
    ['Fee', 'money'],
  ],
  rows: [
    ...corrections.flatMap(({ number, from, to, games, fee }) => [
      ...games.map((row) => [number, from, to, row.game_id, ...rowOf(row), null]),
      [number, from, to, 'total', null, null, null, null, null, null, fee],
    ]),
    ['due', null, null, null, null, null, null, null, null, null, due],
  ],
})

/** Hundredths of a percent as percent: `12.50`. */
export const percentText = (basisPoints: number): string => formatDecimal(BigInt(basisPoints))

/**
 * Rows of the provider's own statement that differ from ours. @throws Refusal `provider_file_unreadable`, and as
 * `readProviderStatement`
 */
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
