import { randomBytes, randomInt } from 'node:crypto'

/** Randomness as a part that is passed in: secrets, codes and ids in production, a seeded stream in tests. */
export interface Random {
  bytes(count: number): Buffer
  /** A whole number from 0 up to, not including, `limit`; uniformly distributed. */
  int(limit: number): number
}

/** Random bytes read at a time: 16 bytes cost the same as hundreds, and ids need 16 all the time. */
const poolBytes = 1_024

export function systemRandom(): Random {
  let pool = Buffer.alloc(0)
  return {
    bytes(count) {
      if (count > poolBytes / 8) return randomBytes(count)
      if (pool.length < count) pool = randomBytes(poolBytes)
      const taken = Buffer.from(pool.subarray(0, count))
      pool = pool.fill(0, 0, count).subarray(count)
      return taken
    },
    int: (limit) => randomInt(limit),
  }
}
