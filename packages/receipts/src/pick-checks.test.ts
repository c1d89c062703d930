import { describe, expect, it } from 'vitest'
import { utf8 } from './encoding.ts'
import { kindOf, pickChecks, readTrust } from './pick-checks.ts'
import { reasonOf } from './testing/refusal.ts'
import { log, policyText, sampleFiles } from './testing/sample.ts'
import { wrongFiles } from './testing/wrong-files.ts'
import { formatVerifierKey } from './verifier-key.ts'

const policy = readTrust(policyText)
const sample = sampleFiles()
const pick = (...names: string[]) => names.map((name) => ({ name, bytes: utf8(sample.get(name) ?? '') }))

describe('picked files', () => {
  it('are recognised by their beginning', () => {
    const kinds = [...sample.keys()].map((name) => [name, kindOf(pick(name)[0] ?? { name, bytes: utf8('') })])
    expect(Object.fromEntries(kinds)).toMatchObject({
      'policy.txt': 'policy',
      'receipt.txt': 'receipt',
      'receipt.html': 'receipt',
      'liability.txt': 'liability',
      'commitment.txt': 'commitment',
      'old-checkpoint.txt': 'head',
      'consistency.txt': 'request',
      'statement.csv': 'body',
      'statement.json': 'body',
      'statement.csv.note': 'note',
    })
  })

  const sets: [string, string[]][] = [
    ['receipt.html receipt.txt', ['verify', 'verify']],
    ['last-receipt.txt statement.csv.note statement.csv', ['statement']],
    ['since-9.txt liability.txt since-8.txt', ['root']],
    ['last-receipt.txt commitment.txt', ['commitment']],
    ['seed-commitment.txt', ['commitment']],
    ['consistency.txt old-checkpoint.txt', ['consistency']],
    ['statement.json statement.json.note last-receipt.txt receipt.html', ['statement', 'verify']],
  ]
  it.each(sets)('%s are checked as %s, successfully', (names, checks) => {
    const picked = pickChecks(pick(...names.split(' ')))
    expect(picked.map(({ name }) => name)).toEqual(checks)
    expect(picked.map(({ run }) => reasonOf(() => run(policy)))).toEqual(checks.map(() => 'accepted'))
  })

  it('with one missing are refused', () => {
    for (const name of ['statement.csv', 'statement.csv.note', 'consistency.txt', 'old-checkpoint.txt'])
      expect(pickChecks(pick(name)).map(({ run }) => reasonOf(() => run(policy)))).toEqual(['file-missing'])
  })

  it('are also checked with a log’s key', () => {
    const [one] = pickChecks(pick('receipt.txt'))
    expect(reasonOf(() => one?.run(readTrust(` ${formatVerifierKey(log.key)}\n`)))).toBe('accepted')
  })

  it.each(wrongFiles)('of $check, $name, are refused as $reason', ({ check, files, reason }) => {
    const names = {
      verify: [''],
      statement: ['body.csv', 'a.note'],
      root: [''],
      commitment: [''],
      consistency: ['', ''],
    }[check]
    const picked = pickChecks(
      files.map((file, at) => ({ name: names[at] ?? '', bytes: typeof file === 'string' ? utf8(file) : file })),
    )
    expect(picked.map(({ name, run }) => [name, reasonOf(() => run(policy))])).toEqual([[check, reason]])
  })
})
