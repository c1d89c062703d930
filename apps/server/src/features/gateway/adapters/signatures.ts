import { createHmac, createVerify } from 'node:crypto'
import { sameBytes } from '@dhow/platform/same-bytes'

// Written anew by each call: two buffers of its own would cost a call almost as much as the hash.
const sentHex = Buffer.alloc(64)
const rightHex = Buffer.alloc(64)

/** Whether a hex signature is one of the keys' HMAC-SHA256 of the parts; all keys are tried, and none at all costs as much as one. */
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

/** JSON out of the raw bytes; undefined where it is none, or has text in it that no database keeps. */
export function jsonOf(rawBody: Buffer): unknown {
  try {
    const text = rawBody.toString('utf8')
    // Only an escape can put such text there, and looking at each value takes longer than all the rest.
    if (!text.includes('\\u')) return JSON.parse(text)
    return JSON.parse(text, (_name, value: unknown) => {
      if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value)))
        throw new Error('odd text')
      return value
    })
  } catch {
    return undefined
  }
}
