import { checkPrimeSync, createHmac, createPrivateKey, createPublicKey } from 'node:crypto'

const bits = 1_024n
const exponent = 65_537n
/** Rounds of the primality test; composite numbers of this size rarely pass even one. */
const checks = 6
/** Trial division excludes most numbers a hundred times faster than the test. */
const small = [
  3n,
  5n,
  7n,
  11n,
  13n,
  17n,
  19n,
  23n,
  29n,
  31n,
  37n,
  41n,
  43n,
  47n,
  53n,
  59n,
  61n,
  67n,
  71n,
  73n,
  79n,
  83n,
]

/**
 * RSA key pair in PEM of a party in the sandbox, derived from the one key that portal and sandbox share, so that both know all pairs. Parties outside
 * have real key pairs.
 * @param name of the party: a provider's code, or the portal towards it
 */
export function sandboxPair(sandboxKey: string, name: string): { privateKey: string; publicKey: string } {
  const p = primeOf(sandboxKey, `${name} p`)
  const q = primeOf(sandboxKey, `${name} q`)
  const d = inverse(exponent, (p - 1n) * (q - 1n))
  const numbers = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'RSA', ...Object.fromEntries(Object.entries(numbers).map(([part, value]) => [part, base64(value)])) },
  })
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** First prime after a 1,024-bit number derived from key and name. */
function primeOf(key: string, name: string): bigint {
  const blocks = Array.from({ length: Number(bits) / 256 }, (_, index) =>
    createHmac('sha256', key).update(`${name} ${index}`).digest('hex'),
  )
  // Set the two highest bits, so that the product has full length, and the lowest, so that it is odd.
  const start = BigInt(`0x${blocks.join('')}`) | (3n << (bits - 2n)) | 1n
  for (let candidate = start; ; candidate += 2n) {
    if (small.some((prime) => candidate % prime === 0n) || candidate % exponent === 1n) continue
    if (checkPrimeSync(candidate, { checks })) return candidate
  }
}

/** Extended Euclidean algorithm. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next, factor, nextFactor] = [modulus, value % modulus, 0n, 1n]
  while (next > 0n) {
    const times = rest / next
    ;[rest, next, factor, nextFactor] = [next, rest - times * next, nextFactor, factor - times * nextFactor]
  }
  return ((factor % modulus) + modulus) % modulus
}

function base64(value: bigint): string {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url')
}
