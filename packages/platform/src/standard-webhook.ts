import { createHmac } from 'node:crypto'
import { sameBytes } from './same-bytes.ts'

/** Largest difference between the sender's clock and ours. */
const toleranceMs = 300_000
/** Most signatures accepted; key rotation needs fewer. */
const maxSignatures = 10

/**
 * Verifies a message by the Standard Webhooks scheme: one of its signatures matches one of the keys over the raw bytes, and it was signed within five
 * minutes of now. Undefined if it is forged, stale or not UTF-8.
 */
export function verifyWebhook(
  rawBody: Buffer,
  headers: Record<string, unknown>,
  now: Date,
  secrets: readonly Buffer[],
): { raw: string; messageId: string } | undefined {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '')
  const [messageId, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  if (!/^[\w.:+/=-]{1,200}$/.test(messageId) || !/^\d{1,12}$/.test(timestamp)) return undefined
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > toleranceMs) return undefined
  const sent = header('webhook-signature').split(' ').slice(0, maxSignatures)
  const fits = secrets.some((secret) => {
    const right = webhookSignature(secret, messageId, timestamp, rawBody)
    return sent.some((text) => text.startsWith('v1,') && sameBytes(Buffer.from(text.slice(3), 'base64'), right))
  })
  const raw = utf8(rawBody)
  return fits && raw !== undefined ? { raw, messageId } : undefined
}

/** Signature headers for our own message. */
export function signWebhook(secret: Buffer, messageId: string, now: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const made = webhookSignature(secret, messageId, timestamp, Buffer.from(body)).toString('base64')
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${made}` }
}

/** Formats a key as `whsec_…`. */
export const webhookKey = (secret: string): string => `whsec_${Buffer.from(secret).toString('base64')}`

/** Parses a key `whsec_…`. */
export const webhookSecret = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** HMAC-SHA256 over the message's id, time and bytes. */
export const webhookSignature = (secret: Buffer, messageId: string, timestamp: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${messageId}.${timestamp}.`).update(body).digest()

/** Decodes UTF-8; undefined for other bytes. */
export function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Callers treat it as a wrong signature.
    return undefined
  }
}
