import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBase64 } from './encoding.ts'
import { parsePolicy } from './policy.ts'
import { reasonOf } from './testing/refusal.ts'
import { bytesOf, logOf, policyText } from './testing/sample.ts'
import { formatTlogProof, parseTlogProof, verifyTlogProof } from './tlog-proof.ts'

const entries = Array.from({ length: 5 }, (_, at) => bytesOf(`entry ${at}`))
const { proof } = logOf(entries)
const text = proof(2)
const policy = parsePolicy(policyText)
const [entry = bytesOf('')] = entries.slice(2)

describe('a proof', () => {
  it('is formatted as in the specification', () => {
    expect(text.split('\n').slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', 'index 2'])
    expect(text.split('\n\n')[1]).toMatch(/^dhow\.example\/log\n5\n/)
  })

  it('verifies only for its entry', () => {
    expect(verifyTlogProof(parseTlogProof(text), entry, policy).cosignedBy).toEqual(['w1', 'w2'])
    expect(reasonOf(() => verifyTlogProof(parseTlogProof(text), bytesOf('x'), policy))).toBe('proof-root-differs')
  })

  it('is parsed as formatted, with and without extra data', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const any = fc.record(
      {
        extra: fc.uint8Array({ minLength: 1 }),
        index: fc.maxSafeNat(),
        hashes: fc.array(hash),
        checkpoint: fc.constant('x\n'),
      },
      { requiredKeys: ['index', 'hashes', 'checkpoint'] },
    )
    fc.assert(
      fc.property(any, (one) => {
        expect(parseTlogProof(formatTlogProof(one))).toEqual(one)
      }),
    )
  })

  it('of the only entry of a log has no hashes', () => {
    const single = logOf([entry]).proof(0)
    expect(verifyTlogProof(parseTlogProof(single), entry, policy).size).toBe(1)
  })

  const [firstHash = ''] = text.split('\n').slice(2)
  const change = (from: string | RegExp, to: string) => text.replace(from, to)
  const refused = [
    ['proof-header-other', 'another version', change('@v1', '@v2')],
    ['proof-header-other', 'an empty line first', `\n${text}`.replace('\n', 'x\n')],
    ['proof-extra-malformed', 'extra data that is no base64', change('index', 'extra A\nindex')],
    ['proof-extra-malformed', 'extra data of nothing', change('index', 'extra \nindex')],
    ['proof-extra-malformed', 'extra data behind two spaces', change('index', 'extra  AAAA\nindex')],
    ['proof-index-missing', 'no index', change('index 2\n', '')],
    ['proof-index-missing', 'two lines of extra data', change('index', 'extra AAAA\nextra AAAA\nindex')],
    ['proof-index-malformed', 'an index below zero', change('index 2', 'index -5')],
    ['proof-index-malformed', 'an index with a sign', change('index 2', 'index +1')],
    ['proof-index-malformed', 'an index of 2^64', change('index 2', 'index 18446744073709551616')],
    ['proof-index-malformed', 'an index with a zero before it', change('index 2', 'index 02')],
    ['proof-index-malformed', 'two spaces', change('index 2', 'index  2')],
    ['proof-index-malformed', 'no number', change('index 2', 'index ')],
    ['proof-hash-malformed', 'a hash of 31 bytes', change(firstHash, toBase64(new Uint8Array(31)))],
    ['proof-hash-malformed', 'a hash of 33 bytes', change(firstHash, toBase64(new Uint8Array(33)))],
    [
      'proof-hash-malformed',
      'base64 with bits that do not count',
      change(firstHash, `${toBase64(new Uint8Array(32)).slice(0, -2)}B=`),
    ],
    ['proof-hash-malformed', 'base64 without its padding', change(firstHash, firstHash.slice(0, -1))],
    [
      'proof-hash-malformed',
      'base64 of the alphabet for addresses',
      change(firstHash, `__${toBase64(new Uint8Array(32)).slice(2)}`),
    ],
    ['proof-line-too-long', 'a line of 65 kB', change('index', `extra ${'AAAA'.repeat(16_384)}\nindex`)],
    ['proof-carriage-return', 'a carriage return in a hash', change(firstHash, `${firstHash}\r`)],
    ['proof-without-checkpoint', 'no checkpoint', text.split('\n\n')[0] ?? ''],
    ['not-utf8', 'half a character', Uint8Array.of(0xe2, 0x80)],
  ] as const
  it.each(refused)('is refused as %s for %s', (reason, _why, file) => {
    expect(reasonOf(() => parseTlogProof(file))).toBe(reason)
  })
})
