import * as z from './bounded.ts'

/** One result: a few letters as a table's road shows them, and a tone that distinguishes the sides. */
export const tableResult = z.object({ text: z.string().check(z.maxLength(8)), tone: z.enum(['a', 'b', 'c']) })
export type TableResult = z.output<typeof tableResult>

/** How many of the last results a table reports. */
export const resultsAtMost = 6

/** A provider's shared tables as they stand, by its own codes of the games; moments are milliseconds of its clock. */
export const tablesNow = z.object({
  now: z.number(),
  tables: z
    .array(
      z.object({
        game: z.string().check(z.maxLength(60)),
        /** When stakes are refused; null while the round runs. */
        closes: z.nullable(z.number()),
        last: z.array(tableResult).check(z.maxLength(resultsAtMost)),
        /** Players with a stake in the round, demo players left out. */
        players: z.int().check(z.minimum(0), z.maximum(10_000_000)),
      }),
    )
    .check(z.maxLength(200)),
})
export type TablesNow = z.output<typeof tablesNow>
export type TableNow = TablesNow['tables'][number]
