import { firstIdAt } from './ids.ts'

/** Keyset pages: the cursor is the last row's id, opaque to clients. */
export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
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
 * their own instants say.
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
