/** How many wait, and since when the first; null if none waits. */
export interface Waiting {
  count: number
  oldest: Date | null
}

/** Converts a row of a count and the earliest time. */
export const toWaiting = ({ count, oldest }: { count: bigint; oldest: Date | null }): Waiting => ({
  count: Number(count),
  oldest,
})
