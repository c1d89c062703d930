/**
 * Merkle trees of RFC 6962 and their proofs. Proofs are verified by the algorithms of RFC 9162, sections 2.1.3.2 and 2.1.4.2.
 * Sizes and indexes are whole numbers up to 2^53 − 1; a hash is 32 bytes.
 */
import { sha256 } from '@dhow/fairness/sha256'
import { concat, isEqual } from './encoding.ts'
import { check } from './verification-error.ts'

const leafPrefix = Uint8Array.of(0)
/** `0x01 || left || right`: reused buffer, since allocating one takes a third of a hash's time. */
const node = new Uint8Array(65)
node[0] = 1

/** Hash of an entry of the log: `SHA-256(0x00 || entry)`. */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256(concat(leafPrefix, entry))

/** Hash over two hashes: `SHA-256(0x01 || left || right)`. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  node.set(left, 1)
  node.set(right, 33)
  return sha256(node)
}

/** Root of an empty tree: the hash of nothing. */
export const emptyRoot: Uint8Array = sha256(new Uint8Array())

/** Root over the hashes of all leaves. */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  // One complete subtree for each bit of the count so far, greatest first.
  const complete: Uint8Array[] = []
  for (const [index, leaf] of leaves.entries()) {
    let hash = leaf
    for (let rest = index; rest % 2 === 1; rest = (rest - 1) / 2) hash = nodeHash(complete.pop() ?? hash, hash)
    complete.push(hash)
  }
  return complete.length === 0 ? emptyRoot : foldRight(complete)
}

/** Joins the complete subtrees of a range (at least one, each smaller from left to right) into the hash of the range. */
export const foldRight = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.reduceRight((right, left) => nodeHash(left, right))

/** Computes the root from a leaf's hash and its inclusion proof. Refused if the proof does not fit index and size. */
export function rootFromInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array {
  check(index < size, 'proof-index-beyond-size', `${index} of ${size}`)
  let hash = leaf
  let [at, last] = [index, size - 1]
  for (const sibling of proof) {
    check(last > 0, 'proof-too-long')
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash)
      // A node without a right sibling moves up unchanged until it is a right child.
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, sibling)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  check(last === 0, 'proof-too-short')
  return hash
}

/** Verifies that a leaf is at an index of the tree with this size and root. Refused with a reason that begins with `proof-`. */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  { size, root }: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): void {
  check(isEqual(rootFromInclusion(leaf, index, size, proof), root), 'proof-root-differs')
}

/**
 * Verifies that the larger tree starts with all entries of the smaller one. Refused with a reason that begins with `consistency-`.
 * An empty tree is consistent with every tree, by an empty proof.
 */
export function verifyConsistency(
  old: { size: number; root: Uint8Array },
  now: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): void {
  check(old.size <= now.size, 'consistency-size-shrinks', `${old.size} to ${now.size}`)
  if (old.size === 0 || old.size === now.size) {
    check(proof.length === 0, 'consistency-proof-not-empty')
    if (old.size === 0) check(isEqual(old.root, emptyRoot), 'checkpoint-empty-root-wrong')
    else check(isEqual(old.root, now.root), 'consistency-roots-differ')
    return
  }
  let [at, last] = [old.size - 1, now.size - 1]
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)]
  // A complete old tree is itself the first node, which the proof omits.
  const [first, ...rest] = at === 0 ? [old.root, ...proof] : proof
  check(first !== undefined, 'consistency-proof-too-short')
  let [oldHash, newHash] = [first, first]
  for (const sibling of rest) {
    check(last > 0, 'consistency-proof-too-long')
    if (at % 2 === 1 || at === last) {
      oldHash = nodeHash(sibling, oldHash)
      newHash = nodeHash(sibling, newHash)
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else newHash = nodeHash(newHash, sibling)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  check(last === 0, 'consistency-proof-too-short')
  check(isEqual(oldHash, old.root), 'consistency-old-root-differs')
  check(isEqual(newHash, now.root), 'consistency-new-root-differs')
}
