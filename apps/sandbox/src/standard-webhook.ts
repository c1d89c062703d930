import { createHmac, timingSafeEqual } from 'node:crypto'

/** The headers that sign a message as Standard Webhooks has it, with the sandbox's key. */
export function signedHeaders(key: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(key, id, timestamp, body)}`,
  }
}

/** Whether the portal signed this message. */
export function isSigned(key: string, headers: Record<string, unknown>, body: string): boolean {
  const right = `v1,${sign(key, String(headers['webhook-id']), String(headers['webhook-timestamp']), body)}`
  const sent = String(headers['webhook-signature'])
  return sent.length === right.length && timingSafeEqual(Buffer.from(sent), Buffer.from(right))
}

const sign = (key: string, id: string, timestamp: string, body: string) =>
  createHmac('sha256', Buffer.from(key)).update(`${id}.${timestamp}.${body}`).digest('base64')
