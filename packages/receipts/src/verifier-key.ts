import { sha256, toHex } from '@dhow/fairness/sha256'
import { concat, fromBase64, toBase64, utf8 } from './encoding.ts'
import { signatureTypes } from './signature-types.ts'
import { check } from './verification-error.ts'

/** A public key that signs notes. */
export interface VerifierKey {
  /** Name in the signature lines; for a log, its origin. */
  name: string
  /** Key id: 8 hexadecimal digits. */
  id: string
  /** Signature type, a key of `signatureTypes`: 1 is Ed25519, 4 an Ed25519 cosignature. */
  type: number
  publicKey: Uint8Array
}

/** Makes a key and its id: the first four bytes of `SHA-256(name || 0x0A || type || public key)`. Source: c2sp.org/signed-note. */
export function makeVerifierKey(name: string, type: number, publicKey: Uint8Array): VerifierKey {
  check(isKeyName(name), 'key-name-malformed', name)
  const form = signatureTypes[type]
  check(form !== undefined, 'key-type-unknown', String(type))
  check(publicKey.length === form.publicKeyBytes, 'key-length-wrong', name)
  const id = toHex(sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, 4))
  return { name, id, type, publicKey }
}

/** Parses a verifier key, `name+id+base64(type || public key)`. Refused with a reason that begins with `key-`. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name, id, encoded] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text) ?? []
  const bytes = encoded === undefined ? undefined : fromBase64(encoded)
  check(name !== undefined && bytes !== undefined, 'key-malformed', text)
  const [type] = bytes
  check(type !== undefined, 'key-malformed', text)
  const key = makeVerifierKey(name, type, bytes.subarray(1))
  check(key.id === id, 'key-id-wrong', text)
  return key
}

/** Formats a verifier key. */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${id}+${toBase64(concat(Uint8Array.of(type), publicKey))}`

/** A key name has no Unicode space, no plus and no control character. */
export const isKeyName = (name: string): boolean => name !== '' && !/[\p{White_Space}\p{Cc}\p{Surrogate}+]/u.test(name)
