import { check } from './verification-error.ts'

/** Bytes of a text in UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Decodes a file. Refused as `not-utf8` for other bytes; keeps a byte order mark. */
export function textOf(file: string | Uint8Array): string {
  if (typeof file === 'string') {
    check(!/\p{Surrogate}/u.test(file), 'not-utf8')
    return file
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  } catch {
    check(false, 'not-utf8')
  }
}

/** Base64 with alphabet and padding of RFC 4648, section 4. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Decodes base64; undefined if not exactly the form of `toBase64`. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}

/** Decodes a 32-byte hash in base64; undefined for other text. */
export function hashFromBase64(text: string): Uint8Array | undefined {
  const bytes = fromBase64(text)
  return bytes?.length === 32 ? bytes : undefined
}

/** Parses a whole decimal number from 0, without sign and leading zeros; undefined for other text and above 2^53 − 1, which no log will reach. */
export function readCount(text: string): number | undefined {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) return undefined
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : undefined
}

/** Concatenates byte arrays. */
export function concat(...parts: Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** True if both have the same bytes. Not constant-time: only for public values. */
export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
