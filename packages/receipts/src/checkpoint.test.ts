import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCheckpoint, openCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts'
import { toBase64 } from './encoding.ts'
import { emptyRoot, leafHash } from './merkle.ts'
import { signNote } from './note.ts'
import { reasonOf } from './testing/refusal.ts'
import { testSigner } from './testing/signer.ts'

const log = testSigner('example.com/log')
const root = leafHash(new Uint8Array())
const checkpoint = { origin: 'example.com/log', size: 42, root }
const text = formatCheckpoint(checkpoint)

describe('a checkpoint', () => {
  it('has origin, size and root, one line each', () => {
    expect(text).toBe(`example.com/log\n42\n${toBase64(root)}\n`)
  })

  it('is parsed as formatted', () => {
    const any = fc.record({
      origin: fc.stringMatching(/^[a-z./]+$/),
      size: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      root: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    })
    fc.assert(
      fc.property(any, (one) => {
        expect(parseCheckpoint(formatCheckpoint(one))).toEqual(one)
      }),
    )
  })

  it('keeps further lines', () => expect(parseCheckpoint(`${text}more\n`).extensions).toEqual(['more']))

  it('signed by its log is accepted', () => {
    expect(openCheckpoint(signCheckpoint(checkpoint, log), [log.key])).toMatchObject(checkpoint)
  })

  const refused = [
    ['checkpoint-too-short', 'example.com/log\n42\n'],
    ['checkpoint-origin-missing', text.replace('example.com/log', '')],
    ['checkpoint-size-malformed', text.replace('42', '042')],
    ['checkpoint-size-malformed', text.replace('42', '-1')],
    ['checkpoint-size-malformed', text.replace('42', '18446744073709551616')],
    ['checkpoint-root-malformed', text.replace(toBase64(root), 'AAAA')],
    ['checkpoint-empty-line', `${text}\nmore\n`],
    ['checkpoint-empty-root-wrong', text.replace('42', '0')],
  ] as const
  it.each(refused)('is refused as %s (%#)', (reason, body) => {
    expect(reasonOf(() => parseCheckpoint(body))).toBe(reason)
  })

  it('of an empty log has the root of nothing', () => {
    expect(parseCheckpoint(formatCheckpoint({ ...checkpoint, size: 0, root: emptyRoot })).size).toBe(0)
  })

  it('signed only by a witness, or by another log’s key, is refused', () => {
    const witness = testSigner('example.com/witness')
    const other = testSigner('example.com/other')
    const opened = (signer: typeof log) =>
      reasonOf(() => openCheckpoint(signNote(text, [signer]), [log.key, other.key], [witness.key]))
    expect(opened(witness)).toBe('checkpoint-not-signed-by-log')
    expect(opened(other)).toBe('checkpoint-of-other-log')
    expect(opened(log)).toBe('accepted')
  })
})
