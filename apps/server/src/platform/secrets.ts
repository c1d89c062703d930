import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Random } from './random.ts'

/** Keyed hashes and encryption; each use has its own key, derived from the server's one. */
export interface Secrets {
  /** A keyed hash, for codes too short for a plain one. */
  mac(use: string, text: string): Buffer
  seal(use: string, text: string): Buffer
  open(use: string, sealed: Buffer): string
}

export function openSecrets(secretKey: string, random: Random): Secrets {
  const keys = new Map<string, Buffer>()
  const keyFor = (use: string) => {
    const known = keys.get(use)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secretKey, 'dhow', use, 32))
    keys.set(use, key)
    return key
  }
  return {
    mac: (use, text) => createHmac('sha256', keyFor(use)).update(text).digest(),
    seal(use, text) {
      const iv = random.bytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(use), iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(use, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(use), sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(-16))
      return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** A fresh opaque token of 256 bits. */
export const newToken = (random: Random): string => random.bytes(32).toString('base64url')

/** Hash under which a token of full entropy is stored. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
