/** Keyset pages: the cursor is the last row's id, opaque to whoever passes it on. */
export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** One page out of rows that were asked for with one more than the page holds. */
export function pageOf<Row extends { id: string }>(rows: Row[], limit: number): Page<Row> {
  const page = rows.slice(0, limit)
  return { rows: page, nextCursor: rows.length > limit ? page.at(-1)!.id : null }
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
