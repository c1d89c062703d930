import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCheckpoint } from './checkpoint.ts'
import { utf8 } from './encoding.ts'
import { emptyRoot } from './merkle.ts'
import { cosign, signNote, type NoteSigner } from './note.ts'
import { openWitnessedCheckpoint, parsePolicy, trustLog } from './policy.ts'
import { reasonOf } from './testing/refusal.ts'
import { testSigner } from './testing/signer.ts'
import { formatVerifierKey } from './verifier-key.ts'

const log = testSigner('example.com/log')
const signers = Object.fromEntries(
  ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'].map((name) => [name, testSigner(`example.com/${name}`, 4)]),
)
const vkey = ({ key }: NoteSigner) => formatVerifierKey(key)
const witnessLines = Object.entries(signers).map(([name, signer]) => `witness ${name} ${vkey(signer)}\n`)
/** Example of c2sp.org/tlog-policy. */
const example =
  `# two of X, and one of Y\nlog ${vkey(log)}\n\n${witnessLines.join('')}` +
  'group X-witnesses 2 X1 X2 X3\n\tgroup  Y-witnesses any Y1\tY2 Y3 \ngroup X-and-Y all X-witnesses Y-witnesses\nquorum X-and-Y\n'
const text = formatCheckpoint({ origin: 'example.com/log', size: 0, root: emptyRoot })
const cosigned = (names: string[]) =>
  signNote(text, [log]) + names.map((name) => cosign(text, signers[name] ?? log, 1_679_315_147n)).join('')
const opened = (names: string[], policy: string) =>
  reasonOf(() => openWitnessedCheckpoint(cosigned(names), parsePolicy(policy)))

