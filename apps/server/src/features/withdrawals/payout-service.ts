import { formatDecimal } from '@dhow/contract/money'
import { askService } from '../../platform/ask-service.ts'
import { isRecord } from '@dhow/contract/records'
import type { Platform } from '../../platform/platform.ts'

/** Answer of a payout service. `silent`: unknown; query the same reference again. */
export type PayoutAnswer =
  | { state: 'paid' | 'returned'; reference: string }
  | { state: 'pending'; reference: string | undefined }
  | { state: 'failed'; reason: string }
  | { state: 'missing' }
  | { state: 'silent' }

export interface PayoutOrder {
  reference: string
  amountMinor: bigint
  currency: string
  kind: string
  holder: string
  number: string
  branch: string | null
  bank: string | null
}

/** Payout service; implement this for another service. */
export interface PayoutService {
  /** Orders a payout under our reference; a repeat with the same reference is the same payout. */
  order(payout: PayoutOrder): Promise<PayoutAnswer>
  status(reference: string): Promise<PayoutAnswer>
}

/** A payout service over HTTP: `POST /payouts` with our reference as `Idempotency-Key`, `GET /payouts/:reference`. */
export function httpPayoutService(
  { url, key }: NonNullable<Platform['config']['payout']>,
  timeoutMs: number,
): PayoutService {
  const headers = { authorization: `Bearer ${key}` }
  return {
    async order({ amountMinor, ...order }) {
      const answer = await askService(`${url}/payouts`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': order.reference },
        body: { ...order, amount: formatDecimal(amountMinor) },
        timeoutMs,
      })
      return readAnswer(answer, order.reference)
    },
    async status(reference) {
      const answer = await askService(`${url}/payouts/${encodeURIComponent(reference)}`, {
        method: 'GET',
        headers,
        timeoutMs,
      })
      return readAnswer(answer, reference)
    },
  }
}

/** Accepts only a complete answer; any other counts as none, because a misread answer could pay twice. */
function readAnswer(answer: { status: number; json: unknown } | undefined, ours: string): PayoutAnswer {
  if (!answer) return { state: 'silent' }
  if (answer.status === 404) return { state: 'missing' }
  if (answer.status !== 200 && answer.status !== 201) return { state: 'silent' }
  const body = isRecord(answer.json) ? answer.json : {}
  const reference =
    typeof body['reference'] === 'string' && body['reference'].length <= 64 ? body['reference'] : undefined
  if (body['external_reference'] !== ours) return { state: 'silent' }
  switch (body['status']) {
    case 'paid':
    case 'returned':
      return reference === undefined || reference === '' ? { state: 'silent' } : { state: body['status'], reference }
    case 'pending':
      return { state: 'pending', reference }
    case 'failed':
      return { state: 'failed', reason: typeof body['reason'] === 'string' ? body['reason'].slice(0, 200) : '' }
    default:
      return { state: 'silent' }
  }
}
