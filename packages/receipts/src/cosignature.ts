import { utf8 } from './encoding.ts'

/**
 * Message signed by a witness with Ed25519: `cosignature/v1`, the time in seconds since 1970, and the note's text.
 * Source: c2sp.org/tlog-cosignature.
 */
export const cosignedMessage = (time: bigint, text: string): Uint8Array => utf8(`cosignature/v1\ntime ${time}\n${text}`)

/** Splits a cosignature into time (seconds since 1970) and Ed25519 signature; undefined if not 8 and 64 bytes, or the time exceeds 2^63 − 1. */
export function splitCosignature(bytes: Uint8Array): { time: bigint; signature: Uint8Array } | undefined {
  if (bytes.length !== 72) return undefined
  const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
  return time < 2n ** 63n ? { time, signature: bytes.subarray(8) } : undefined
}

/** Joins time (seconds since 1970) and an Ed25519 signature of `cosignedMessage`. */
export function joinCosignature(time: bigint, signature: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + signature.length)
  new DataView(bytes.buffer).setBigUint64(0, time)
  bytes.set(signature, 8)
  return bytes
}
