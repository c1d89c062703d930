import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts a secret with the studio's key: AES-256-GCM, nonce and tag in front. */
export function seal(plain: Buffer, key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** @throws if it was encrypted with another key or changed */
export function unseal(text: string, key: Buffer): Buffer {
  const sealed = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

/** Derives a 32-byte key for one purpose from the studio's secret. */
export const keyFor = (purpose: string, secret: string): Buffer =>
  createHash('sha256').update(`${purpose}:${secret}`).digest()

/** Secret of a studio without STUDIO_SECRET: generated once, readable only by its owner. */
export function ownSecret(dataDir: string): string {
  const path = join(dataDir, 'chain.key')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(path, 'utf8').trim()
}
