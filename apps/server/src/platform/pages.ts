import type { HistoryQuery } from '@dhow/contract/shapes'
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { smallestIdAt } from './ids.ts'

/** Keyset page: the cursor is the last row's id, opaque to clients. */
export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** A requested page: this many rows, from the one after the cursor on. */
export interface CursorPage {
  limit: number
  cursor?: string | undefined
}

/** Makes a page of rows that were read with one more than the page holds. */
export function pageOf<Row extends { id: string }>(rows: Row[], limit: number): Page<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? last.id : null }
}

/** How much later than its row's timestamp an id may have been made. */
const idLatenessMs = 60_000

/**
 * Bounds of the ids of a period's rows, so that the id index finds them; the rows' own timestamps give the exact
 * limits.
 */
export function idRange(prefix: string, { from, until }: { from: Date | undefined; until: Date | undefined }) {
  return {
    first: from && smallestIdAt(prefix, from),
    end: until && smallestIdAt(prefix, new Date(until.getTime() + idLatenessMs)),
  }
}

/** Days of a filter as instants: from the start of the first to the end of the last, UTC. */
export function period(query: { from?: string | undefined; to?: string | undefined }): {
  from: Date | undefined
  until: Date | undefined
} {
  const day = (text: string) => new Date(`${text}T00:00:00.000Z`)
  return {
    from: query.from === undefined ? undefined : day(query.from),
    until: query.to === undefined ? undefined : new Date(day(query.to).getTime() + 86_400_000),
  }
}

/** Default page size of a history. */
const historyPage = 20

/** A history of payments: its filter column, id prefix, and the states of its query. */
interface HistoryOf {
  at: Expression<Date>
  prefix: string
  /** Undefined: all. */
  states: readonly string[] | undefined
}

/**
 * A player's payments of one kind, newest first, filtered as requested. `read` returns at most the given number of rows
 * that match the condition, from the highest id down.
 */
export async function pageOfHistory<Row extends { id: string }>(
  query: HistoryQuery,
  { at, prefix, states }: HistoryOf,
  read: (condition: Expression<SqlBool>, atMost: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { from, until } = period(query)
  const { first, end } = idRange(prefix, { from, until })
  const limit = query.limit ?? historyPage
  const conditions = [
    ...(states === undefined
      ? []
      : [states.length > 0 ? sql<boolean>`state in (${sql.join(states)})` : sql.lit(false)]),
    ...(from && first ? [sql<boolean>`${at} >= ${from} and id >= ${first}`] : []),
    ...(until && end ? [sql<boolean>`${at} < ${until} and id < ${end}`] : []),
    ...(query.cursor === undefined ? [] : [sql<boolean>`id < ${query.cursor}`]),
  ]
  return pageOf(await read(expressionBuilder().and(conditions), limit + 1), limit)
}
