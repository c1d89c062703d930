import { sha256, toHex } from '@dhow/fairness/sha256'
import { utf8 } from './encoding.ts'
import { isHexHash, readAmount, sumOf, type Balances } from './entry.ts'
import { check } from './verification-error.ts'

/**
 * Merkle-sum tree of liabilities: the sum of a node is that of its children, and its hash covers both children's sums and hashes, so that no sum can be
 * lowered on the way up (eprint.iacr.org/2018/1139). Hashes are over plain text, to be checked with `sha256sum`.
 */
export interface SumNode {
  /** Sum of debts below this node, in minor units. */
  sum: bigint
  /** SHA-256 in hexadecimal digits. */
  hash: string
}

/** Debt to one player: the balances after the account's last entry of the day. */
export interface Liability {
  account: string
  /** Number of that entry; below, its commitment. */
  number: number
  commitment: string
  balances: Balances
}

/** A liability with its salt (64 hexadecimal digits), which hides it from others. */
export interface SaltedLiability extends Liability {
  salt: string
}

/** Largest sum of a node: 18 digits, as for amounts. */
const maxSum = 10n ** 18n - 1n

/** Formats the text of a leaf. */
export const formatLiability = ({ account, number, commitment, balances, salt }: SaltedLiability): string =>
  [
    'dhow/liability/v1',
    `account ${account}`,
    `number ${number}`,
    `entry ${commitment}`,
    `cash ${balances.cash}`,
    `bonus ${balances.bonus}`,
    `hold ${balances.hold}`,
    `in_play ${balances.inPlay}`,
    `salt ${salt}`,
    '',
  ].join('\n')

/** Parses the text of a leaf. Refused as `liability-malformed` or, for a negative balance, `liability-negative`. */
export function parseLiability(text: string): SaltedLiability {
  const values = text.split('\n').map((line) => line.slice(line.indexOf(' ') + 1))
  const [, account = '', number = '', commitment = '', cash = '', bonus = '', hold = '', inPlay = '', salt = ''] =
    values
  check(values.length === 10 && /^[1-9][0-9]{0,14}$/.test(number), 'liability-malformed')
  check(isHexHash(commitment) && isHexHash(salt), 'liability-malformed')
  const balances = {
    cash: readAmount(cash),
    bonus: readAmount(bonus),
    hold: readAmount(hold),
    inPlay: readAmount(inPlay),
  }
  const liability = { account, number: Number(number), commitment, balances, salt }
  check(formatLiability(liability) === text, 'liability-malformed')
  return liability
}

/** Node of a leaf. */
export function leafNode(liability: SaltedLiability): SumNode {
  const isOwed = Object.values(liability.balances).every((amount) => amount >= 0n)
  check(isOwed, 'liability-negative', liability.account)
  return { sum: sumOf(liability.balances), hash: toHex(sha256(utf8(formatLiability(liability)))) }
}

/** Parent of two nodes. */
export function sumNode(left: SumNode, right: SumNode): SumNode {
  check(left.sum >= 0n && right.sum >= 0n, 'liability-negative')
  const sum = left.sum + right.sum
  check(sum <= maxSum, 'liability-sum-too-great')
  const text = `dhow/liability-node/v1\n${left.sum} ${left.hash}\n${right.sum} ${right.hash}\n`
  return { sum, hash: toHex(sha256(utf8(text))) }
}

/** A tree of liabilities, and the position of each account in it. */
export interface LiabilityTree {
  /** Levels from the leaves to the root; each has half the nodes of the one below. */
  levels: SumNode[][]
  places: Map<string, { index: number; liability: SaltedLiability }>
}

/**
 * Builds the tree: each leaf gets a salt, leaves are padded with empty ones to a power of two and shuffled, so that neither the number of players nor
 * their order shows. `random` returns unguessable bytes. Refused as `liability-account-twice`, `liability-negative` or
 * `liability-sum-too-great`.
 */
export function buildLiabilityTree(
  liabilities: readonly Liability[],
  random: (bytes: number) => Uint8Array,
): LiabilityTree {
  const work = growLiabilityTree(liabilities, random)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Nodes between two yields of `growLiabilityTree`: about a millisecond of work. */
const nodesPerSlice = 200

/** The same as a generator: at each `yield` a server can do other work. */
export function* growLiabilityTree(
  liabilities: readonly Liability[],
  random: (bytes: number) => Uint8Array,
): Generator<undefined, LiabilityTree, undefined> {
  const accounts = new Set(liabilities.map(({ account }) => account))
  check(accounts.size === liabilities.length, 'liability-account-twice')
  const salted = liabilities.map((liability) => ({ ...liability, salt: toHex(random(32)) }))
  let width = 2
  while (width < salted.length) width *= 2
  const order = shuffled(width, random)
  const leaves: SumNode[] = []
  for (const leaf of order) {
    if (leaves.length % nodesPerSlice === nodesPerSlice - 1) yield
    const liability = salted[leaf]
    leaves.push(liability ? leafNode(liability) : { sum: 0n, hash: toHex(random(32)) })
  }
  const levels = [leaves]
  for (let below = leaves; below.length > 1; levels.push(below)) below = yield* levelAbove(below)
  const places = order.flatMap((leaf, index) => {
    const liability = salted[leaf]
    return liability ? [[liability.account, { index, liability }] as const] : []
  })
  return { levels, places: new Map(places) }
}

function* levelAbove(below: readonly SumNode[]): Generator<undefined, SumNode[], undefined> {
  const above: SumNode[] = []
  for (const [index, right] of below.entries()) {
    if (index % nodesPerSlice === nodesPerSlice - 1) yield
    const left = below[index - 1]
    if (index % 2 === 1 && left) above.push(sumNode(left, right))
  }
  return above
}

/** The numbers 0 … `count - 1` in random order (Fisher–Yates). */
function shuffled(count: number, random: (bytes: number) => Uint8Array): number[] {
  const order = Array.from({ length: count }, (_, leaf) => leaf)
  for (let last = count - 1; last > 0; last--) {
    const other = below(last + 1, random)
    const [here, there] = [order[last] ?? 0, order[other] ?? 0]
    order[last] = there
    order[other] = here
  }
  return order
}

/** A uniform random number below a limit of at most 2^32. */
function below(limit: number, random: (bytes: number) => Uint8Array): number {
  const fair = 2 ** 32 - (2 ** 32 % limit)
  for (;;) {
    const number = new DataView(Uint8Array.from(random(4)).buffer).getUint32(0)
    if (number < fair) return number % limit
  }
}
