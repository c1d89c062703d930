import { createHash, createPublicKey, verify } from 'node:crypto'
import { fromHex, toHex } from '@dhow/fairness/sha256'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyEd25519 } from './ed25519.ts'
import { concat } from './encoding.ts'
import { sha512 } from './sha512.ts'
import { testSigner } from './testing/signer.ts'

const spki = fromHex('302a300506032b6570032100')

function verifiesInNode(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(concat(spki, publicKey)), format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}

/** Test vectors of RFC 8032, section 7.1: public key, message, signature. */
const vectors = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
].map((row) => row.map(fromHex)) as [Uint8Array, Uint8Array, Uint8Array][]

const { key, sign } = testSigner('example.com/signer')

describe('SHA-512', () => {
  it('equals Node’s for every message length up to three blocks', () => {
    for (let length = 0; length < 300; length++) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255)
      expect(toHex(sha512(message))).toBe(createHash('sha512').update(message).digest('hex'))
    }
  })
})

describe('an Ed25519 signature', () => {
  it.each(vectors)('verifies the vectors of RFC 8032 (%#)', (publicKey, message, signature) => {
    expect(verifyEd25519(publicKey, message, signature)).toBe(true)
    expect(verifyEd25519(publicKey, concat(message, Uint8Array.of(0)), signature)).toBe(false)
  })

  it('verifies, and fails with any bit flipped, as in Node', () => {
    const flips = fc.record({ message: fc.uint8Array({ maxLength: 200 }), bit: fc.nat(64 * 8 - 1) })
    fc.assert(
      fc.property(flips, ({ message, bit }) => {
        const signature = sign(message)
        expect(verifyEd25519(key.publicKey, message, signature)).toBe(true)
        signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(verifyEd25519(key.publicKey, message, signature)).toBe(false)
        expect(verifiesInNode(key.publicKey, message, signature)).toBe(false)
      }),
      { numRuns: 25 },
    )
  })

  it('has the same result as in Node for any key and signature', () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    fc.assert(
      fc.property(bytes(32), bytes(64), bytes(8), (publicKey, signature, message) => {
        expect(verifyEd25519(publicKey, message, signature)).toBe(verifiesInNode(publicKey, message, signature))
      }),
      { numRuns: 25 },
    )
  })

  it('is refused if its second half is not reduced by the order of the base point', () => {
    const message = Uint8Array.of(1, 2, 3)
    const signature = sign(message)
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    let s = signature.slice(32).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n) + order
    for (let at = 32; at < 64; at++, s >>= 8n) signature[at] = Number(s & 255n)
    expect(verifiesInNode(key.publicKey, message, signature)).toBe(false)
    expect(verifyEd25519(key.publicKey, message, signature)).toBe(false)
  })

  it('is refused for a key with an unreduced coordinate, even if the point would fit', () => {
    // The neutral point, for which this signature is valid for every message, and the same with p added to its y.
    const neutral = fromHex(`01${'00'.repeat(31)}`)
    const unreduced = fromHex(`ee${'ff'.repeat(30)}7f`)
    const signature = concat(neutral, new Uint8Array(32))
    expect(verifyEd25519(neutral, Uint8Array.of(1), signature)).toBe(true)
    expect(verifyEd25519(unreduced, Uint8Array.of(1), signature)).toBe(false)
  })

  it('is refused for a key that is not on the curve, and for wrong lengths', () => {
    const message = Uint8Array.of(1)
    const signature = sign(message)
    const notReduced = fromHex('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f')
    const notOnCurve = fromHex(`02${'00'.repeat(31)}`)
    for (const publicKey of [notReduced, notOnCurve, key.publicKey.subarray(1)])
      expect(verifyEd25519(publicKey, message, signature)).toBe(false)
    expect(verifyEd25519(key.publicKey, message, signature.subarray(1))).toBe(false)
  })
})
