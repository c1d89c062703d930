/**
 * Our own synchronous SHA-256 and HMAC-SHA256. The same code runs in Node and every browser, and a proof page hashes a chain of up to millions of
 * steps: WebCrypto is asynchronous and missing on plain http pages. Checked against Node's implementation in the tests.
 */

const rounds = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])
const start = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])
/** Scratch space reused by all calls, so that a hash allocates only its result. */
const words = new Int32Array(64)
const scratch = new Int32Array(8)

/**
 * A word or byte of an array at an index that the loops below keep in range: types cannot express that, and a check would run a thousand times a
 * hash.
 */
// oxlint-disable-next-line typescript/no-non-null-assertion -- see above
export const wordIn = (of: Int32Array, index: number): number => of[index]!
// oxlint-disable-next-line typescript/no-non-null-assertion -- see above
const byteIn = (of: Uint8Array, index: number): number => of[index]!

/** The SHA-256 of some bytes: 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = new Int32Array(start)
  absorb(state, message, 0)
  return bytesOf(state)
}

/**
 * State of HMAC-SHA256 after its key: half of the work for a short message, done once for all messages under the key. Holds the states of inner
 * and outer hash.
 */
export type HmacKey = Int32Array

export function hmacKey(key: Uint8Array): HmacKey {
  const block = key.length > 64 ? sha256(key) : key
  const ready = new Int32Array(16)
  begin(block, 0x36)
  ready.set(scratch)
  begin(block, 0x5c)
  ready.set(scratch, 8)
  return ready
}

/** HMAC-SHA256 as eight signed 32-bit words. */
export function hmacWords(key: HmacKey, message: Uint8Array): Int32Array {
  for (let index = 0; index < 8; index++) scratch[index] = wordIn(key, index)
  absorb(scratch, message, 64)
  const digest = new Int32Array(8)
  // The inner digest and its padding are one block.
  for (let index = 0; index < 8; index++) {
    words[index] = wordIn(scratch, index)
    digest[index] = wordIn(key, index + 8)
  }
  words[8] = 0x80000000
  for (let t = 9; t < 15; t++) words[t] = 0
  words[15] = (64 + 32) * 8
  compress(digest)
  return digest
}

/** HMAC-SHA256 of some bytes under a key: 32 bytes. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  bytesOf(hmacWords(hmacKey(key), message))

/** The UTF-8 bytes of a text. */
export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // Seeds are nearly always ASCII, for which the encoder would take longer than the hash.
    if (code > 127) return new TextEncoder().encode(text)
    bytes[index] = code
  }
  return bytes
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Bytes as lower-case hexadecimal text. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index++) text += hexOf[byteIn(bytes, index)] ?? ''
  return text
}

/** Bytes of a hexadecimal text. @throws RangeError for other text */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1)
  let isHex = text.length % 2 === 0
  for (let index = 0; index < bytes.length; index++) {
    const high = digitOf(text.charCodeAt(index * 2))
    const low = digitOf(text.charCodeAt(index * 2 + 1))
    isHex &&= high >= 0 && low >= 0
    bytes[index] = (high << 4) | low
  }
  if (!isHex) throw new RangeError('not hexadecimal text')
  return bytes
}

/** Value of a hexadecimal digit's character code, or -1. */
function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** Computes into `scratch` the hash state after the key's block, padded with zeros. */
function begin(key: Uint8Array, mask: number): void {
  scratch.set(start)
  for (let t = 0; t < 16; t++) {
    const at = t * 4
    const word = at + 4 <= key.length ? wordAt(key, at) : at < key.length ? paddedWord(key, at, 0) : 0
    words[t] = word ^ (mask * 0x01010101)
  }
  compress(scratch)
}

/** Hashes the rest of a message, after `before` bytes (whole blocks), with the padding. */
function absorb(state: Int32Array, message: Uint8Array, before: number): void {
  const { length } = message
  const end = ((length + 8) >> 6) * 64
  for (let offset = 0; offset <= end; offset += 64) {
    for (let t = 0; t < 16; t++) {
      const at = offset + t * 4
      words[t] = at + 4 <= length ? wordAt(message, at) : at <= length ? paddedWord(message, at, 0x80) : 0
    }
    if (offset === end) {
      words[14] = Math.floor((before + length) / 0x20000000)
      words[15] = (before + length) << 3
    }
    compress(state)
  }
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  (byteIn(bytes, at) << 24) | (byteIn(bytes, at + 1) << 16) | (byteIn(bytes, at + 2) << 8) | byteIn(bytes, at + 3)

/** Last word: up to three remaining bytes and the padding bit. */
function paddedWord(bytes: Uint8Array, at: number, end: number): number {
  let word = end << (24 - (bytes.length - at) * 8)
  for (let index = at; index < bytes.length; index++) word |= byteIn(bytes, index) << (24 - (index - at) * 8)
  return word
}

function bytesOf(state: Int32Array): Uint8Array {
  const bytes = new Uint8Array(32)
  for (let index = 0; index < 32; index++) bytes[index] = wordIn(state, index >> 2) >>> (24 - (index & 3) * 8)
  return bytes
}

/** Compresses the block in `words` into the state. */
function compress(state: Int32Array): void {
  for (let t = 16; t < 64; t++) {
    const x = wordIn(words, t - 15)
    const y = wordIn(words, t - 2)
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[t] = (wordIn(words, t - 16) + low + wordIn(words, t - 7) + high) | 0
  }
  let a = wordIn(state, 0)
  let b = wordIn(state, 1)
  let c = wordIn(state, 2)
  let d = wordIn(state, 3)
  let e = wordIn(state, 4)
  let f = wordIn(state, 5)
  let g = wordIn(state, 6)
  let h = wordIn(state, 7)
  for (let t = 0; t < 64; t++) {
    const mixE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + mixE + ((e & f) ^ (~e & g)) + wordIn(rounds, t) + wordIn(words, t)) | 0
    const mixA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (mixA + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0] = wordIn(state, 0) + a
  state[1] = wordIn(state, 1) + b
  state[2] = wordIn(state, 2) + c
  state[3] = wordIn(state, 3) + d
  state[4] = wordIn(state, 4) + e
  state[5] = wordIn(state, 5) + f
  state[6] = wordIn(state, 6) + g
  state[7] = wordIn(state, 7) + h
}
