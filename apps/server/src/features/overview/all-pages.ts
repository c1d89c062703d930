import type { OverviewParts } from './parts.ts'

/** Rows read at a time for a file. */
export const pageSize = 500

/** All rows of a list with a cursor, page by page. */
export async function* pagesOf<Row>(
  read: (page: { limit: number; cursor?: string }) => Promise<{ data: Row[]; next_cursor: string | null }>,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined
  do {
    const page = await read({ limit: pageSize, ...(cursor === undefined ? {} : { cursor }) })
    yield page.data
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** All entries of a player's accounts, newest first, page by page. */
export async function* entryPages(
  { platform: { db }, wallet }: Pick<OverviewParts, 'platform' | 'wallet'>,
  playerId: string,
) {
  let beforeId: bigint | undefined
  for (;;) {
    const page = await wallet.entries(db.kysely, playerId, { limit: pageSize, beforeId })
    yield page
    const last = page.at(-1)
    if (page.length < pageSize || !last) return
    beforeId = last.id
  }
}
