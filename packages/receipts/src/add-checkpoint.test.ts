import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addCosignatures,
  formatAddCheckpoint,
  formatWitnessSize,
  parseAddCheckpoint,
  parseWitnessSize,
} from './add-checkpoint.ts'
import { formatCheckpoint } from './checkpoint.ts'
import { emptyRoot } from './merkle.ts'
import { cosign, signNote } from './note.ts'
import { reasonOf } from './testing/refusal.ts'
import { logOf, bytesOf, log, witnesses } from './testing/sample.ts'
import { testSigner } from './testing/signer.ts'

const request = logOf(Array.from({ length: 7 }, (_, at) => bytesOf(`${at}`))).consistency(3)
const hash = request.split('\n')[1] ?? ''

describe('a request to a witness', () => {
  it('starts with the old size, then the proof, then the checkpoint', () => {
    expect(request).toMatch(/^old 3\n([A-Za-z0-9+/]{43}=\n){4}\ndhow\.example\/log\n7\n/)
  })

  it('is parsed as formatted', () => {
    const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 63 })
    fc.assert(
      fc.property(fc.maxSafeNat(), hashes, (oldSize, proof) => {
        const one = { oldSize, proof, checkpoint: 'x\n' }
        expect(parseAddCheckpoint(formatAddCheckpoint(one))).toEqual(one)
      }),
    )
  })

  const refused = [
    ['add-checkpoint-old-size-malformed', request.replace('old 3', 'old 03')],
    ['add-checkpoint-old-size-malformed', request.replace('old 3', 'old -3')],
    ['add-checkpoint-old-size-malformed', request.replace('old 3', 'size 3')],
    ['add-checkpoint-hash-malformed', request.replace(hash, 'AAAA')],
    ['add-checkpoint-too-many-hashes', request.replace(hash, `${hash}\n`.repeat(61).trimEnd())],
    ['add-checkpoint-without-checkpoint', request.split('\n\n')[0] ?? ''],
  ] as const
  it.each(refused)('is refused as %s (%#)', (reason, file) => {
    expect(reasonOf(() => parseAddCheckpoint(file))).toBe(reason)
  })

  it('may have 63 hashes', () => {
    expect(parseAddCheckpoint(request.replace(hash, `${hash}\n`.repeat(60).trimEnd())).proof).toHaveLength(63)
  })
})

describe('an answer of a witness', () => {
  const text = formatCheckpoint({ origin: 'dhow.example/log', size: 0, root: emptyRoot })
  const [known = log] = witnesses
  const stranger = testSigner('stranger.example', 4)
  const checkpoint = signNote(text, [log])
  const own = cosign(text, known, 5n)

  it('adds the cosignatures of known witnesses to the checkpoint, once', () => {
    const answered = addCosignatures(checkpoint, cosign(text, stranger, 5n) + own, [known.key])
    expect(answered).toBe(checkpoint + own)
    expect(addCosignatures(answered, own, [known.key])).toBe(answered)
  })

  it('with a wrong signature of a known witness, or none of any, is refused', () => {
    const wrong = cosign(text.replace('0', '1'), known, 5n)
    expect(reasonOf(() => addCosignatures(checkpoint, wrong, [known.key]))).toBe('note-signature-wrong')
    expect(reasonOf(() => addCosignatures(checkpoint, own, [stranger.key]))).toBe('note-not-signed')
    expect(reasonOf(() => addCosignatures(checkpoint, 'no\n', [known.key]))).toBe('note-signature-malformed')
  })

  it('409 has the witness’s size', () => {
    expect(parseWitnessSize(formatWitnessSize(42))).toBe(42)
    for (const body of ['42', '042\n', '', '-1\n'])
      expect(reasonOf(() => parseWitnessSize(body))).toBe('add-checkpoint-size-malformed')
  })
})
