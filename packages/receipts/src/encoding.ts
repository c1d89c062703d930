import { check } from './verification-error.ts'

/** Bytes of a text in UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Text of a file. Refused as `not-utf8` if its bytes are not UTF-8; a byte order mark stays part of the text. */
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

/** Base64 with the alphabet and the padding of RFC 4648, section 4. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Bytes of a base64 text, or undefined if the text is not exactly what `toBase64` writes for them. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}

/** The 32 bytes of a hash written in base64, or undefined if the text is anything else. */
export function hashFromBase64(text: string): Uint8Array | undefined {
  const bytes = fromBase64(text)
  return bytes?.length === 32 ? bytes : undefined
}

/**
 * A whole number from 0 in decimal, without sign and leading zeros; undefined for other text and for numbers past 2^53 − 1, which no log
 * will reach.
 */
export function readCount(text: string): number | undefined {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) return undefined
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : undefined
}

/** One array of bytes after the other. */
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

/** True if both hold the same bytes. Takes longer the later they differ: for public values only. */
export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
