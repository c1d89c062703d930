import { bytesOfText, hmacKey, hmacWords, wordIn } from './sha256.ts'

/** Inputs of a one-player round. The server seed is used as text, exactly as it was committed to. */
export interface Seeds {
  serverSeed: string
  clientSeed: string
  nonce: number
}

/** Draws one 32-bit number after another; `number / 2^32` is the float that the published mappings speak of. */
export type Draw = () => number

/**
 * The endless stream of 32-bit numbers of one round: `HMAC_SHA256(serverSeed, "clientSeed:nonce:cursor")` gives eight of
 * them for each cursor. They stay integers here so that the mappings can be exact.
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

/** One number after another out of 0 … `size - 1`, none of them twice: `floor(f * remaining)` of what is left, counted upwards. */
export function pickFrom(draw: Draw, size: number): () => number {
  /** The numbers that are gone, ascending. */
  const gone: number[] = []
  return () => {
    if (gone.length === size) throw new RangeError('none is left')
    let number = pick(draw(), size - gone.length)
    // The number among those that are left, counted over those that are gone.
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

/** `count` different numbers out of 0 … `size - 1`, in the order drawn. */
export function pickWithoutReplacement(draw: Draw, size: number, count: number): number[] {
  if (!Number.isInteger(count) || count < 0 || count > size) throw new RangeError('the count is out of range')
  const next = pickFrom(draw, size)
  const picked: number[] = []
  while (picked.length < count) picked.push(next())
  return picked
}
