import { describe, expect, it } from 'vitest'
import { signCheckpoint } from './checkpoint.ts'
import { runReceipt } from './cli.ts'
import { utf8 } from './encoding.ts'
import { leafHash } from './merkle.ts'
import { reasons } from './reasons.ts'
import { log, policyText, sampleChain, sampleFiles } from './testing/sample.ts'
import { testSigner } from './testing/signer.ts'
import { wrongFiles } from './testing/wrong-files.ts'
import { formatVerifierKey } from './verifier-key.ts'

const sample = new Map<string, string | Uint8Array>([...sampleFiles(), ['policy', policyText]])

/** Runs the command on in-memory files. */
function run(args: string, files = sample) {
  let [printed, complained] = ['', '']
  const code = runReceipt(args.split(' '), {
    readFile: (path) => {
      const content = files.get(path)
      if (content === undefined) throw new Error(`there is no file ${path}`)
      return typeof content === 'string' ? utf8(content) : content
    },
    print: (text) => (printed += text),
    complain: (text) => (complained += text),
  })
  return { code, printed, complained }
}

describe('the receipt command', () => {
  it('prints what a receipt proves', () => {
    const { code, printed } = run('verify receipt.html --policy policy')
    expect(code).toBe(0)
    expect(printed).toBe(`ok
  account: pl_anna
  entry: 3
  time: 2026-11-01T00:02:00.000Z
  reason: game-win
  key: game:dhow-studio:pl_anna-3
  cash: +15.00 NAD → 255.00 NAD
  in play: -10.00 NAD → 0.00 NAD
  place in the log: 2
  log: dhow.example/log
  entries in the log: 24
  witnesses: w1, w2
`)
  })

  it('prints a game’s commitment, and that it was logged before a bet', () => {
    const { code, printed } = run('commitment commitment.txt last-receipt.txt --policy policy')
    expect(code).toBe(0)
    expect(printed).toBe(`ok
  provider: dhow-studio
  game: dhow
  commitment: dhow-1
  end of the chain: ${sampleChain().commitment.hash}
  salt: a-public-text
  rounds: 10
  round of the chain: 3
  place in the log: 17
  place of the bet: 23
  log: dhow.example/log
  entries in the log: 24
  witnesses: w1, w2
`)
    expect(run('commitment seed-commitment.txt --policy policy').printed).toContain('server seed: ')
    expect(run('commitment --policy policy')).toMatchObject({ code: 2 })
  })

  it('trusts a key instead of a policy', () => {
    expect(run(`verify receipt.txt last-receipt.txt --key ${formatVerifierKey(log.key)}`)).toMatchObject({ code: 0 })
  })

  it('checks a statement, a root with the entries since, and two heads', () => {
    expect(run('statement statement.csv statement.csv.note last-receipt.txt --policy policy').printed).toContain(
      'entries: 12',
    )
    expect(run('statement statement.json statement.json.note last-receipt.txt --policy policy').printed).toContain(
      'entries: 12',
    )
    const since = 'since-8.txt since-9.txt since-10.txt since-11.txt since-12.txt'
    expect(run(`root liability.txt ${since} --policy policy`).printed).toContain('entries since: 5')
    expect(run('consistency old-checkpoint.txt consistency.txt --policy policy').printed).toContain(
      'entries before: 11',
    )
  })

  const misuses = [
    '',
    'verify',
    'verify receipt.txt',
    'statement a --policy policy',
    'root --policy policy',
    'prove x --policy policy',
    'toString x --policy policy',
  ]
  it.each(misuses)('called as "%s" prints its usage', (args) => {
    const { code, complained } = run(args)
    expect([code, complained.split('\n')[0]]).toEqual([2, 'Checks files of a public log without asking anybody.'])
  })

  it('refuses to compare heads of two logs, even if both are trusted', () => {
    const other = testSigner('other.example/log')
    const files = new Map(sample)
    files.set('both', `${policyText.replace('quorum witnesses', 'quorum none')}log ${formatVerifierKey(other.key)}\n`)
    files.set('other', signCheckpoint({ origin: 'other.example/log', size: 11, root: leafHash(utf8('')) }, other))
    const { complained } = run('consistency other consistency.txt --policy both', files)
    expect(complained).toContain('refused: consistency-other-log')
  })

  it('names a missing file and an unknown option', () => {
    expect(run('verify nothing.txt --policy policy')).toMatchObject({
      code: 2,
      complained: 'there is no file nothing.txt\n',
    })
    expect(run('verify receipt.txt --trust policy').code).toBe(2)
  })
})

describe('a wrong file', () => {
  it('exists in at least 30 kinds, with as many reasons', () => {
    expect(new Set(wrongFiles.map(({ name, check }) => `${check} ${name}`)).size).toBe(wrongFiles.length)
    expect(new Set(wrongFiles.map(({ reason }) => reason)).size).toBeGreaterThanOrEqual(30)
  })

  it.each(wrongFiles)('of $check, $name, is refused as $reason', ({ check, files, reason }) => {
    const names = files.map((_, index) => `file${index}`)
    const all = new Map([['policy', policyText], ...files.map((file, index) => [`file${index}`, file] as const)])
    const { code, printed, complained } = run(`${check} ${names.join(' ')} --policy policy`, all)
    expect([code, printed, complained.split('\n')[0]]).toEqual([1, '', `refused: ${reason}`])
    expect(complained).toContain(reasons[reason])
  })
})
