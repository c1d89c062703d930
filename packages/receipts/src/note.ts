import { fromHex, toHex } from '@dhow/fairness/sha256'
import { cosignedMessage, joinCosignature } from './cosignature.ts'
import { concat, fromBase64, textOf, toBase64, utf8 } from './encoding.ts'
import { signatureTypes } from './signature-types.ts'
import { check } from './verification-error.ts'
import { isKeyName, type VerifierKey } from './verifier-key.ts'

/** One signature line of a note. */
export interface NoteSignature {
  name: string
  /** Key id: 8 hexadecimal digits. */
  keyId: string
  /** Bytes after the key id. */
  signature: Uint8Array
}

/** A parsed signed note, not verified. */
export interface Note {
  /** Signed text, with its last newline. */
  text: string
  signatures: NoteSignature[]
}

/** A note with at least one valid signature of a known key, and no invalid one. */
export interface VerifiedNote extends Note {
  /** Signing keys, each once. */
  signedBy: VerifierKey[]
}

/** Signs with the caller's key. `sign` returns the plain Ed25519 signature (64 bytes) of a message. */
export interface NoteSigner {
  key: VerifierKey
  sign: (message: Uint8Array) => Uint8Array
}

/** Most signatures of a note; the protocol requires at least 16. */
const maxSignatures = 100

/** Parses a signed note (c2sp.org/signed-note) without verifying it. Refused with a reason that begins with `note-`, or as `not-utf8`. */
export function parseNote(file: string | Uint8Array): Note {
  const whole = textOf(file)
  // eslint-disable-next-line no-control-regex
  check(!/[\u0000-\u0009\u000b-\u001f]/.test(whole), 'note-control-character')
  const split = whole.lastIndexOf('\n\n')
  check(split >= 0 && whole.length > split + 2, 'note-without-signatures')
  const lines = whole.slice(split + 2).split('\n')
  check(lines.pop() === '', 'note-unfinished-line')
  check(lines.length <= maxSignatures, 'note-too-many-signatures', String(lines.length))
  return { text: whole.slice(0, split + 1), signatures: lines.map(parseSignatureLine) }
}

/**
 * Parses a signed note and verifies every signature of the known keys; ignores those of others.
 * Refused as `note-signature-wrong` if one of a known key is invalid, as `note-not-signed` if no known key signed.
 */
export function openNote(file: string | Uint8Array, known: readonly VerifierKey[]): VerifiedNote {
  const note = parseNote(file)
  const signedBy = new Set<VerifierKey>()
  for (const { name, keyId, signature } of note.signatures) {
    for (const key of known) {
      if (key.name !== name || key.id !== keyId) continue
      const type = signatureTypes[key.type]
      check(type?.verify(key.publicKey, note.text, signature) === true, 'note-signature-wrong', name)
      signedBy.add(key)
    }
  }
  check(signedBy.size > 0, 'note-not-signed')
  return { ...note, signedBy: [...signedBy] }
}

/**
 * Formats a note signed by one or more Ed25519 keys.
 * @example signNote('This is an example message.\n', [signer])
 */
export const signNote = (text: string, signers: readonly NoteSigner[]): string =>
  `${text}\n${signers.map(({ key, sign }) => formatSignature(key, sign(utf8(text)))).join('')}`

/** Makes a witness's cosignature line for a checkpoint's text, to append to the note; `time` in seconds since 1970. */
export const cosign = (text: string, { key, sign }: NoteSigner, time: bigint): string =>
  formatSignature(key, joinCosignature(time, sign(cosignedMessage(time, text))))

function parseSignatureLine(line: string): NoteSignature {
  const [, name, encoded] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = encoded === undefined ? undefined : fromBase64(encoded)
  check(name !== undefined && isKeyName(name), 'note-signature-malformed', line)
  check(bytes !== undefined && bytes.length > 4, 'note-signature-malformed', line)
  return { name, keyId: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) }
}

/** Formats a signature line. */
export const formatSignature = ({ name, id }: VerifierKey, signature: Uint8Array): string =>
  `— ${name} ${toBase64(concat(fromHex(id), signature))}\n`
