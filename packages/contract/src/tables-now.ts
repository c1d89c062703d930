import * as z from './bounded.ts'

/** One result: a short text as in a table's road, and a tone that distinguishes the sides. */
export const tableResult = z.object({ text: z.string().check(z.maxLength(8)), tone: z.enum(['a', 'b', 'c']) })
export type TableResult = z.output<typeof tableResult>

/** Number of last results that a table reports. */
export const maxResults = 6

/** State of a provider's shared tables by its game codes; times in milliseconds of its clock. */
export const tablesNow = z.object({
  now: z.number(),
  tables: z
    .array(
      z.object({
        game: z.string().check(z.maxLength(60)),
        /** When betting closes; null during the round. */
        closes: z.nullable(z.number()),
        last: z.array(tableResult).check(z.maxLength(maxResults)),
        /** Number of players with a stake in the round, without demo players. */
        players: z.int().check(z.minimum(0), z.maximum(10_000_000)),
      }),
    )
    .check(z.maxLength(200)),
})
export type TablesNow = z.output<typeof tablesNow>
export type TableNow = TablesNow['tables'][number]
