import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8 } from './encoding.ts'
import { openNote, parseNote, signNote } from './note.ts'
import { reasonOf } from './testing/refusal.ts'
import { testSigner } from './testing/signer.ts'
import { formatVerifierKey, makeVerifierKey, parseVerifierKey } from './verifier-key.ts'

/** Example of c2sp.org/signed-note. */
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const exampleNote =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'

const signer = testSigner('example.com/log')
const other = testSigner('example.com/other')
const text = 'first line\n\nthird line\n'
const note = signNote(text, [signer])

describe('a signed note', () => {
  it('of the specification verifies with its key', () => {
    const opened = openNote(utf8(exampleNote), [parseVerifierKey(exampleKey)])
    expect(opened.text).toBe('This is an example message.\n')
    expect(opened.signedBy.map(({ name }) => name)).toEqual(['example.com/foo'])
  })

  it('signed and parsed again has the same text, with any lines', () => {
    const lines = fc.array(
      fc.array(fc.constantFrom('a', ' ', '—', 'é', '😀', '+')).map((characters) => characters.join('')),
    )
    fc.assert(
      fc.property(lines, (all) => {
        const body = `x\n${all.map((line) => `${line}\n`).join('')}`
        expect(openNote(signNote(body, [signer]), [signer.key]).text).toBe(body)
      }),
      { numRuns: 20 },
    )
  })

  it('may have empty lines: the text ends at the last one', () => expect(parseNote(note).text).toBe(text))

  it('with 16 signatures is accepted, and lists each known key once', () => {
    const signers = Array.from({ length: 16 }, (_, at) => testSigner(`example.com/${at}`))
    const keys = signers.map(({ key }) => key)
    const opened = openNote(signNote(text, [...signers, ...signers.slice(0, 3)]), keys)
    expect(opened.signatures).toHaveLength(19)
    expect(opened.signedBy).toEqual(keys)
  })

  it('ignores signatures of unknown keys, even with the name or id of a known key', () => {
    const sameName = { ...testSigner('x').key, name: signer.key.name }
    const sameId = { ...testSigner('y').key, id: signer.key.id }
    expect(openNote(signNote(text, [other, signer]), [sameName, sameId, signer.key]).signedBy).toEqual([signer.key])
  })

  const signature = (note.split('\n\n').at(-1) ?? '').trimEnd()
  const refused = [
    ['not-utf8', Uint8Array.of(0xc3, 0x28, 10, 10, 0x61, 10)],
    ['not-utf8', note.replace('first', '\ud800')],
    ['note-control-character', note.replace('first', 'first\r')],
    ['note-control-character', note.replace('first', 'fir\tst')],
    ['note-without-signatures', text.replace('\n\n', '\n')],
    ['note-without-signatures', `${text}\n`],
    ['note-unfinished-line', note.slice(0, -1)],
    ['note-too-many-signatures', note + `${signature}\n`.repeat(100)],
    ['note-signature-malformed', note.replace('— ', '- ')],
    ['note-signature-malformed', note.replace('— ', '—  ')],
    ['note-signature-malformed', note.replace('example.com/log', 'example.com+log')],
    ['note-signature-malformed', note.replace('example.com/log', 'example.com/l\u00a0og')],
    ['note-signature-malformed', note.replace(/[^ ]+\n$/, 'AAAAAA==\n')],
    ['note-signature-malformed', note.replace(/\n$/, 'AAAA\n')],
    ['note-signature-wrong', note.replace('first', 'First')],
    ['note-not-signed', signNote(text, [other])],
  ] as const
  it.each(refused)('is refused as %s (%#)', (reason, file) => {
    expect(reasonOf(() => openNote(file, [signer.key]))).toBe(reason)
  })

  it('with one wrong signature of a known key is refused, even with a valid one of another key', () => {
    const [wrong = ''] = signNote('other text\n', [other]).split('\n').slice(-2)
    expect(reasonOf(() => openNote(`${note}${wrong}\n`, [signer.key, other.key]))).toBe('note-signature-wrong')
    expect(reasonOf(() => openNote(`${note}${wrong}\n`, [signer.key]))).toBe('accepted')
    const both = signNote(text, [signer, other])
    expect(reasonOf(() => openNote(`${both}${wrong}\n`, [signer.key, other.key]))).toBe('note-signature-wrong')
  })
})

describe('a verifier key', () => {
  it('is parsed and formatted to the same text', () => {
    expect(formatVerifierKey(parseVerifierKey(exampleKey))).toBe(exampleKey)
    expect(parseVerifierKey(formatVerifierKey(signer.key))).toEqual(signer.key)
  })

  it('has a different id for another type of signature', () => {
    expect(makeVerifierKey('example.com/log', 4, signer.key.publicKey).id).not.toBe(signer.key.id)
  })

  const vkey = formatVerifierKey(signer.key)
  const refused = [
    ['key-malformed', 'example.com/log'],
    ['key-malformed', vkey.replace(/.$/, '')],
    ['key-malformed', `example.com/log+${signer.key.id.toUpperCase()}x+AA==`],
    ['key-malformed', `example.com/log+${signer.key.id}+`],
    ['key-name-malformed', vkey.replace('example.com/log', 'example.com/l og')],
    ['key-name-malformed', vkey.replace('example.com/log', '')],
    ['key-type-unknown', `example.com/log+${signer.key.id}+Ag==`],
    ['key-length-wrong', `example.com/log+${signer.key.id}+AQID`],
    ['key-id-wrong', vkey.replace('example.com/log', 'example.com/log2')],
  ] as const
  it.each(refused)('is refused as %s (%#)', (reason, key) => {
    expect(reasonOf(() => parseVerifierKey(key))).toBe(reason)
  })
})
