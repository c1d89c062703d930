import { foldRight } from './merkle.ts'
import { check } from './verification-error.ts'

/** A complete subtree over the entries from `index * 2^level` to `(index + 1) * 2^level`. Level 0 are the leaves' hashes. */
export interface Subtree {
  level: number
  index: number
}

/** Returns the hash of a complete subtree, from tiles or memory. */
export type HashReader = (subtree: Subtree) => Uint8Array

/** Inclusion proof of an entry in the tree of a size, from the leaf's sibling up (RFC 6962, section 2.1.1). */
export const proveInclusion = (index: number, size: number, read: HashReader): Uint8Array[] =>
  inclusionRanges(index, size).map((range) => hashOfRange(range, read))

/** Consistency proof between the trees of two sizes (RFC 6962, section 2.1.2); empty from size 0 and for equal sizes. */
export const proveConsistency = (oldSize: number, newSize: number, read: HashReader): Uint8Array[] =>
  consistencyRanges(oldSize, newSize).map((range) => hashOfRange(range, read))

/** Root of the tree of a size of at least 1. */
export const rootOfSize = (size: number, read: HashReader): Uint8Array => hashOfRange([0, size], read)

/** Half-open range of entries; the hash over each range is one line of a proof. */
type Range = [from: number, to: number]

/** Complete subtrees needed for an inclusion proof, so that their tiles can be fetched first. */
export const subtreesForInclusion = (index: number, size: number): Subtree[] =>
  inclusionRanges(index, size).flatMap(subtreesOf)

/** Complete subtrees needed for a consistency proof. */
export const subtreesForConsistency = (oldSize: number, newSize: number): Subtree[] =>
  consistencyRanges(oldSize, newSize).flatMap(subtreesOf)

function inclusionRanges(index: number, size: number): Range[] {
  check(index < size, 'proof-index-beyond-size', `${index} of ${size}`)
  const ranges: Range[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    if (index < middle) {
      ranges.push([middle, to])
      to = middle
    } else {
      ranges.push([from, middle])
      from = middle
    }
  }
  return ranges.toReversed()
}

function consistencyRanges(oldSize: number, newSize: number): Range[] {
  check(oldSize <= newSize, 'consistency-size-shrinks', `${oldSize} to ${newSize}`)
  if (oldSize === 0 || oldSize === newSize) return []
  const ranges: Range[] = []
  let [from, to] = [0, newSize]
  while (oldSize !== to) {
    const middle = from + splitOf(to - from)
    if (oldSize <= middle) {
      ranges.push([middle, to])
      to = middle
    } else {
      ranges.push([from, middle])
      from = middle
    }
  }
  // The verifier has the root of a complete old tree, so leave it out.
  if (from > 0) ranges.push([from, to])
  return ranges.toReversed()
}

const hashOfRange = (range: Range, read: HashReader): Uint8Array => foldRight(subtreesOf(range).map(read))

/** Complete subtrees of a range, from left to right, each smaller. */
function subtreesOf([from, to]: Range): Subtree[] {
  const subtrees: Subtree[] = []
  let at = from
  while (at < to) {
    let level = 0
    while (2 ** (level + 1) <= to - at) level++
    subtrees.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return subtrees
}

/** Greatest power of two below a size of at least 2. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}
