import { createHash } from 'node:crypto'
import { formatDecimal } from '@dhow/contract/money'
import { sameBytes } from '@dhow/platform/same-bytes'
import { utf8 } from '@dhow/platform/standard-webhook'
import type { Platform } from '../../platform/platform.ts'
import { askService } from '../../platform/ask-service.ts'
import { isRecord } from '@dhow/contract/records'
import { memberText, numbersAsText, rewritten } from '../../platform/signed-json.ts'
import {
  createdPage,
  parseMinor,
  textOf,
  type Postback,
  type RedirectService,
  type ReportedPayment,
} from './redirect-service.ts'

type Settings = NonNullable<Platform['config']['aPay']>

/** A-Pay over HTTP, by its public documentation: a payment page for the player, and a status call. */
export function openAPay({ url, projectId, apiKey, ...signing }: Settings, timeoutMs: number): RedirectService {
  const headers = { apikey: apiKey }
  const project = encodeURIComponent(projectId)

  return {
    async createPage(page) {
      const answer = await askService(`${url}/Remotes/create-payment-page?project_id=${project}`, {
        method: 'POST',
        headers,
        timeoutMs,
        body: {
          currency: page.currency,
          // The page accepts only whole amounts; without one the payer types it there.
          ...(page.amountMinor !== null && page.amountMinor % 100n === 0n
            ? { amount: Number.parseInt(formatDecimal(page.amountMinor), 10) }
            : {}),
          return_url: page.returnUrl,
          custom_user_id: page.playerId,
          custom_transaction_id: page.paymentId,
        },
      })
      if (!answer || answer.status >= 500) return { state: 'silent' }
      const body = isRecord(answer.json) ? answer.json : {}
      return body['success'] === true ? createdPage(body['url'], body['order_id']) : { state: 'refused' }
    },

    async status(paymentId) {
      const query = `project_id=${project}&custom_transaction_id=${encodeURIComponent(paymentId)}`
      const answer = await askService(`${url}/Remotes/deposit-info?${query}`, { method: 'GET', headers, timeoutMs })
      if (!answer || answer.status >= 500) return { state: 'silent' }
      if (answer.status === 404) return { state: 'unknown' }
      const payment = readPayment(answer.json)
      return payment ? { state: 'known', ...payment } : { state: 'silent' }
    },

    readPostback: (rawBody) => readPostback(rawBody, signing),
  }
}

const maxTransactions = 100

/**
 * The signature is `sha1(access_key . private_key . md5(transactions))` over the raw bytes of `transactions`, or else
 * over one other serialisation, never more. It has no time or number, so a replay must be harmless.
 */
export function readPostback(
  rawBody: Buffer,
  { accessKey, privateKey }: { accessKey: string; privateKey: string },
): Postback | undefined {
  const body = utf8(rawBody)
  if (body === undefined) return undefined
  const raw = memberText(body, 'transactions')
  const [sentKey, sent] = [stringMember(body, 'access_key'), stringMember(body, 'signature')]
  if (raw === undefined || sentKey === undefined || sent === undefined || !/^[0-9a-f]{40}$/i.test(sent))
    return undefined
  const isOurs = sameBytes(digest('sha1', sentKey), digest('sha1', accessKey))
  const signature = Buffer.from(sent, 'hex')
  const fits = (text: string) =>
    sameBytes(signature, digest('sha1', accessKey + privateKey + digest('md5', text).toString('hex')))
  if (!isOurs || !(fits(raw) || fits(rewritten(raw)))) return undefined
  const list = numbersAsText(raw)
  if (!Array.isArray(list) || list.length === 0 || list.length > maxTransactions)
    return { raw, transactions: undefined }
  const transactions = list.map(readPayment)
  return { raw, transactions: transactions.every((payment) => payment !== undefined) ? transactions : undefined }
}

/** Signs like A-Pay, for tests. */
export const signatureOf = (
  transactions: string,
  { accessKey, privateKey }: { accessKey: string; privateKey: string },
) => digest('sha1', accessKey + privateKey + digest('md5', transactions).toString('hex')).toString('hex')

const digest = (algorithm: 'md5' | 'sha1', text: string) => createHash(algorithm).update(text).digest()

function stringMember(json: string, name: string): string | undefined {
  const text = memberText(json, name)
  const value: unknown = text?.startsWith('"') ? JSON.parse(text) : undefined
  return typeof value === 'string' ? value : undefined
}

/** One transaction with numbers as text; undefined if a member is missing. */
function readPayment(json: unknown): ReportedPayment | undefined {
  if (json === null || typeof json !== 'object') return undefined
  const member = (name: string) => textOf(json, name)
  const [orderRef, status, currency] = [member('order_id'), member('status'), member('currency')]
  const [paymentRef, playerRef] = [member('custom_transaction_id'), member('custom_user_id')]
  if (orderRef === undefined || status === undefined || paymentRef === undefined) return undefined
  if (status !== 'Success' && status !== 'Failed' && status !== 'Rejected' && status !== 'Pending') return undefined
  const amountText = member('amount') ?? ''
  return {
    orderRef,
    status,
    amountText,
    amountMinor: parseMinor(amountText),
    currency: (currency ?? '').slice(0, 10),
    paymentRef,
    playerRef: playerRef ?? '',
  }
}
