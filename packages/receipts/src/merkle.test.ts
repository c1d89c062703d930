import { fromHex, toHex } from '@dhow/fairness/sha256'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBase64 } from './encoding.ts'
import { emptyRoot, leafHash, nodeHash, rootOf, verifyConsistency, verifyInclusion } from './merkle.ts'
import {
  proveConsistency,
  proveInclusion,
  rootOfSize,
  subtreesForConsistency,
  subtreesForInclusion,
  type HashReader,
} from './merkle-proof.ts'
import { reasonOf } from './testing/refusal.ts'

/** Entries of Certificate Transparency's tests, and the roots over the first 1 to 8 of them. */
const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const most = 300
const leaves = Array.from({ length: most }, (_, at) => leafHash(Uint8Array.of(at >> 8, at)))
const read: HashReader = ({ level, index }) =>
  level === 0
    ? (leaves[index] ?? emptyRoot)
    : nodeHash(read({ level: level - 1, index: 2 * index }), read({ level: level - 1, index: 2 * index + 1 }))
const tree = (size: number) => ({ size, root: rootOf(leaves.slice(0, size)) })
const size = fc.integer({ min: 1, max: most })
const twoSizes = fc
  .tuple(fc.nat(most), fc.nat(most))
  .map(([one, other]): [number, number] => (one < other ? [one, other] : [other, one]))

describe('the root of a log', () => {
  it.each(roots.map((root, at) => [at + 1, root] as const))('of the known entries 1 to %i is %s', (count, root) => {
    expect(toHex(rootOf(entries.slice(0, count).map((entry) => leafHash(fromHex(entry)))))).toBe(root)
  })

  it('without entries is the hash of nothing', () => {
    expect(toBase64(rootOf([]))).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
  })

  it('is the same computed from its complete subtrees', () => {
    fc.assert(
      fc.property(size, (count) => {
        expect(rootOfSize(count, read)).toEqual(tree(count).root)
      }),
      { numRuns: 30 },
    )
  })
})

describe('an inclusion proof', () => {
  it('verifies for every entry of every small log', () => {
    for (let count = 1; count < 40; count++)
      for (let index = 0; index < count; index++)
        expect(() =>
          verifyInclusion(read({ level: 0, index }), index, tree(count), proveInclusion(index, count, read)),
        ).not.toThrow()
  })

  it('is refused for another entry or index, and for a changed, missing or added hash', () => {
    const sizeAndIndex = size.chain((count) => fc.tuple(fc.constant(count), fc.nat(count - 1), fc.nat(20)))
    fc.assert(
      fc.property(sizeAndIndex, ([count, index, at]) => {
        const proof = proveInclusion(index, count, read)
        const leaf = read({ level: 0, index })
        const verify = (hash: Uint8Array, where: number, hashes: Uint8Array[]) =>
          reasonOf(() => verifyInclusion(hash, where, tree(count), hashes))
        expect(verify(leaf, index, proof)).toBe('accepted')
        expect(verify(leafHash(Uint8Array.of(9, 9, 9)), index, proof)).toBe('proof-root-differs')
        expect(verify(leaf, count, proof)).toBe('proof-index-beyond-size')
        expect(verify(leaf, index, [...proof, leaf])).toBe('proof-too-long')
        if (proof.length === 0) return
        expect(verify(leaf, index, proof.slice(1))).toMatch(/^proof-(root-differs|too-short)$/)
        expect(verify(leaf, index, proof.with(at % proof.length, emptyRoot))).toBe('proof-root-differs')
        expect(verify(leaf, (index + 1) % count, proof)).toMatch(/^proof-(root-differs|too-short|too-long)$/)
      }),
      { numRuns: 60 },
    )
  })

  it('needs only complete subtrees within the log', () => {
    for (const { level, index } of subtreesForInclusion(123, 300))
      expect((index + 1) * 2 ** level).toBeLessThanOrEqual(300)
  })

  it('has the length of the tree’s depth, also above 2^32 entries', () => {
    const same: HashReader = () => emptyRoot
    const proof = proveInclusion(2 ** 40, 2 ** 50, same)
    expect(proof).toHaveLength(50)
    expect(proveInclusion(2 ** 50, 2 ** 50 + 1, same)).toHaveLength(1)
    expect(reasonOf(() => verifyInclusion(emptyRoot, 2 ** 40, { size: 2 ** 50, root: emptyRoot }, proof))).toBe(
      'proof-root-differs',
    )
    expect(subtreesForInclusion(0, 2 ** 53 - 1).every(({ index }) => Number.isSafeInteger(index))).toBe(true)
  })
})

describe('a consistency proof', () => {
  it('verifies between every two small logs', () => {
    for (let now = 0; now < 40; now++)
      for (let old = 0; old <= now; old++)
        expect(() => verifyConsistency(tree(old), tree(now), proveConsistency(old, now, read))).not.toThrow()
  })

  it('is refused for a changed past, a changed present, and a wrong number of hashes', () => {
    fc.assert(
      fc.property(twoSizes, ([old, now]) => {
        const proof = proveConsistency(old, now, read)
        const forged = { size: old, root: leafHash(Uint8Array.of(1, 2, 3)) }
        const verify = (from: typeof forged, to: typeof forged, hashes: Uint8Array[]) =>
          reasonOf(() => verifyConsistency(from, to, hashes))
        expect(verify(tree(old), tree(now), proof)).toBe('accepted')
        expect(verify(forged, tree(now), proof)).not.toBe('accepted')
        expect(verify(tree(old), tree(now), [...proof, emptyRoot])).toMatch(/not-empty|too-long/)
        if (proof.length === 0) return
        expect(verify(tree(old), { size: now, root: emptyRoot }, proof)).toBe('consistency-new-root-differs')
        expect(verify(tree(old), tree(now), proof.slice(0, -1))).toBe('consistency-proof-too-short')
        expect(verify(tree(now), tree(old), proof)).toBe('consistency-size-shrinks')
      }),
      { numRuns: 60 },
    )
  })

  it('between two roots of one size is refused, even if empty', () => {
    expect(reasonOf(() => verifyConsistency(tree(5), { size: 5, root: emptyRoot }, []))).toBe(
      'consistency-roots-differ',
    )
  })

  it('needs only complete subtrees within the log', () => {
    for (const { level, index } of subtreesForConsistency(123, 300))
      expect((index + 1) * 2 ** level).toBeLessThanOrEqual(300)
  })
})
