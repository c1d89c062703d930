import { formatDecimal } from '@dhow/contract/money'
import { entriesOf } from '@dhow/contract/records'
import { rowsShown } from '@dhow/contract/report-table-shape'
import type { Market } from '@dhow/contract/shapes'
import { sql, type RawBuilder } from 'kysely'
import { firstIdAt } from '../../../platform/ids.ts'
import { markets } from '../../portal/index.ts'
import type { Period } from '../days.ts'
import type { ReportParts } from '../parts.ts'

/** The market and the days that a report is asked for. */
export interface Scope extends Period {
  market: Market
}

/** Values by the codes of the contract, as the API writes them. */
export type Cells = Record<string, string | null>

/** Place behind the last row of a page: its value of the order and its id. */
export interface Place {
  value: string
  id: string
}

/** A page of a table. */
export interface Listed {
  rows: Cells[]
  next: Place | null
}

/** The next page of a table, which is sorted downwards by a value and then by the id. */
type ReadPage = (parts: ReportParts, scope: Scope, behind: Place | null) => Promise<Listed>

/** Figures of a period, tables of few rows, and the first pages of the others. */
interface Whole {
  figures: Cells
  tables: Record<string, Cells[]>
  lists: Record<string, Listed>
}

/** How a report is read: its figures, also of the period before, the rows of its tables, and further pages of those that are long. */
export interface Reading {
  figures(parts: ReportParts, scope: Scope): Promise<Cells>
  whole(parts: ReportParts, scope: Scope): Promise<Whole>
  pages: Readonly<Record<string, ReadPage>>
}

type Figures = Reading['figures']
interface Apart {
  figures: Figures
  tables(parts: ReportParts, scope: Scope): Promise<Whole['tables']>
  pages?: Reading['pages']
}

/** A report whose figures, tables and first pages are read one by one. */
export const readApart = ({ figures, tables, pages = {} }: Apart): Reading => ({
  figures,
  pages,
  async whole(parts, scope) {
    const lists: Whole['lists'] = {}
    for (const [table, read] of entriesOf(pages)) lists[table] = await read(parts, scope, null)
    return { figures: await figures(parts, scope), tables: await tables(parts, scope), lists }
  },
})

/** Rows behind a place, of those that are sorted by a whole number and an id, both downwards. */
export const isBehind = (place: Place | null, value: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  place === null ? sql`true` : sql`(${value}, ${id}) < (${place.value}::bigint, ${place.id})`

/** An instant as a whole number: pages are sorted by it to the microsecond. */
export const microseconds = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000000)::bigint`

/** One more than a page holds, by which the end of a table shows. */
export const pageSize = rowsShown + 1

/** A page of rows that were asked for with one more than it holds. */
export function pageOf<Row extends { place: bigint; place_id: string }>(
  rows: readonly Row[],
  cellsOf: (row: Row) => Cells,
): Listed {
  const shown = rows.slice(0, rowsShown)
  const last = shown.at(-1)
  return {
    rows: shown.map(cellsOf),
    next: rows.length > rowsShown && last ? { value: String(last.place), id: last.place_id } : null,
  }
}

export const money = (minor: bigint | null): string => formatDecimal(minor ?? 0n)
export const count = (rows: bigint | number | null): string => String(rows ?? 0)
export const instant = (at: Date | null): string | null => at?.toISOString() ?? null
export const seconds = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(Math.round(value))

/** Instants of the first and after the last day of a market. */
export function spanOf({ market, from, to }: Scope) {
  const { timezone } = markets[market]
  return {
    begins: sql`${from}::date::timestamp at time zone ${timezone}`,
    ends: sql`(${to}::date + 1)::timestamp at time zone ${timezone}`,
  }
}

const hourMs = 3_600_000

/** Ids of a kind that were made in a period, or a day around it: ids sort by time, so that an index has them. */
export const idsOf = (prefix: string, { from, to }: Scope) => ({
  since: firstIdAt(prefix, new Date(Date.parse(from) - 24 * hourMs)),
  until: firstIdAt(prefix, new Date(Date.parse(to) + 49 * hourMs)),
})
