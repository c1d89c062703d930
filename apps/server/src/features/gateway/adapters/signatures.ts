import { createHmac, createVerify } from 'node:crypto'
import { sameBytes } from '@dhow/platform/same-bytes'

// Reused by every call: allocating two buffers would cost almost as much as the hash.
const sentHex = Buffer.alloc(64)
const rightHex = Buffer.alloc(64)

/**
 * Whether a hex signature is the HMAC-SHA256 of the parts under one of the keys; tries all keys, and takes as long
 * without any as with one.
 */
export function isHmac(signature: unknown, keys: readonly string[], parts: (string | Buffer)[]): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-fA-F]{64}$/.test(signature)) return false
  sentHex.write(signature.toLowerCase(), 'latin1')
  let right = false
  for (const key of keys.length > 0 ? keys : ['nobody has this key']) {
    const hmac = createHmac('sha256', key)
    for (const part of parts) hmac.update(part)
    rightHex.write(hmac.digest('hex'), 'latin1')
    if (sameBytes(rightHex, sentHex) && keys.length > 0) right = true
  }
  return right
}

/** Whether a base64 signature is RSA-SHA256 (PKCS #1 v1.5) of the bytes under one of the public keys. */
export function isRsa(signature: unknown, keys: readonly string[], bytes: Buffer): boolean {
  if (typeof signature !== 'string' || !/^[A-Za-z0-9+/]{100,1400}={0,2}$/.test(signature)) return false
  const sent = Buffer.from(signature, 'base64')
  return keys.some((key) => createVerify('RSA-SHA256').update(bytes).verify(key, sent))
}

export const textOf = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

/** Parses raw bytes as JSON; undefined if invalid, or if it has text that the database cannot store. */
export function parseJson(rawBody: Buffer): unknown {
  try {
    const text = rawBody.toString('utf8')
    // Only an escape can produce such text, and checking each value takes longer than everything else.
    if (!text.includes('\\u')) return JSON.parse(text)
    return JSON.parse(text, (_name, value: unknown) => {
      if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value)))
        throw new Error('invalid text')
      return value
    })
  } catch {
    return undefined
  }
}
