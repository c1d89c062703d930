import { parseAmount } from '@dhow/contract/money'
import { isRecord } from '@dhow/contract/records'

/** Status of one payment from the service, by postback or by query. */
export interface ReportedPayment {
  orderRef: string
  status: 'Success' | 'Failed' | 'Rejected' | 'Pending'
  amountMinor: bigint | undefined
  amountText: string
  currency: string
  /** Our own id of the payment, and of its player. */
  paymentRef: string
  playerRef: string
}

/** A message whose signature is right: the payments that it reports, undefined where something is missing, and its number where it has one. */
export interface Postback {
  raw: string
  messageId?: string
  transactions: ReportedPayment[] | undefined
}

export interface PageWanted {
  paymentId: string
  playerId: string
  currency: string
  amountMinor: bigint | null
  returnUrl: string
}

export type PageAnswer = { state: 'made'; url: string; orderRef: string } | { state: 'refused' } | { state: 'silent' }
export type StatusAnswer = ({ state: 'known' } & ReportedPayment) | { state: 'unknown' } | { state: 'silent' }

/** A service that lets players pay on a page of its own. Each protocol that such services speak is one adapter. */
export interface RedirectService {
  createPage(page: PageWanted): Promise<PageAnswer>
  /** Asks how a payment stands, by our own id of it. */
  status(paymentId: string): Promise<StatusAnswer>
  /** Reads a message whose signature over its raw bytes is right; undefined for every other. */
  readPostback(rawBody: Buffer, headers: Record<string, unknown>, now: Date): Postback | undefined
}

/** The page that a service has made, if a browser may be sent there. */
export function madePage(url: unknown, orderRef: unknown): PageAnswer {
  if (typeof url !== 'string' || typeof orderRef !== 'string') return { state: 'refused' }
  const isPage = /^https?:\/\//.test(url) && URL.canParse(url) && /^[\w.:-]{1,100}$/.test(orderRef)
  return isPage ? { state: 'made', url, orderRef } : { state: 'refused' }
}

/** A member of a service's JSON, whose numbers are text; undefined where it is no short text. */
export function textOf(json: unknown, name: string): string | undefined {
  const value = isRecord(json) ? json[name] : undefined
  return typeof value === 'string' && value.length <= 200 ? value : undefined
}

/** Digits of an amount as a service writes them; trailing zeros past the second decimal are dropped. */
export const minorOf = (text: string): bigint | undefined => parseAmount(text.replace(/(\.\d\d)0+$/, '$1'))
