import { describe, expect, it } from 'vitest'
import { followEntries } from '@dhow/receipts/account-chain'
import { sumOf } from '@dhow/receipts/entry'
import { formatLiabilityRoot } from '@dhow/receipts/liability-proof'
import { verifyLiability } from '@dhow/receipts/liability-proof'
import { trustLog } from '@dhow/receipts/policy'
import { formatStatementBody } from '@dhow/receipts/statement-body'
import { emptyAccount, entriesOf, log, sampleFiles } from '@dhow/receipts/testing/sample'
import { VerificationError } from '@dhow/receipts/verification-error'
import { formatVerifierKey } from '@dhow/receipts/verifier-key'
import { checkShare, type ShareFiles } from './check-share.ts'

const sample = sampleFiles()
const entries = entriesOf('pl_anna', 12)
const { balances } = followEntries(emptyAccount('pl_anna'), entries)
const proof = sample.get('liability.txt') ?? ''
const since = entries.slice(7)
const csv = (part: typeof entries) => formatStatementBody('csv', part)
const { root } = verifyLiability(proof, trustLog(log.key))

const files = (more: Partial<ShareFiles> = {}): ShareFiles => ({
  account: 'pl_anna',
  currency: 'NAD',
  proof,
  receipt: sample.get('since-12.txt') ?? '',
  balances: {
    cash: String(balances.cash),
    bonus: String(balances.bonus),
    hold: String(balances.hold),
    in_play: String(balances.inPlay),
  },
  entries: [csv(since)],
  keys: `${formatVerifierKey(log.key)} 0 -\n`,
  roots: [formatLiabilityRoot(root)],
  ...more,
})

function reasonOf(given: ShareFiles): string {
  try {
    checkShare(given)
  } catch (error) {
    if (error instanceof VerificationError) return error.reason
    throw error
  }
  return 'accepted'
}

describe('a check of a share', () => {
  it('succeeds with the entries in one file or several', () => {
    for (const parts of [[csv(since)], [csv(since.slice(0, 2)), csv(since.slice(2))]]) {
      const checked = checkShare(files({ entries: parts }))
      expect(checked).toMatchObject({ root: { day: '2026-11-01' }, since: 5, isSame: true })
      expect(checked.now).toEqual(balances)
    }
  })

  it('reports a difference if the portal shows another balance or an entry is missing', () => {
    expect(checkShare(files({ balances: { cash: '1', bonus: '0', hold: '0', in_play: '0' } })).isSame).toBe(false)
    expect(checkShare(files({ entries: [csv(since.slice(0, -1))] })).isSame).toBe(false)
    expect(checkShare(files({ receipt: null })).isSame).toBe(false)
  })

  it('of a player newer than the root starts at zero, and still needs the receipt of the last entry', () => {
    const later = files({ proof: null, entries: [csv(entries)] })
    expect(checkShare(later)).toMatchObject({ root: undefined, since: 12, isSame: true })
    expect(sumOf(checkShare(later).atRoot)).toBe(0n)
  })

  it('fails with its reason for a wrong total, another root of the day, a gap, and a key that did not sign', () => {
    const other = formatLiabilityRoot({ ...root, total: root.total - 1n })
    expect(reasonOf(files({ roots: [other] }))).toBe('liability-two-roots')
    expect(reasonOf(files({ proof: proof.replace(/^total \d+$/m, 'total 1') }))).toBe('liability-total-wrong')
    expect(reasonOf(files({ entries: [csv(since.slice(1))] }))).toBe('chain-entry-missing')
    const [key = ''] = /(?<=^log )\S+/m.exec(sample.get('policy.txt') ?? '') ?? [formatVerifierKey(log.key)]
    expect(reasonOf(files({ keys: `${key.replace('dhow.example', 'other.example')} 0 -\n` }))).toBe('key-id-wrong')
  })
})
