import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
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

/** Figures of a period and the rows of its tables. */
interface Whole {
  figures: Cells
  tables: Record<string, Cells[]>
}

/** How a report is read: its figures, also of the period before, and the rows of its tables; or all of a period at once, where both are of the same rows. */
export type Reading = { figures(parts: ReportParts, scope: Scope): Promise<Cells> } & (
  | { tables(parts: ReportParts, scope: Scope): Promise<Whole['tables']> }
  | { whole(parts: ReportParts, scope: Scope): Promise<Whole> }
)

/** The report of a period. */
export async function readWhole(reading: Reading, parts: ReportParts, scope: Scope): Promise<Whole> {
  if ('whole' in reading) return reading.whole(parts, scope)
  return { figures: await reading.figures(parts, scope), tables: await reading.tables(parts, scope) }
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
