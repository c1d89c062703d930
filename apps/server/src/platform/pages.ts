import type { HistoryQuery } from '@dhow/contract/shapes'
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { firstIdAt } from './ids.ts'

/** Keyset pages: the cursor is the last row's id, opaque to clients. */
export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** A page that is asked for: so many rows, from the one behind the cursor on. */
export interface CursorPage {
  limit: number
  cursor?: string | undefined
}

/** One page out of rows that were asked for with one more than the page holds. */
export function pageOf<Row extends { id: string }>(rows: Row[], limit: number): Page<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? last.id : null }
}

/** How much later than the instant that a row carries its id may have been made. */
const idLatenessMs = 60_000

/**
 * The ids between which rows of a stretch of time lie, so that the index of the ids finds them; which of them are in it to the millisecond
 * their own instants decide.
 */
export function idsWithin(prefix: string, { from, until }: { from: Date | undefined; until: Date | undefined }) {
  return {
    first: from && firstIdAt(prefix, from),
    end: until && firstIdAt(prefix, new Date(until.getTime() + idLatenessMs)),
  }
}

/** The days of a filter as instants: from the first's start to the last's end, UTC. */
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

/** Rows of a page of a history where the query has no limit. */
const historyPage = 20

/** A history of payments: the instant by which it is filtered, the prefix of its ids, and the states that its query asks for. */
interface HistoryOf {
  at: Expression<Date>
  prefix: string
  /** Undefined for all. */
  states: readonly string[] | undefined
}

/**
 * A player's payments of one kind, newest first, as their history asks for them. `read` reads the rows that the condition holds for, at most so many,
 * from the highest id down.
 */
export async function pageOfHistory<Row extends { id: string }>(
  query: HistoryQuery,
  { at, prefix, states }: HistoryOf,
  read: (condition: Expression<SqlBool>, atMost: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { from, until } = period(query)
  const { first, end } = idsWithin(prefix, { from, until })
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
