import { join } from 'node:path'
import type { Booking } from './bank-statements.ts'
import { openJournal } from './journal.ts'

/**
 * Behaviour of a payout. `paid` at once; `slow` stays pending for two status requests; `silent` is paid without an answer to the order;
 * `lost` is dropped at the first try; `failed` is refused; `returned` is paid, then returned at the next status request.
 */
export const payoutBehaviours = ['paid', 'slow', 'silent', 'lost', 'failed', 'returned'] as const
export type PayoutBehaviour = (typeof payoutBehaviours)[number]
export type PayoutStatus = 'pending' | 'paid' | 'failed' | 'returned'

export interface Payout {
  external_reference: string
  reference: string
  amount: string
  currency: string
  holder: string
  number: string
  behaviour: PayoutBehaviour
  at: string
}
type Entry =
  | { booked: Booking }
  | { payout: Payout }
  | { status: PayoutStatus; of: string }
  | { dropped: string }
  | { next: PayoutBehaviour }

/** Books of the simulated bank: one journal of bookings, payouts and their ends. */
export function openBooks(dataDir: string) {
  const journal = openJournal<Entry>(join(dataDir, 'bank.jsonl'))
  const bookings: Booking[] = []
  const payouts = new Map<string, Payout>()
  const statuses = new Map<string, PayoutStatus>()
  const dropped = new Set<string>()
  let next: PayoutBehaviour = 'paid'
  const apply = (entry: Entry) => {
    if ('booked' in entry) bookings.push(entry.booked)
    else if ('payout' in entry) payouts.set(entry.payout.external_reference, entry.payout)
    else if ('status' in entry) statuses.set(entry.of, entry.status)
    else if ('dropped' in entry) dropped.add(entry.dropped)
    else if ('next' in entry) next = entry.next
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    apply(entry)
  }
  for (const entry of journal.entries) apply(entry)
  const shown: { bookings: readonly Booking[]; payouts: ReadonlyMap<string, Payout> } = { bookings, payouts }

  return {
    ...shown,
    /** Behaviour of the next payouts. */
    behaviour: () => next,
    statusOf: ({ external_reference }: Payout): PayoutStatus => statuses.get(external_reference) ?? 'pending',
    wasDropped: (reference: string) => dropped.has(reference),
    add,
    book(booking: Omit<Booking, 'id'>): Booking {
      const booked = { ...booking, id: `SB${String(bookings.length + 1).padStart(8, '0')}` }
      add({ booked })
      return booked
    },
  }
}

export type Books = ReturnType<typeof openBooks>

/** Minor units of an amount such as 150 or 150.00. */
export function parseMinor(decimal: string): bigint {
  const [whole = '0', fraction = '00'] = decimal.split('.')
  return BigInt(whole) * 100n + BigInt(fraction)
}
