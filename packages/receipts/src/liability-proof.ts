import { sha256 } from '@dhow/fairness/sha256'
import { followEntries, type AccountState } from './account-chain.ts'
import { readCount, textOf, utf8 } from './encoding.ts'
import { isHexHash, readAmount } from './entry.ts'
import {
  formatLiability,
  leafNode,
  parseLiability,
  sumNode,
  type LiabilityTree,
  type SaltedLiability,
  type SumNode,
} from './liability-tree.ts'
import type { Policy, WitnessedCheckpoint } from './policy.ts'
import type { VerifiedReceipt } from './receipt.ts'
import { parseTlogProof, verifyTlogProof } from './tlog-proof.ts'
import { check } from './verification-error.ts'

/** Root for a day and a currency, published by the operator and logged. */
export interface LiabilityRoot {
  /** Day, such as `2026-11-24`. */
  day: string
  currency: string
  /** Number of leaves, a power of two. */
  leaves: number
  /** Sum of all liabilities, in minor units. */
  total: bigint
  /** Hash of the root, in hexadecimal digits. */
  hash: string
}

/** A player's share of a day's liabilities, found in the published root. */
export interface VerifiedLiability {
  liability: SaltedLiability
  root: LiabilityRoot
  checkpoint: WitnessedCheckpoint
}

const header = 'dhow/liability-proof/v1'

/** Makes a day's root from a tree. Refused as `liability-total-differs` if the ledger's sum differs. */
export function liabilityRoot(tree: LiabilityTree, day: string, currency: string, ledgerTotal: bigint): LiabilityRoot {
  const [leaves, root] = [tree.levels[0]?.length, tree.levels.at(-1)?.[0]]
  check(leaves !== undefined && root !== undefined, 'liability-malformed')
  check(root.sum === ledgerTotal, 'liability-total-differs', `${root.sum}, the ledger has ${ledgerTotal}`)
  return { day, currency, leaves, total: root.sum, hash: root.hash }
}

/** Formats the text of a root. */
export const formatLiabilityRoot = ({ day, currency, leaves, total, hash }: LiabilityRoot): string =>
  `dhow/liabilities/v1\nday ${day}\ncurrency ${currency}\nleaves ${leaves}\ntotal ${total}\nroot ${hash}\n`

/** Log entry for a root: the SHA-256 of its text. */
export const liabilityRootEntry = (root: LiabilityRoot): Uint8Array => sha256(utf8(formatLiabilityRoot(root)))

/** Formats a player's file: path from their leaf to the root, leaf, root, and log proof of the root. */
export function formatLiabilityProof(
  tree: LiabilityTree,
  account: string,
  root: LiabilityRoot,
  tlogProof: string,
): string {
  const place = tree.places.get(account)
  check(place !== undefined, 'liability-other-account', account)
  const siblings = tree.levels.slice(0, -1).flatMap((level, height) => {
    const sibling = level[Math.floor(place.index / 2 ** height) ^ 1]
    return sibling ? [`${sibling.sum} ${sibling.hash}\n`] : []
  })
  const path = `${header}\nindex ${place.index}\n${siblings.join('')}`
  return [path, formatLiability(place.liability), formatLiabilityRoot(root), tlogProof].join('\n')
}

/**
 * Verifies a player's file: the leaf leads to the root, by sums and hashes, and the root is in the log. Refused with a reason that begins with
 * `liability-` or one of a proof.
 */
export function verifyLiability(file: string | Uint8Array, policy: Policy): VerifiedLiability {
  const [path = '', leafText = '', rootText = '', ...proofParts] = textOf(file).split('\n\n')
  const [first, indexLine = '', ...siblings] = path.split('\n')
  check(first === header, 'liability-header-other', first)
  check(proofParts.length > 0, 'liability-root-not-logged')
  const index = indexLine.startsWith('index ') ? readCount(indexLine.slice(6)) : undefined
  check(index !== undefined, 'liability-index-malformed', indexLine)
  const liability = parseLiability(`${leafText}\n`)
  const root = parseLiabilityRoot(`${rootText}\n`)
  check(index < root.leaves, 'liability-index-malformed', indexLine)
  check(2 ** siblings.length === root.leaves, 'liability-path-cut', `${siblings.length} steps`)
  const reached = climb(leafNode(liability), index, siblings.map(readNode))
  check(reached.sum === root.total, 'liability-total-wrong', String(reached.sum))
  check(reached.hash === root.hash, 'liability-root-differs')
  const checkpoint = verifyTlogProof(parseTlogProof(proofParts.join('\n\n')), liabilityRootEntry(root), policy)
  return { liability, root, checkpoint }
}

/**
 * Adds up the receipts of all entries since a day's root, in order, starting after the leaf's entry. Returns the account's state after the last.
 * Refused with a reason that begins with `chain-`, or as `liability-of-other-log`.
 */
export function addUpSince(
  { liability, root, checkpoint }: VerifiedLiability,
  receipts: readonly VerifiedReceipt[],
): AccountState {
  for (const receipt of receipts)
    check(receipt.checkpoint.origin === checkpoint.origin, 'liability-of-other-log', receipt.checkpoint.origin)
  const { account, number, commitment, balances } = liability
  const start = { account, currency: root.currency, number, commitment, at: '', balances }
  return followEntries(
    start,
    receipts.toSorted((one, other) => one.entry.number - other.entry.number),
  )
}

/** Checks that no day has two roots in one currency. Refused as `liability-two-roots`. */
export function checkOneRootADay(roots: readonly LiabilityRoot[]): void {
  const found = new Map<string, string>()
  for (const root of roots) {
    const day = `${root.day} ${root.currency}`
    const text = formatLiabilityRoot(root)
    check((found.get(day) ?? text) === text, 'liability-two-roots', day)
    found.set(day, text)
  }
}

/** Parses the text of a root. Refused as `liability-root-malformed`. */
export function parseLiabilityRoot(text: string): LiabilityRoot {
  const [, day = '', currency = '', leavesText = '', total = '', hash = ''] = text
    .split('\n')
    .map((line) => line.slice(line.indexOf(' ') + 1))
  const leaves = readCount(leavesText)
  const isSound = /^\d{4}-\d\d-\d\d$/.test(day) && /^[A-Z]{3}$/.test(currency) && isHexHash(hash)
  check(isSound && leaves !== undefined && /^[0-9]{1,18}$/.test(total), 'liability-root-malformed')
  const root = { day, currency, leaves, total: readAmount(total), hash }
  check(formatLiabilityRoot(root) === text, 'liability-root-malformed')
  return root
}

/** Computes the root from a leaf and its siblings. */
function climb(leaf: SumNode, index: number, siblings: readonly SumNode[]): SumNode {
  let [node, at] = [leaf, index]
  for (const sibling of siblings) {
    node = at % 2 === 1 ? sumNode(sibling, node) : sumNode(node, sibling)
    at = Math.floor(at / 2)
  }
  return node
}

function readNode(line: string): SumNode {
  const [sum = '', hash = '', ...more] = line.split(' ')
  check(isHexHash(hash) && more.length === 0, 'liability-step-malformed', line)
  return { sum: readAmount(sum), hash }
}
