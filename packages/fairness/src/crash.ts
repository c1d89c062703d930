import { bytesOfText, fromHex, hmacKey, hmacWords, sha256, toHex, wordIn } from './sha256.ts'

/**
 * A crash round's multiplier in hundredths, at least 100: `floor(99 / (1 - r / 2^52))` by whole numbers, where `r` is the
 * top 52 bits of HMAC_SHA256(salt text, raw bytes of the round's hash).
 * @param hash the round's hash, 64 hexadecimal digits
 * @param salt the chain's public salt, used as text
 */
export function crashHundredths(hash: string, salt: string): bigint {
  const digest = hmacWords(hmacKey(bytesOfText(salt)), hashBytes(hash))
  const top = (BigInt(wordIn(digest, 0) >>> 0) << 20n) | BigInt(wordIn(digest, 1) >>> 12)
  const hundredths = (99n << 52n) / ((1n << 52n) - top)
  return hundredths < 100n ? 100n : hundredths
}

/** Hash of the previous round: SHA256 over the raw bytes. */
export const previousHash = (hash: string): string => toHex(sha256(hashBytes(hash)))

/** Walks `steps` rounds back along the chain. */
export function walkChain(hash: string, steps: number): string {
  let bytes = hashBytes(hash)
  for (let step = 0; step < steps; step++) bytes = sha256(bytes)
  return toHex(bytes)
}

/** Hundredths as text. @example hundredthsText(1091n) // '10.91' */
export function hundredthsText(hundredths: bigint | number): string {
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function hashBytes(hash: string): Uint8Array {
  if (hash.length !== 64) throw new RangeError('a hash is 64 hexadecimal digits')
  return fromHex(hash)
}
