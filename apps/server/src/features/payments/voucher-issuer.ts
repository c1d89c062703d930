import { parseAmount } from '@dhow/contract/money'
import type { Platform } from '../../platform/platform.ts'
import { askService } from '../../platform/ask-service.ts'
import { isRecord } from '@dhow/contract/records'

export interface VoucherValue {
  amountMinor: bigint | undefined
  currency: string
}

/** Answer of an issuer about a voucher. `silent`: unknown; retry with the same reference. */
export type CheckAnswer = ({ state: 'valid' } & VoucherValue) | { state: 'refused' } | { state: 'silent' }
export type RedeemAnswer =
  | ({
      state: 'redeemed'
      reference: string
      change: { pin: string; amountMinor: bigint } | undefined
    } & VoucherValue)
  | { state: 'refused'; reason: string }
  | { state: 'silent' }

/** Voucher issuer, which checks and redeems vouchers; implement this for another issuer. */
export interface VoucherIssuer {
  check(pin: string): Promise<CheckAnswer>
  /** Redeems under our reference; a repeat with the same reference returns the first answer. */
  redeem(pin: string, reference: string): Promise<RedeemAnswer>
}

/**
 * An issuer over HTTP: `POST /check {pin}` and `POST /redemptions {pin, external_reference}` with the reference as
 * `Idempotency-Key`. No issuer in Namibia publishes its API, so these calls follow the closest public model of
 * redemptions.
 */
export function httpIssuer({ url, key }: NonNullable<Platform['config']['voucher']>, timeoutMs: number): VoucherIssuer {
  const ask = (path: string, body: unknown, reference?: string) =>
    askService(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(reference === undefined ? {} : { 'idempotency-key': reference }),
      },
      body,
      timeoutMs,
    })
  return {
    async check(pin) {
      const answer = await ask('/check', { pin })
      const body = read(answer?.json)
      if (answer?.status !== 200 || !body) return { state: 'silent' }
      if (body['state'] === 'valid') return { state: 'valid', ...valueOf(body) }
      return typeof body['state'] === 'string' ? { state: 'refused' } : { state: 'silent' }
    },
    async redeem(pin, reference) {
      const answer = await ask('/redemptions', { pin, external_reference: reference }, reference)
      const body = read(answer?.json)
      if (answer?.status !== 200 || !body) return { state: 'silent' }
      if (body['status'] === 'failed') return { state: 'refused', reason: text(body['reason']) ?? 'unknown' }
      const issued = text(body['reference'])
      if (body['status'] !== 'confirmed' || issued === undefined || issued === '' || issued.length > 100)
        return { state: 'silent' }
      return { state: 'redeemed', reference: issued, change: changeOf(read(body['change'])), ...valueOf(body) }
    },
  }
}

type Body = Record<string, unknown>
const read = (json: unknown): Body | undefined => (isRecord(json) ? json : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

const valueOf = (body: Body): VoucherValue => ({
  amountMinor: parseAmount(text(body['amount']) ?? ''),
  currency: (text(body['currency']) ?? '').slice(0, 10),
})

function changeOf(body: Body | undefined) {
  const amountMinor = parseAmount(text(body?.['amount']) ?? '')
  const pin = text(body?.['pin'])
  return pin !== undefined && /^\d{4,40}$/.test(pin) && amountMinor ? { pin, amountMinor } : undefined
}
