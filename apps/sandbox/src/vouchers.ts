import { getRandomValues } from 'node:crypto'
import { join } from 'node:path'
import { openJournal } from './journal.ts'

/**
 * Behaviour of a voucher. `used` and `expired` are refused; `slow` answers after SANDBOX_SLOW_MS; `silent` is redeemed, but the first try gets no
 * answer in time; `lost` is not redeemed at the first try; `change` returns a voucher for a third of its value; `foreign` has another currency than
 * its check answers.
 */
export const behaviours = ['good', 'used', 'expired', 'slow', 'silent', 'lost', 'change', 'foreign'] as const
type Behaviour = (typeof behaviours)[number]

export interface Voucher {
  pin: string
  amount: string
  behaviour: Behaviour
}
interface Redemption {
  pin: string
  external_reference: string
  reference: string
  amount: string
  change: { pin: string; amount: string } | null
  at: string
}
type Entry = { made: Voucher } | { redeemed: Redemption } | { attempted: string }

/** The issuer's vouchers and redemptions, kept in a journal; a new journal starts with a voucher of each behaviour. */
export function openVouchers(dataDir: string, now: () => Date) {
  const journal = openJournal<Entry>(join(dataDir, 'vouchers.jsonl'))
  const vouchers = new Map<string, Voucher>()
  const byReference = new Map<string, Redemption>()
  const byPin = new Map<string, Redemption>()
  const attempted = new Set<string>()
  const apply = (entry: Entry) => {
    if ('made' in entry) vouchers.set(entry.made.pin, entry.made)
    else if ('attempted' in entry) attempted.add(entry.attempted)
    else if ('redeemed' in entry) {
      byReference.set(entry.redeemed.external_reference, entry.redeemed)
      byPin.set(entry.redeemed.pin, entry.redeemed)
    }
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    apply(entry)
  }
  for (const entry of journal.entries) apply(entry)

  const make = (behaviour: Behaviour = 'good', amount = '150.00'): Voucher => {
    const digits = getRandomValues(new Uint8Array(16))
    const voucher = { pin: Array.from(digits, (byte) => byte % 10).join(''), behaviour, amount: whole(amount) }
    add({ made: voucher })
    return voucher
  }
  if (vouchers.size === 0) for (const behaviour of behaviours) make(behaviour)

  return {
    all: () => [...vouchers.values()],
    find: (pin: string) => vouchers.get(pin),
    make,
    byReference: (reference: string) => byReference.get(reference),
    byPin: (pin: string) => byPin.get(pin),
    /** True at the first try to redeem with the reference. */
    isFirst: (reference: string) => !attempted.has(reference),
    noteAttempt: (reference: string) => add({ attempted: reference }),
    /** State of a voucher for the redemption `reference`, or for any other caller. */
    stateOf(voucher: Voucher | undefined, reference?: string) {
      if (!voucher) return 'unknown'
      const redemption = byPin.get(voucher.pin)
      if (redemption && redemption.external_reference !== reference) return 'used'
      return voucher.behaviour === 'used' || voucher.behaviour === 'expired' ? voucher.behaviour : 'valid'
    },
    redeem(voucher: Voucher, external_reference: string): Redemption {
      const rest = voucher.behaviour === 'change' ? third(voucher.amount) : undefined
      const redemption = {
        pin: voucher.pin,
        external_reference,
        reference: `KZ${String(byReference.size + 1).padStart(8, '0')}`,
        amount: rest === undefined ? voucher.amount : subtract(voucher.amount, rest),
        change: rest === undefined ? null : { pin: make('good', rest).pin, amount: rest },
        at: now().toISOString(),
      }
      add({ redeemed: redemption })
      return redemption
    },
  }
}

const whole = (amount: string) => (amount.includes('.') ? amount : `${amount}.00`)
const cents = (amount: string) => BigInt(whole(amount).replace('.', ''))
const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
const third = (amount: string) => text(cents(amount) / 3n)
const subtract = (amount: string, rest: string) => text(cents(amount) - cents(rest))
