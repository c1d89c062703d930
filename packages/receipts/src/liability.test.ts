import { createHash } from 'node:crypto'
import { toHex } from '@dhow/fairness/sha256'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followEntries } from './account-chain.ts'
import {
  addUpSince,
  checkOneRootADay,
  formatLiabilityProof,
  formatLiabilityRoot,
  liabilityRoot,
  liabilityRootEntry,
  verifyLiability,
} from './liability-proof.ts'
import { buildLiabilityTree, formatLiability, leafNode, parseLiability, sumNode } from './liability-tree.ts'
import { parsePolicy } from './policy.ts'
import { verifyReceipt } from './receipt.ts'
import { reasonOf } from './testing/refusal.ts'
import { bytesOf, counted, emptyAccount, entriesOf, logOf, policyText, sampleFiles } from './testing/sample.ts'

const policy = parsePolicy(policyText)
const files = sampleFiles()
const proof = files.get('liability.txt') ?? ''
const owed = (account: string, cash: bigint) => ({
  account,
  number: 3,
  commitment: toHex(bytesOf(account)),
  balances: { cash, bonus: 0n, hold: 0n, inPlay: 0n },
})

describe('a tree of liabilities', () => {
  it('proves the share of every account, and its root is the sum of all', () => {
    const amounts = fc.array(fc.bigInt(0n, 10n ** 12n), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(amounts, (all) => {
        const tree = buildLiabilityTree(
          all.map((cash, at) => owed(`pl_${at}`, cash)),
          counted(),
        )
        const total = all.reduce((sum, cash) => sum + cash, 0n)
        const root = liabilityRoot(tree, '2026-11-24', 'NAD', total)
        const tlogProof = logOf([liabilityRootEntry(root)]).proof(0)
        for (const [at, cash] of all.entries()) {
          const { liability } = verifyLiability(formatLiabilityProof(tree, `pl_${at}`, root, tlogProof), policy)
          expect(liability.balances.cash).toBe(cash)
        }
      }),
      { numRuns: 6 },
    )
  })

  it('is padded to a power of two, and shuffled by the given random source', () => {
    const all = Array.from({ length: 9 }, (_, at) => owed(`pl_${at}`, 1n))
    const tree = buildLiabilityTree(all, counted())
    expect(tree.levels.map((level) => level.length)).toEqual([16, 8, 4, 2, 1])
    const order = [...tree.places].map(([account, { index }]) => [account, index])
    expect(order.map(([account]) => account)).not.toEqual(all.map(({ account }) => account))
    expect(new Set(order.map(([, index]) => index)).size).toBe(9)
    expect(tree.levels[0]?.filter(({ sum }) => sum === 0n)).toHaveLength(7)
  })

  it('shuffles fairly: all positions are about equally frequent', () => {
    const chance = counted()
    const count = [0, 0, 0, 0]
    for (let run = 0; run < 200; run++) {
      const index =
        buildLiabilityTree([owed('a', 1n), owed('b', 1n), owed('c', 1n)], chance).places.get('a')?.index ?? 0
      count[index] = (count[index] ?? 0) + 1
    }
    for (const times of count) expect(times).toBeGreaterThan(30)
  })

  it('has hashes over plain text, with both sums of the children', () => {
    const [left, right] = [owed('a', 5n), owed('b', 7n)].map((one) => leafNode({ ...one, salt: toHex(bytesOf('s')) }))
    if (!left || !right) throw new Error('there are two')
    const text = `dhow/liability-node/v1\n5 ${left.hash}\n7 ${right.hash}\n`
    expect(sumNode(left, right)).toEqual({ sum: 12n, hash: createHash('sha256').update(text).digest('hex') })
  })

  it('is refused with a negative leaf, a repeated id, a sum of 19 digits, or a total that differs from the ledger’s', () => {
    const build = (all: ReturnType<typeof owed>[]) => reasonOf(() => buildLiabilityTree(all, counted()))
    expect(build([owed('a', 5n), owed('b', -1n)])).toBe('liability-negative')
    expect(build([owed('a', 5n), owed('a', 5n)])).toBe('liability-account-twice')
    expect(build([owed('a', 10n ** 18n - 1n), owed('b', 1n)])).toBe('liability-sum-too-great')
    const tree = buildLiabilityTree([owed('a', 5n), owed('b', 1n)], counted())
    expect(reasonOf(() => liabilityRoot(tree, '2026-11-24', 'NAD', 7n))).toBe('liability-total-differs')
    const root = liabilityRoot(tree, '2026-11-24', 'NAD', 6n)
    expect(reasonOf(() => formatLiabilityProof(tree, 'c', root, ''))).toBe('liability-other-account')
  })
})

describe('the share of a player', () => {
  it('is found in the day’s root, and with the entries since gives the current balance', () => {
    const share = verifyLiability(proof, policy)
    expect(share.liability.number).toBe(7)
    const receipts = [12, 8, 10, 9, 11].map((number) => verifyReceipt(files.get(`since-${number}.txt`) ?? '', policy))
    const now = followEntries(emptyAccount('pl_anna'), entriesOf('pl_anna', 12))
    expect(addUpSince(share, receipts)).toEqual(now)
    expect(reasonOf(() => addUpSince(share, receipts.slice(1)))).toBe('accepted')
    expect(reasonOf(() => addUpSince(share, receipts.toSpliced(2, 1)))).toBe('chain-entry-missing')
  })

  it('is refused with receipts of another log, even if both are trusted', () => {
    const share = verifyLiability(proof, policy)
    const receipt = verifyReceipt(files.get('since-8.txt') ?? '', policy)
    const elsewhere = { ...receipt, checkpoint: { ...receipt.checkpoint, origin: 'other.example/log' } }
    expect(reasonOf(() => addUpSince(share, [elsewhere]))).toBe('liability-of-other-log')
  })

  it('is refused with the greater sum instead of the sum', () => {
    const step = (proof.split('\n\n')[0] ?? '').split('\n').at(-1) ?? ''
    const own = verifyLiability(proof, policy)
    // The operator hides Anna's money by publishing the greater of the two sums as the total.
    const [sum = ''] = step.split(' ')
    const greater = BigInt(sum) > own.root.total - BigInt(sum) ? BigInt(sum) : own.root.total - BigInt(sum)
    const root = { ...own.root, total: greater }
    const tlogProof = logOf([liabilityRootEntry(root)]).proof(0)
    const cheated = proof.slice(0, proof.indexOf('dhow/liabilities/v1')) + formatLiabilityRoot(root) + `\n${tlogProof}`
    expect(reasonOf(() => verifyLiability(cheated, policy))).toBe('liability-total-wrong')
  })

  const leaf = (/dhow\/liability\/v1\n[^]*?\n\n/.exec(proof)?.[0] ?? '').slice(0, -1)
  it('has a leaf that is parsed as formatted', () => expect(formatLiability(parseLiability(leaf))).toBe(leaf))

  it('cannot be replaced by another player’s leaf', () => {
    expect(reasonOf(() => verifyLiability(proof.replace('account pl_anna', 'account pl_eve'), policy))).toBe(
      'liability-root-differs',
    )
  })
})

describe('the roots of the days', () => {
  it('are one a day and currency', () => {
    const { root } = verifyLiability(proof, policy)
    const other = { ...root, total: root.total - 1n }
    expect(
      reasonOf(() => checkOneRootADay([root, root, { ...other, currency: 'INR' }, { ...other, day: '2026-11-25' }])),
    ).toBe('accepted')
    expect(reasonOf(() => checkOneRootADay([root, other]))).toBe('liability-two-roots')
  })
})
