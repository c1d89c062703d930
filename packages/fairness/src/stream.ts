import { bytesOfText, hmacKey, hmacWords, wordIn } from './sha256.ts'

/** Inputs of a one-player round. The server seed is used as text, exactly as committed. */
export interface Seeds {
  serverSeed: string
  clientSeed: string
  nonce: number
}

/** Draws the next 32-bit number; `number / 2^32` is the float of the published mappings. */
export type Draw = () => number

/**
 * Infinite stream of 32-bit numbers of one round: `HMAC_SHA256(serverSeed, "clientSeed:nonce:cursor")` gives eight for each cursor. Kept as integers
 * for exact mappings.
 */
export function drawFrom({ serverSeed, clientSeed, nonce }: Seeds): Draw {
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new RangeError('the nonce is a whole number from 0')
  const key = hmacKey(bytesOfText(serverSeed))
  let cursor = 0
  let index = 0
  let block: Int32Array | undefined
  return () => {
    if (block === undefined || index === block.length) {
      block = hmacWords(key, bytesOfText(`${clientSeed}:${nonce}:${cursor++}`))
      index = 0
    }
    return wordIn(block, index++) >>> 0
  }
}

/** `floor(f * limit)`, exactly: the product stays below 2^53 for every limit that a game uses. */
export function pick(number: number, limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 2 ** 20) throw new RangeError('the limit is out of range')
  return Math.floor((number * limit) / 2 ** 32)
}

/** Draws numbers from 0 … `size - 1` without replacement: each is the `floor(f * remaining)`-th of those left, ascending. */
export function pickFrom(draw: Draw, size: number): () => number {
  /** Drawn numbers, ascending. */
  const gone: number[] = []
  return () => {
    if (gone.length === size) throw new RangeError('none is left')
    let number = pick(draw(), size - gone.length)
    // Skip the drawn numbers.
    let before = 0
    for (const taken of gone) {
      if (taken > number) break
      number++
      before++
    }
    gone.splice(before, 0, number)
    return number
  }
}

/** `count` different numbers from 0 … `size - 1`, in the order drawn. */
export function pickWithoutReplacement(draw: Draw, size: number, count: number): number[] {
  if (!Number.isInteger(count) || count < 0 || count > size) throw new RangeError('the count is out of range')
  const next = pickFrom(draw, size)
  const picked: number[] = []
  while (picked.length < count) picked.push(next())
  return picked
}
