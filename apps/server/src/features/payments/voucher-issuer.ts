import { parseAmount } from '@dhow/contract/money'
import type { Platform } from '../../platform/platform.ts'
import { askService } from '../../platform/ask-service.ts'

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

/** Voucher issuer: checks and redeems vouchers; implement this for another issuer. */
export interface VoucherIssuer {
  check(pin: string): Promise<CheckAnswer>
  /** Redeems under our reference; the same reference again gives the first answer. */
  redeem(pin: string, reference: string): Promise<RedeemAnswer>
}

/**
 * An issuer over HTTP: `POST /check {pin}` and `POST /redemptions {pin, external_reference}` with the reference as `Idempotency-Key`. No
 * issuer of Namibia publishes its calls, so these follow the public model of redemptions nearest to them.
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
      const said = read(answer?.json)
      if (answer?.status !== 200 || !said) return { state: 'silent' }
      if (said['state'] === 'valid') return { state: 'valid', ...valueOf(said) }
      return typeof said['state'] === 'string' ? { state: 'refused' } : { state: 'silent' }
    },
    async redeem(pin, reference) {
      const answer = await ask('/redemptions', { pin, external_reference: reference }, reference)
      const said = read(answer?.json)
      if (answer?.status !== 200 || !said) return { state: 'silent' }
      if (said['status'] === 'failed') return { state: 'refused', reason: text(said['reason']) ?? 'unknown' }
      const issued = text(said['reference'])
      if (said['status'] !== 'confirmed' || issued === undefined || issued === '' || issued.length > 100)
        return { state: 'silent' }
      return { state: 'redeemed', reference: issued, change: changeOf(read(said['change'])), ...valueOf(said) }
    },
  }
}

type Said = Record<string, unknown>
const read = (json: unknown) => (json !== null && typeof json === 'object' ? (json as Said) : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

const valueOf = (said: Said): VoucherValue => ({
  amountMinor: parseAmount(text(said['amount']) ?? ''),
  currency: (text(said['currency']) ?? '').slice(0, 10),
})

function changeOf(said: Said | undefined) {
  const amountMinor = parseAmount(text(said?.['amount']) ?? '')
  const pin = text(said?.['pin'])
  return pin !== undefined && /^\d{4,40}$/.test(pin) && amountMinor ? { pin, amountMinor } : undefined
}
