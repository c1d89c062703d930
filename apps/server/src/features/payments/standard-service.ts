import { formatDecimal } from '@dhow/contract/money'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { askService } from '../../platform/ask-service.ts'
import { isOneOf, isRecord } from '@dhow/contract/records'
import { keysOf } from '@dhow/contract/keys-of'
import type { Platform } from '../../platform/platform.ts'
import { numbersAsText } from '../../platform/signed-json.ts'
import { createdPage, parseMinor, textOf, type RedirectService, type ReportedPayment } from './redirect-service.ts'

type Row = Platform['config']['paymentServices'][number]

/**
 * Any payment service with a page, a status and messages signed by Standard Webhooks
 * (docs/operating/payment-services.md): a row of the operator's file, without code of its own.
 */
export function openStandardService(row: Row, timeoutMs: number): RedirectService {
  const headers = { authorization: `Bearer ${row.key}` }
  const secrets = row.webhook_secrets.map(webhookSecret)

  return {
    async createPage({ paymentId, playerId, currency, amountMinor, returnUrl }) {
      const answer = await askService(`${row.url}/payments`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': paymentId },
        timeoutMs,
        body: {
          reference: paymentId,
          customer: playerId,
          currency,
          ...(amountMinor === null ? {} : { amount: formatDecimal(amountMinor) }),
          return_url: returnUrl,
        },
      })
      if (!answer || answer.status >= 500) return { state: 'silent' }
      if (answer.status >= 300) return { state: 'refused' }
      return createdPage(textMember(answer.json, 'url'), textMember(answer.json, 'id'))
    },

    async status(paymentId) {
      const url = `${row.url}/payments/${encodeURIComponent(paymentId)}`
      const answer = await askService(url, { method: 'GET', headers, timeoutMs })
      if (!answer || answer.status >= 500) return { state: 'silent' }
      if (answer.status === 404) return { state: 'unknown' }
      const payment = answer.status === 200 ? readPayment(answer.json) : undefined
      return payment ? { state: 'known', ...payment } : { state: 'silent' }
    },

    readPostback(rawBody, sent, now) {
      const message = verifyWebhook(rawBody, sent, now, secrets)
      if (!message) return undefined
      const event = parsed(message.raw)
      const payment = isRecord(event) ? readPayment(event['data']) : undefined
      return { ...message, transactions: payment ? [payment] : undefined }
    },
  }
}

const statuses = { succeeded: 'Success', failed: 'Failed', rejected: 'Rejected', pending: 'Pending' } as const

/** One payment as the service reports it; undefined if a member is missing. */
function readPayment(json: unknown): ReportedPayment | undefined {
  const [orderRef, status, paymentRef] = [
    textMember(json, 'id'),
    textMember(json, 'status'),
    textMember(json, 'reference'),
  ]
  if (orderRef === undefined || paymentRef === undefined || !isOneOf(keysOf(statuses), status)) return undefined
  const amountText = textMember(json, 'amount') ?? ''
  return {
    orderRef,
    status: statuses[status],
    amountText,
    amountMinor: parseMinor(amountText),
    currency: (textMember(json, 'currency') ?? '').slice(0, 10),
    paymentRef,
    playerRef: textMember(json, 'customer') ?? '',
  }
}

const textMember = (json: unknown, name: string) =>
  isRecord(json) && Object.hasOwn(json, name) ? textOf(json, name) : undefined

function parsed(text: string): unknown {
  try {
    return numbersAsText(text)
  } catch {
    // Signed, but not JSON: it is answered as malformed.
    return undefined
  }
}
