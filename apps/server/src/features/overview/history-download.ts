import { playerTexts, sentenceOf } from '../../platform/texts.ts'
import { type PlayerText } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import type { PlayerSession } from '../../platform/http/call.ts'
import { period } from '../../platform/pages.ts'
import { formatCsv } from '../../platform/csv.ts'
import { entryPages, pageSize, pagesOf } from './all-pages.ts'
import type { OverviewParts } from './parts.ts'

export type HistoryKind = 'deposits' | 'withdrawals' | 'games' | 'wallet'

const maxRows = 10_000

type Parts = Pick<
  OverviewParts,
  'platform' | 'accounts' | 'wallet' | 'payments' | 'withdrawals' | 'gateway' | 'receipts'
>
type Cell = string | null
type Translate = (text: PlayerText) => string

/** Columns of a sheet: name and cell value. */
type Columns<Row> = readonly (readonly [name: string, cell: (row: Row, translate: Translate) => Cell])[]

type DepositRow = RowOf<Parts['payments']['history']>
type WithdrawalRow = RowOf<Parts['withdrawals']['reader']['history']>
type GameRow = RowOf<Parts['gateway']['history']>
type RowOf<Read extends (...args: never[]) => Promise<{ data: unknown[] }>> = Awaited<ReturnType<Read>>['data'][number]

const depositColumns: Columns<DepositRow> = [
  ['id', ({ id }) => id],
  ['submitted_at', ({ submitted_at }) => submitted_at],
  ['updated_at', ({ updated_at }) => updated_at],
  ['method', ({ method }) => method],
  ['reference', (row) => row.utr],
  ['declared', (row) => row.declared_amount],
  ['credited', (row) => row.credited_amount],
  ['currency', ({ currency }) => currency],
  ['status', ({ status }) => status],
  ['reason', (row, translate) => row.reason && translate(row.reason)],
]

const withdrawalColumns: Columns<WithdrawalRow> = [
  ['id', ({ id }) => id],
  ['requested_at', ({ requested_at }) => requested_at],
  ['updated_at', ({ updated_at }) => updated_at],
  ['account', (row) => `${row.account.label} ${row.account.number}`],
  ['amount', ({ amount }) => amount],
  ['fee', ({ fee }) => fee],
  ['currency', ({ currency }) => currency],
  ['status', ({ status }) => status],
  ['payment_reference', ({ payment_reference }) => payment_reference],
  ['reason', (row, translate) => row.reason && translate(row.reason)],
]

const gameColumns: Columns<GameRow> = [
  ['id', ({ id }) => id],
  ['started_at', ({ started_at }) => started_at],
  ['ended_at', ({ ended_at }) => ended_at],
  ['game', ({ game }) => game],
  ['round', (row) => row.round_id],
  ['stake', ({ stake }) => stake],
  ['payout', ({ payout }) => payout],
  ['net', ({ net }) => net],
  ['currency', ({ currency }) => currency],
  ['state', ({ state }) => state],
  ['balance_after', ({ balance_after }) => balance_after],
  ['proof_url', ({ proof_url }) => proof_url],
]

/**
 * A player's history as CSV, newest first: the same rows as the screens, with texts in the player's language. The last
 * two columns have the receipts of each row, in the order of its movements: their positions in the log, and their URLs.
 * A movement of the last seconds may have no position yet.
 * @returns the text of one kind of history
 */
export function openHistoryDownload(parts: Parts, catalogues = playerTexts) {
  const { payments, withdrawals, gateway } = parts
  type Sheet = (session: PlayerSession, query: HistoryQuery, translate: Translate) => Promise<Cell[][]>
  const sheets: Record<HistoryKind, Sheet> = {
    deposits: async ({ playerId }, query, translate) =>
      sheetOf(
        parts,
        playerId,
        depositColumns,
        await allPages(query, (page) => payments.history(playerId, page)),
        translate,
      ),
    withdrawals: async ({ playerId }, query, translate) =>
      sheetOf(
        parts,
        playerId,
        withdrawalColumns,
        await allPages(query, (page) => withdrawals.reader.history(playerId, page)),
        translate,
      ),
    games: async (session, query, translate) =>
      sheetOf(
        parts,
        session.playerId,
        gameColumns,
        await allPages(query, (page) => gateway.history(session, page)),
        translate,
      ),
    wallet: (session, query) => walletSheet(parts, session, query),
  }
  return async (session: PlayerSession, kind: HistoryKind, query: HistoryQuery) => {
    const { preferences } = await parts.accounts.preferences.read(session.playerId)
    const translate = (text: PlayerText) => sentenceOf(text, catalogues[preferences.language])
    return formatCsv(await sheets[kind](session, query, translate))
  }
}

const receiptColumns = ['log_places', 'receipts']

async function sheetOf<Row extends { id: string }>(
  { platform, receipts }: Parts,
  playerId: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  translate: Translate,
): Promise<Cell[][]> {
  const sheet: Cell[][] = [[...columns.map(([name]) => name), ...receiptColumns]]
  for (let first = 0; first < rows.length; first += pageSize) {
    const page = rows.slice(first, first + pageSize)
    const ids = page.map(({ id }) => id)
    const movements = await receipts.movements(playerId, ids)
    for (const row of page)
      sheet.push([
        ...columns.map(([, cell]) => cell(row, translate)),
        ...receiptCells(platform, movements.get(row.id) ?? []),
      ])
  }
  return sheet
}

const receiptCells = (
  { config }: Parts['platform'],
  movements: readonly { posting: string; place: number | null }[],
): Cell[] => [
  movements.flatMap(({ place }) => (place === null ? [] : [String(place)])).join(' '),
  movements.map(({ posting }) => `${config.origins.portal}/receipts/${posting}`).join(' '),
]

/** Entries of the player's accounts, paged by id instead of time. */
async function walletSheet(
  parts: Parts,
  { playerId, currency }: PlayerSession,
  query: HistoryQuery,
): Promise<Cell[][]> {
  const { from, until } = period(query)
  const rows: Cell[][] = []
  for await (const page of entryPages(parts, playerId)) {
    const places = await parts.receipts.places(page.map(({ postingId }) => postingId))
    for (const entry of page) {
      if ((from && entry.at < from) || (until && entry.at >= until)) continue
      rows.push([
        `tr_${entry.id}`,
        entry.at.toISOString(),
        entry.reason,
        entry.account,
        formatDecimal(entry.amountMinor),
        formatDecimal(entry.balanceAfterMinor),
        currency,
        ...receiptCells(parts.platform, [
          { posting: String(entry.postingId), place: places.get(entry.postingId) ?? null },
        ]),
      ])
    }
    const last = page.at(-1)
    if (rows.length >= maxRows || (from && last && last.at < from)) break
  }
  const names = ['id', 'at', 'kind', 'account', 'amount', 'balance_after', 'currency']
  return [[...names, ...receiptColumns], ...rows.slice(0, maxRows)]
}

async function allPages<Row>(
  query: HistoryQuery,
  read: (query: HistoryQuery) => Promise<{ data: Row[]; next_cursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pagesOf((at) => read({ ...query, ...at }))) {
    rows.push(...page)
    if (rows.length >= maxRows) break
  }
  return rows.slice(0, maxRows)
}
