import { parseAmount } from '@dhow/contract/money'
import { isRecord } from '@dhow/contract/records'

/** Status of one payment at the service, by postback or query. */
export interface ReportedPayment {
  orderRef: string
  status: 'Success' | 'Failed' | 'Rejected' | 'Pending'
  amountMinor: bigint | undefined
  amountText: string
  currency: string
  /** Our ids of the payment and its player. */
  paymentRef: string
  playerRef: string
}

/** A message with a valid signature: its payments, undefined if a member is missing, and its number if it has one. */
export interface Postback {
  raw: string
  messageId?: string
  transactions: ReportedPayment[] | undefined
}

export interface PaymentPageRequest {
  paymentId: string
  playerId: string
  currency: string
  amountMinor: bigint | null
  returnUrl: string
}

export type PageAnswer = { state: 'made'; url: string; orderRef: string } | { state: 'refused' } | { state: 'silent' }
export type StatusAnswer = ({ state: 'known' } & ReportedPayment) | { state: 'unknown' } | { state: 'silent' }

/** A service with its own payment page. Each protocol of such services is one adapter. */
export interface RedirectService {
  createPage(page: PaymentPageRequest): Promise<PageAnswer>
  /** Queries a payment by our id. */
  status(paymentId: string): Promise<StatusAnswer>
  /** Reads a message with a valid signature over its raw bytes; undefined for all others. */
  readPostback(rawBody: Buffer, headers: Record<string, unknown>, now: Date): Postback | undefined
}

/** Page created by a service, if its URL is safe to redirect to. */
export function createdPage(url: unknown, orderRef: unknown): PageAnswer {
  if (typeof url !== 'string' || typeof orderRef !== 'string') return { state: 'refused' }
  const isPage = /^https?:\/\//.test(url) && URL.canParse(url) && /^[\w.:-]{1,100}$/.test(orderRef)
  return isPage ? { state: 'made', url, orderRef } : { state: 'refused' }
}

/** Text member of a service's JSON; undefined if it is no short text. */
export function textOf(json: unknown, name: string): string | undefined {
  const value = isRecord(json) ? json[name] : undefined
  return typeof value === 'string' && value.length <= 200 ? value : undefined
}

/** Amount in minor units; trailing zeros after the second decimal are dropped. */
export const parseMinor = (text: string): bigint | undefined => parseAmount(text.replace(/(\.\d\d)0+$/, '$1'))
