import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { exportKinds } from '@dhow/contract/report-exports'
import type { ListedFigure } from '@dhow/contract/report-figures'
import { tableReportOf, type TableReportCode } from '@dhow/contract/report-tables'
import type { Market } from '@dhow/contract/shapes'
import { sql, type RawBuilder } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import type { ReportParts } from './parts.ts'
import { excludePlay, rulesIn } from './rule-rows.ts'
import { readRows } from './table-reports/index.ts'
import { fileHeads, fileRow } from './table-reports/table-file.ts'

/** Content of an export. */
export interface ExportedWhat {
  kind: keyof typeof exportKinds
  figure: ListedFigure | null
  market: Market
  from_day: string
  to_day: string
  up_to: bigint
  /** Of `report_table`. */
  report: TableReportCode | null
  report_table: string | null
  reviewed: 'open' | 'noted' | null
}

interface Page {
  rows: (string | null)[][]
  /** Sort key of the page's last row. */
  after: string
}

/** Rows of a kind of export in a stable order, page by page. */
interface Source {
  head(what: ExportedWhat): string[]
  /** Current number of rows, from the sums, to show progress. */
  count(parts: ReportParts, what: ExportedWhat): Promise<bigint>
  page(parts: ReportParts, what: ExportedWhat, after: string, size: number): Promise<Page>
}

interface EntryRow {
  id: bigint
  at: Date
  reason: string
  key: string
  player_id: string
  debit: string
  credit: string
  currency: Currency
  amount_minor: bigint
}

/** Transfers of the rules within the id range of the days, as counted by reports. */
const entriesOf = ({ figure, market, from_day, to_day, up_to }: ExportedWhat, after: bigint): RawBuilder<unknown> => {
  const { timezone } = markets[market]
  const rules = rulesIn(figure ?? 'ggr')
  return sql`
    select transfer.id, posting.happened_at as at, posting.reason, posting.key, transfer.player_id, reports.account_kind(transfer.debit) as debit,
      reports.account_kind(transfer.credit) as credit, transfer.currency, rule.sign * transfer.amount_minor as amount_minor
    from (
      select min(first_id) as first_id, max(last_id) as last_id
      from reports.day_movement movement
      join jsonb_to_recordset(${rules}::jsonb) as rule (debits text[], credits text[], sign integer)
        on split_part(movement.debit, ':', 1) = any (rule.debits) and split_part(movement.credit, ':', 1) = any (rule.credits)
      where market = ${market} and day between ${from_day}::date and ${to_day}::date and not is_test
    ) span
    join ledger.transfers transfer on transfer.id between greatest(span.first_id, ${after}::bigint + 1) and span.last_id and transfer.written_by < ${up_to}::bigint
      ${excludePlay(figure ?? 'ggr')}
    join jsonb_to_recordset(${rules}::jsonb) as rule (debits text[], credits text[], sign integer)
      on split_part(transfer.debit, ':', 1) = any (rule.debits) and split_part(transfer.credit, ':', 1) = any (rule.credits)
    join ledger.postings posting on posting.id = transfer.posting_id
      and posting.happened_at >= ${from_day}::date::timestamp at time zone ${timezone}
      and posting.happened_at < (${to_day}::date + 1)::timestamp at time zone ${timezone}
    join accounts.player_card player on player.id = transfer.player_id and player.market = ${market} and not player.is_test`
}

const entries: Source = {
  head: () => ['entry', 'at', 'kind', 'key', 'player', 'from', 'to', 'currency', 'amount'],
  async count({ platform: { db } }, { figure, market, from_day, to_day }) {
    const { rows } = await sql<{ count: bigint }>`
      select coalesce(sum(transfers), 0)::bigint as count from reports.day_movement movement
      join jsonb_to_recordset(${rulesIn(figure ?? 'ggr')}::jsonb) as rule (debits text[], credits text[], sign integer)
        on split_part(movement.debit, ':', 1) = any (rule.debits) and split_part(movement.credit, ':', 1) = any (rule.credits)
      where market = ${market} and day between ${from_day}::date and ${to_day}::date and not is_test`.execute(db.kysely)
    return rows[0]?.count ?? 0n
  },
  async page({ platform: { db } }, what, after, size) {
    const { rows } = await sql<EntryRow>`
      select * from (${entriesOf(what, BigInt(after === '' ? '0' : after))}) entry order by id limit ${size}`.execute(
      db.kysely,
    )
    return {
      rows: rows.map((row) => [
        ...[String(row.id), row.at.toISOString(), row.reason, row.key, row.player_id, row.debit, row.credit],
        ...[row.currency, formatDecimal(row.amount_minor)],
      ]),
      after: String(rows.at(-1)?.id ?? after),
    }
  },
}

interface DayRow {
  player_id: string
  day: string
  stakes: bigint
  stake_minor: bigint
  settled_minor: bigint
  won_minor: bigint
  deposits: bigint
  deposit_minor: bigint
}

const playerDays: Source = {
  head: () => ['player', 'day', 'currency', 'bets', 'staked', 'turnover', 'won', 'deposits', 'deposited'],
  async count({ platform: { db } }, { market, from_day, to_day }) {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from reports.player_day
      where market = ${market} and day between ${from_day}::date and ${to_day}::date and not is_test`.execute(db.kysely)
    return rows[0]?.count ?? 0n
  },
  async page({ platform: { db } }, { market, from_day, to_day }, after, size) {
    const [day = '', player = ''] = after.split(' ')
    const { rows } = await sql<DayRow>`
      select player_id, day::text as day, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor from reports.player_day
      where market = ${market} and day between ${from_day}::date and ${to_day}::date and not is_test
        and (day, player_id) > (coalesce(nullif(${day}, '')::date, '-infinity'::date), ${player})
      order by player_day.day, player_id limit ${size}`.execute(db.kysely)
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => [
        ...[row.player_id, row.day, markets[market].currency, String(row.stakes), formatDecimal(row.stake_minor)],
        ...[
          formatDecimal(row.settled_minor),
          formatDecimal(row.won_minor),
          String(row.deposits),
          formatDecimal(row.deposit_minor),
        ],
      ]),
      after: last ? `${last.day} ${last.player_id}` : after,
    }
  },
}

/** Columns of the table that is asked for. @throws Refusal `not_found` */
function columnsOf({ report, report_table: table }: ExportedWhat) {
  const found = report === null || table === null ? undefined : tableReportOf(report).tables[table]
  if (report === null || table === null || !found?.isCut) throw new Refusal('not_found')
  return { report, table, columns: found.columns }
}

/** The place behind the last row of a table; no cursor is written so. */
const behindAll = 'end'

const reportTable: Source = {
  head: (what) => fileHeads(columnsOf(what).columns).map(([name]) => name),
  // It is known once all of it is written.
  count: (_, what) => Promise.resolve(columnsOf(what)).then(() => 0n),
  async page(parts, what, after, size) {
    const { report, table, columns } = columnsOf(what)
    if (after === behindAll) return { rows: [], after }
    const { market, from_day: from, to_day: to, reviewed } = what
    const scope = { market, from, to, reviewed: reviewed ?? undefined }
    const { rows, next } = await readRows(parts, { code: report, table, scope, after, size })
    return { rows: rows.map((row) => fileRow(columns, row, markets[market].currency)), after: next ?? behindAll }
  },
}

export const sources: Record<ExportedWhat['kind'], Source> = {
  entries,
  player_days: playerDays,
  report_table: reportTable,
}
