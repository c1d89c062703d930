/** How many wait, and since when the first of them does; null where none waits. */
export interface Waiting {
  count: number
  oldest: Date | null
}

/** A row of a count and the least time. */
export const toWaiting = ({ count, oldest }: { count: bigint; oldest: Date | null }): Waiting => ({
  count: Number(count),
  oldest,
})
