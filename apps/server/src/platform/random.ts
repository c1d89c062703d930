import { randomBytes, randomInt } from 'node:crypto'

/** Chance as a part that is passed in: secrets, codes and ids in production, a seeded stream in tests. */
export interface Random {
  bytes(count: number): Buffer
  /** A whole number from 0 up to, not including, `limit`; every value equally likely. */
  int(limit: number): number
}

export function systemRandom(): Random {
  return { bytes: (count) => randomBytes(count), int: (limit) => randomInt(limit) }
}