describe('a policy', () => {
  const cases: [names: string, outcome: string][] = [
    ['X1 X2 Y1', 'accepted'],
    ['X1 X2 X3 Y1 Y2 Y3', 'accepted'],
    ['X1 X3 Y2', 'accepted'],
    ['X1 X2 X3', 'quorum-not-reached'],
    ['X1 Y1 Y2 Y3', 'quorum-not-reached'],
    ['', 'quorum-not-reached'],
  ]
  it.each(cases)('with cosignatures of "%s": %s', (names, outcome) => {
    expect(opened(names.split(' ').filter(Boolean), example)).toBe(outcome)
  })

  it('of a group is reached by the required number of its members', () => {
    const names = Object.keys(signers)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.subarray(names), (threshold, cosigning) => {
        const group = `log ${vkey(log)}\n${witnessLines.join('')}group g ${threshold} ${names.join(' ')}\nquorum g\n`
        expect(opened(cosigning, group)).toBe(cosigning.length >= threshold ? 'accepted' : 'quorum-not-reached')
      }),
      { numRuns: 12 },
    )
  })

  it('names the witnesses that cosigned', () => {
    expect(openWitnessedCheckpoint(cosigned(['X1', 'Y3', 'X2']), parsePolicy(example)).cosignedBy).toEqual([
      'X1',
      'X2',
      'Y3',
    ])
  })

  it('may require no witness, or one', () => {
    expect(opened([], example.replace('quorum X-and-Y', 'quorum none'))).toBe('accepted')
    expect(opened([], example.replace('quorum X-and-Y', 'quorum X2'))).toBe('quorum-not-reached')
    expect(opened(['X2'], example.replace('quorum X-and-Y', 'quorum X2'))).toBe('accepted')
    expect(reasonOf(() => openWitnessedCheckpoint(cosigned([]), trustLog(log.key)))).toBe('accepted')
  })

  it('keeps URLs, and accepts names of any bytes', () => {
    const named = `log ${vkey(log)} https://log.example/\nwitness K ${vkey(testSigner('a', 4))}\nwitness \u212a ${vkey(testSigner('b', 4))} https://w\nquorum \u212a\n`
    const { logs, witnesses } = parsePolicy(named)
    expect([logs[0]?.url, witnesses[1]?.url]).toEqual(['https://log.example/', 'https://w'])
    expect(parsePolicy(Uint8Array.from([...utf8('# '), 0xff, 10, ...utf8('quorum none\n')])).quorum).toBe('none')
  })

  it('may have 32 logs, witnesses and groups', () => {
    const all = Array.from({ length: 32 }, (_, at) => at)
    const lines = [
      ...all.map((at) => `log ${vkey(testSigner(`log/${at}`))}`),
      ...all.map((at) => `witness w${at} ${vkey(testSigner(`w/${at}`, 4))}`),
      ...all.map((at) => `group g${at} 1 w${at}`),
      `group all 17 ${all.map((at) => `g${at}`).join(' ')}`,
      'quorum all\n',
    ]
    expect(parsePolicy(lines.join('\n')).logs).toHaveLength(32)
  })

  const change = (from: string, to: string) => example.replace(from, to)
  const refused: [reason: string, file: string][] = [
    ['policy-control-character', change('\n', '\r\n')],
    ['policy-line-unknown', change('group X', 'groups X')],
    ['policy-line-malformed', change('quorum X-and-Y', 'quorum X-and-Y now')],
    ['policy-line-malformed', change(`log ${vkey(log)}`, 'log')],
    ['policy-line-malformed', change(' X1 X2 X3', '')],
    ['policy-line-malformed', change(`witness X1 ${vkey(signers['X1'] ?? log)}`, 'witness X1')],
    ['policy-key-type-wrong', change('log ', 'witness L ')],
    ['policy-key-twice', change('\n\n', `\nlog ${vkey(log)}\n`)],
    ['policy-key-twice', change(vkey(signers['X2'] ?? log), vkey(signers['X1'] ?? log))],
    ['policy-name-twice', change('witness X2', 'witness X1')],
    ['policy-name-twice', change('witness X1', 'witness none')],
    ['policy-name-unknown', change('any Y1', 'any Y9')],
    ['policy-name-unknown', change('quorum X-and-Y', 'quorum X-or-Y')],
    ['policy-name-unknown', change('all X-witnesses', 'all none')],
    ['policy-member-twice', change('any Y1', 'any X1')],
    ['policy-member-twice', change('X1 X2 X3', 'X1 X1 X3')],
    ['policy-threshold-wrong', change(' 2 X1', ' 4 X1')],
    ['policy-threshold-wrong', change(' 2 X1', ' 0 X1')],
    ['policy-threshold-wrong', change(' 2 X1', ' some X1')],
    ['policy-quorum-missing', change('quorum X-and-Y\n', '')],
    ['policy-quorum-twice', `${example}quorum none\n`],
    ['key-malformed', change(vkey(log), 'example.com/log')],
  ]
  it.each(refused)('is refused as %s (%#)', (reason, file) => {
    expect(reasonOf(() => parsePolicy(file))).toBe(reason)
  })
})

describe('a cosignature', () => {
  const witness = testSigner('example.com/witness', 4)
  const policy = parsePolicy(`log ${vkey(log)}\nwitness w ${vkey(witness)}\nquorum w\n`)
  const line = cosign(text, witness, 1_679_315_147n)
  const open = (note: string) => reasonOf(() => openWitnessedCheckpoint(note, policy))

  it('is valid for its checkpoint and time', () => expect(open(signNote(text, [log]) + line)).toBe('accepted'))

  it('of another time or checkpoint is invalid, and so is a plain signature instead', () => {
    const later = cosign(text, { ...witness, sign: () => witness.sign(utf8('x')) }, 1n)
    const ofOther = cosign(text.replace('0', '1'), witness, 1_679_315_147n)
    const plain = signNote(text, [witness]).split('\n\n')[1] ?? ''
    const tooLarge = cosign(text, witness, 2n ** 63n)
    for (const wrong of [later, ofOther, plain, tooLarge])
      expect(open(signNote(text, [log]) + wrong)).toBe('note-signature-wrong')
  })
})
