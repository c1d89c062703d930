import { formatDecimal } from '@dhow/contract/money'
import { entriesOf } from '@dhow/contract/records'
import type { Market } from '@dhow/contract/shapes'
import { sql, type RawBuilder } from 'kysely'
import { smallestIdAt } from '../../../platform/ids.ts'
import { markets } from '../../portal/index.ts'
import type { Period } from '../days.ts'
import type { ReportParts } from '../parts.ts'

/**
 * The market and the days that a report is asked for; of one with reviews maybe only players without a review that
 * counts, or with one, and those assigned to an operator, or to nobody.
 */
export interface Scope extends Period {
  market: Market
  reviewed?: 'open' | 'noted' | undefined
  assigned?: { operatorId: string | null } | undefined
}

/** Values by the contract's codes, as in the API. */
export type Cells = Record<string, string | null>

/** Cursor after the last row of a page: its sort value and id. */
export interface Place {
  value: string
  id: string
}

/** Rows behind a place, or the first ones, of which at most so many are read. */
export interface Page {
  behind: Place | null
  size: number
}

/** A page of a table. */
export interface Listed {
  rows: Cells[]
  next: Place | null
}

/** Reads the next page of a table, sorted descending by a value and then by id. */
type ReadPage = (parts: ReportParts, scope: Scope, page: Page) => Promise<Listed>

/** Figures of a period, short tables, and the first pages of long ones. */
interface Whole {
  figures: Cells
  tables: Record<string, Cells[]>
  lists: Record<string, Listed>
}

/** How a report is read: its figures, also of the period before, the rows of its tables, of long ones as many as asked for, and further pages of these. */
export interface Reading {
  figures(parts: ReportParts, scope: Scope): Promise<Cells>
  whole(parts: ReportParts, scope: Scope, size: number): Promise<Whole>
  pages: Readonly<Record<string, ReadPage>>
}

type Figures = Reading['figures']
interface Apart {
  figures: Figures
  tables(parts: ReportParts, scope: Scope): Promise<Whole['tables']>
  pages?: Reading['pages']
}

/** A report whose figures, tables and first pages are read separately. */
export const readApart = ({ figures, tables, pages = {} }: Apart): Reading => ({
  figures,
  pages,
  async whole(parts, scope, size) {
    const lists: Whole['lists'] = {}
    for (const [table, read] of entriesOf(pages)) lists[table] = await read(parts, scope, { behind: null, size })
    return { figures: await figures(parts, scope), tables: await tables(parts, scope), lists }
  },
})

/** Restricts to rows after a cursor, sorted by an integer and an id, both descending. */
export const isBehind = (place: Place | null, value: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  place === null ? sql`true` : sql`(${value}, ${id}) < (${place.value}::bigint, ${place.id})`

/** An instant as an integer, to sort pages by microseconds. */
export const microseconds = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000000)::bigint`

/** A page of rows that were asked for with one more than its size, by which the end of a table shows. */
export function pageOf<Row extends { place: bigint; place_id: string }>(
  rows: readonly Row[],
  cellsOf: (row: Row) => Cells,
  size: number,
): Listed {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    rows: shown.map(cellsOf),
    next: rows.length > size && last ? { value: String(last.place), id: last.place_id } : null,
  }
}

export const money = (minor: bigint | null): string => formatDecimal(minor ?? 0n)
export const count = (rows: bigint | number | null): string => String(rows ?? 0)
export const instant = (at: Date | null): string | null => at?.toISOString() ?? null
export const seconds = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(Math.round(value))

/** Instants of the start of the first day and the end of the last day in a market. */
export function spanOf({ market, from, to }: Scope) {
  const { timezone } = markets[market]
  return {
    begins: sql`${from}::date::timestamp at time zone ${timezone}`,
    ends: sql`(${to}::date + 1)::timestamp at time zone ${timezone}`,
  }
}

const hourMs = 3_600_000

/** Ids of a kind created in a period or a day around it: ids sort by time, so an index can be used. */
export const idsOf = (prefix: string, { from, to }: Scope) => ({
  since: smallestIdAt(prefix, new Date(Date.parse(from) - 24 * hourMs)),
  until: smallestIdAt(prefix, new Date(Date.parse(to) + 49 * hourMs)),
})
