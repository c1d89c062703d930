import { createHash } from 'node:crypto'

export type Chance = ReturnType<typeof openChance>

/** A stream of integers, deterministic by seed: SHA-256 of the seed and a counter. For invented data only. */
export function openChance(seed: string) {
  let block = Buffer.alloc(0)
  let index = 0
  let counter = 0
  const next = () => {
    if (index + 4 > block.length) {
      block = createHash('sha256').update(`${seed}:${counter++}`).digest()
      index = 0
    }
    const drawn = block.readUInt32BE(index)
    index += 4
    return drawn
  }
  /** A whole number from 0 up to, not including, `limit`. */
  const int = (limit: number) => next() % limit
  const found = <T>(item: T | undefined): T => {
    if (item === undefined) throw new Error('the list to choose from is empty')
    return item
  }
  return {
    int,
    /** A whole number from `least` to `most`. */
    between: (least: number, most: number) => least + int(most - least + 1),
    /** True in this many of a thousand cases. */
    permille: (share: number) => int(1_000) < share,
    pick: <T>(list: readonly T[]): T => found(list[int(list.length)]),
    /** One of the rows, chosen by their `weight`. */
    weighted<T extends { weight: number }>(rows: readonly T[]): T {
      let left = int(rows.reduce((sum, { weight }) => sum + weight, 0))
      return found(rows.find(({ weight }) => (left -= weight) < 0))
    },
  }
}
