/**
 * Verifies Ed25519 signatures (RFC 8032, section 5.1.7, without the cofactor). The platform signs: this file handles only public values, so it need not
 * be constant-time. It also runs where WebCrypto lacks Ed25519 or is missing, as on plain http pages. Checked against Node (OpenSSL) in the tests.
 */
import { isEqual } from './encoding.ts'
import { sha512 } from './sha512.ts'

const p = 2n ** 255n - 19n
/** Order of the base point. */
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const d = mod(-121665n * power(121666n, p - 2n))
const rootOfMinusOne = power(2n, (p - 1n) / 4n)

/** A point in extended coordinates: x = X/Z, y = Y/Z, T = XY/Z. */
interface Point {
  X: bigint
  Y: bigint
  Z: bigint
  T: bigint
}

const neutral: Point = { X: 0n, Y: 1n, Z: 1n, T: 0n }
const base = readPoint(fromNumber(mod(4n * power(5n, p - 2n))))

/** True if `signature` (64 bytes) is valid for `message` and the key (32 bytes). */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  const key = readPoint(publicKey)
  const s = toNumber(signature.subarray(32))
  if (!key || !base || s >= order) return false
  const hashed = new Uint8Array(64 + message.length)
  hashed.set(signature.subarray(0, 32))
  hashed.set(publicKey, 32)
  hashed.set(message, 64)
  const k = toNumber(sha512(hashed)) % order
  return isEqual(writePoint(sumOfMultiples(s, base, k, negate(key))), signature.subarray(0, 32))
}

/** Computes m·M + n·N, processing both factors bit by bit together. */
function sumOfMultiples(m: bigint, M: Point, n: bigint, N: Point): Point {
  const both = add(M, N)
  let sum = neutral
  for (let bit = 252n; bit >= 0n; bit--) {
    sum = add(sum, sum)
    const hasM = (m >> bit) & 1n
    const hasN = (n >> bit) & 1n
    if (hasM && hasN) sum = add(sum, both)
    else if (hasM) sum = add(sum, M)
    else if (hasN) sum = add(sum, N)
  }
  return sum
}

/** Complete addition of RFC 8032, section 5.1.4; also doubles. */
function add(one: Point, other: Point): Point {
  const a = mod((one.Y - one.X) * (other.Y - other.X))
  const b = mod((one.Y + one.X) * (other.Y + other.X))
  const c = mod(2n * one.T * mod(d * other.T))
  const f = mod(2n * one.Z * other.Z)
  const [e, g, h, i] = [b - a, f - c, f + c, b + a]
  return { X: mod(e * g), Y: mod(h * i), Z: mod(g * h), T: mod(e * i) }
}

const negate = ({ X, Y, Z, T }: Point): Point => ({ X: mod(-X), Y, Z, T: mod(-T) })

/** Decodes a point (RFC 8032, section 5.1.3); undefined if invalid. */
function readPoint(bytes: Uint8Array): Point | undefined {
  const encoded = toNumber(bytes)
  const y = encoded & ((1n << 255n) - 1n)
  const isOdd = encoded >> 255n
  if (y >= p) return undefined
  const u = mod(y * y - 1n)
  const v = mod(d * y * y + 1n)
  let x = mod(u * v ** 3n * power(mod(u * v ** 7n), (p - 5n) / 8n))
  if (mod(v * x * x) === mod(-u)) x = mod(x * rootOfMinusOne)
  if (mod(v * x * x) !== u || (x === 0n && isOdd)) return undefined
  if ((x & 1n) !== isOdd) x = p - x
  return { X: x, Y: y, Z: 1n, T: mod(x * y) }
}

function writePoint({ X, Y, Z }: Point): Uint8Array {
  const inverse = power(Z, p - 2n)
  return fromNumber(mod(Y * inverse) | ((mod(X * inverse) & 1n) << 255n))
}

function mod(value: bigint): bigint {
  const rest = value % p
  return rest < 0n ? rest + p : rest
}

function power(number: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = mod(number); exponent > 0n; exponent >>= 1n, square = mod(square * square))
    if (exponent & 1n) result = mod(result * square)
  return result
}

/** Little-endian bytes as a number. */
function toNumber(bytes: Uint8Array): bigint {
  let number = 0n
  for (const byte of bytes.toReversed()) number = (number << 8n) | BigInt(byte)
  return number
}

/** A number as 32 little-endian bytes. */
function fromNumber(number: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((number >> BigInt(8 * index)) & 255n))
}
