import { bytesOfText, hmacSha256 } from './sha256.ts'

/** What a one-player round is made of. The server seed is used as text, exactly as it was committed to. */
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
  const key = bytesOfText(serverSeed)
  let cursor = 0
  let place = 32
  let view: DataView = new DataView(new ArrayBuffer(32))
  return () => {
    if (place === 32) {
      const block = hmacSha256(key, bytesOfText(`${clientSeed}:${nonce}:${cursor++}`))
      view = new DataView(block.buffer, block.byteOffset)
      place = 0
    }
    const number = view.getUint32(place)
    place += 4
    return number
  }
}

/** `floor(f * limit)`, exactly: the product stays below 2^53 for every limit that a game uses. */
export function pick(number: number, limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 2 ** 20) throw new RangeError('the limit is out of range')
  return Math.floor((number * limit) / 2 ** 32)
}

/** `count` different numbers out of 0 … `size - 1`, in the order drawn: `floor(f * remaining)` of what is left. */
export function pickWithoutReplacement(draw: Draw, size: number, count: number): number[] {
  if (!Number.isInteger(count) || count < 0 || count > size) throw new RangeError('the count is out of range')
  const left = Array.from({ length: size }, (_, place) => place)
  return Array.from({ length: count }, () => left.splice(pick(draw(), left.length), 1)[0]!)
}
