import { foldRight } from './merkle.ts'
import { check } from './verification-error.ts'

/** A complete subtree: the hash over the entries from `index * 2^level` to `(index + 1) * 2^level`. Level 0 holds the leaves' hashes. */
export interface Subtree {
  level: number
  index: number
}

/** Gives the hash of a complete subtree, from tiles or from memory. */
export type HashReader = (subtree: Subtree) => Uint8Array

/** The inclusion proof of an entry in the tree of a size, from the leaf's sibling up (RFC 6962, section 2.1.1). */
export const proveInclusion = (index: number, size: number, read: HashReader): Uint8Array[] =>
  inclusionRanges(index, size).map((range) => hashOfRange(range, read))

/** The consistency proof between the trees of two sizes (RFC 6962, section 2.1.2); empty from size 0 and for equal sizes. */
export const proveConsistency = (oldSize: number, newSize: number, read: HashReader): Uint8Array[] =>
  consistencyRanges(oldSize, newSize).map((range) => hashOfRange(range, read))

/** Root of the tree of a size, which is at least 1. */
export const rootOfSize = (size: number, read: HashReader): Uint8Array => hashOfRange([0, size], read)

/** Entries from the first number up to, without, the second; the hash over each is one line of a proof. */
type Range = [from: number, to: number]

/** The complete subtrees that an inclusion proof needs, so that their tiles can be fetched first. */
export const subtreesForInclusion = (index: number, size: number): Subtree[] =>
  inclusionRanges(index, size).flatMap(subtreesOf)

/** The complete subtrees that a consistency proof needs. */
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
  // A complete old tree is known to the reader of the proof, who has its root.
  if (from > 0) ranges.push([from, to])
  return ranges.toReversed()
}

const hashOfRange = (range: Range, read: HashReader): Uint8Array => foldRight(subtreesOf(range).map(read))

/** The complete subtrees of a range, from left to right ever smaller. */
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

/** The greatest power of two below a size, which is at least 2. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}
