import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { openPayers } from './bank-payers.ts'
import { writeStatement, type Booking } from './bank-statements.ts'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'
import { neverAnswer } from './waits.ts'

/**
 * How a payout goes. `paid` at once; `slow` is pending until it was asked about twice; `silent` is paid, but the answer to the order never
 * comes; `lost` is not even heard at the first try; `failed` is refused; `returned` is paid and comes back when it is asked about next.
 */
const behaviours = ['paid', 'slow', 'silent', 'lost', 'failed', 'returned'] as const
type Behaviour = (typeof behaviours)[number]
type PayoutStatus = 'pending' | 'paid' | 'failed' | 'returned'

interface Payout {
  external_reference: string
  reference: string
  amount: string
  currency: string
  holder: string
  number: string
  behaviour: Behaviour
  at: string
}
type Entry =
  | { booked: Booking }
  | { payout: Payout }
  | { status: PayoutStatus; of: string }
  | { heard: string }
  | { next: Behaviour }

const amount = z.string().check(z.regex(/^[0-9]{1,9}(\.[0-9]{2})?$/))
const text = z.string().check(z.maxLength(140))
const transfer = z.object({
  account: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  amount,
  direction: z.optional(z.enum(['in', 'out'])),
  reference: z.optional(text),
  payer: z.optional(text),
  text: z.optional(text),
  day: z.optional(z.iso.date()),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
})
const order = z.object({
  reference: z.string().check(z.regex(/^[\w.:-]{1,60}$/)),
  amount,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  holder: z.string().check(z.maxLength(100)),
  number: z.string().check(z.maxLength(320)),
})
const wanted = z.object({
  format: z.optional(z.enum(['csv', 'ofx', 'mt940', 'camt053'])),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
})
const shownAtMost = 200

/**
 * A bank that is invented from end to end: it books what the sandbox's players say that they paid, pays out or does not, and writes
 * statements of both. Everything can be done by its address, so a test and a person can show each odd case.
 */
export function serveBank(server: FastifyInstance, config: Config, now: () => Date) {
  const journal = openJournal<Entry>(join(config.dataDir, 'bank.jsonl'))
  const bookings: Booking[] = []
  const payouts = new Map<string, Payout>()
  const statuses = new Map<string, PayoutStatus>()
  const heard = new Set<string>()
  const asked = new Map<string, number>()
  let next: Behaviour = 'paid'
  const learn = (entry: Entry) => {
    if ('booked' in entry) bookings.push(entry.booked)
    else if ('payout' in entry) payouts.set(entry.payout.external_reference, entry.payout)
    else if ('status' in entry) statuses.set(entry.of, entry.status)
    else if ('heard' in entry) heard.add(entry.heard)
    else next = entry.next
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    learn(entry)
  }
  for (const entry of journal.entries) learn(entry)

  const today = () => now().toISOString().slice(0, 10)
  const book = (booking: Omit<Booking, 'id'>) => {
    const booked = { ...booking, id: `SB${String(bookings.length + 1).padStart(8, '0')}` }
    add({ booked })
    return booked
  }
  const isAllowed = (request: FastifyRequest, reply: FastifyReply) => {
    if (config.key === '' || request.headers.authorization === `Bearer ${config.key}`) return true
    void reply.code(401).send({ error: 'the key is missing or wrong' })
    return false
  }
  const refused = (reply: FastifyReply, error: string) => reply.code(400).send({ error })

  // ---- What players pay, and the statements ----

  const payers = openPayers(server, config, book)

  /** Books a transfer on one of the operator's accounts, as if a player had paid it. */
  server.post('/bank/transfers', (request, reply) => {
    const read = transfer.safeParse(request.body)
    if (!read.success)
      return refused(reply, 'send {account, amount, direction?, reference?, payer?, text?, day?, currency?}')
    const {
      account,
      direction = 'in',
      reference = '',
      payer = '',
      text: words = '',
      day = today(),
      currency = 'NAD',
    } = read.data
    const minor = minorOf(read.data.amount)
    if (minor === 0n) return refused(reply, 'nothing cannot be paid')
    return book({
      account,
      day,
      currency,
      minor: (direction === 'in' ? minor : -minor).toString(),
      reference,
      text: [payer, words].filter(Boolean).join(' '),
    })
  })

  server.get('/bank/transfers', async (request) => {
    await payers.settle()
    const { account } = request.query as { account?: string }
    return bookings
      .filter((booking) => account === undefined || booking.account === account)
      .slice(-shownAtMost)
      .reverse()
  })

  /** The statement of an account: `?format=csv|ofx|mt940|camt053&from=&to=`. */
  server.get('/bank/accounts/:account/statement', async (request, reply) => {
    const { account } = request.params as { account: string }
    const read = wanted.safeParse(request.query)
    if (!read.success || !/^[\w-]{1,40}$/.test(account))
      return refused(reply, 'send ?format=csv|ofx|mt940|camt053&from=&to=')
    await payers.settle()
    const { format = 'csv', from = '2000-01-01', to = '2099-12-31' } = read.data
    const all = bookings.filter((booking) => booking.account === account)
    const lines = all.filter((booking) => booking.day >= from && booking.day <= to)
    const openingMinor = all
      .filter((booking) => booking.day < from)
      .reduce((sum, booking) => sum + BigInt(booking.minor), 0n)
    const file = writeStatement(format, { account, lines, openingMinor, day: today() })
    return reply
      .type(`${file.type}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="statement-${account}.${file.extension}"`)
      .send(file.text)
  })

  // ---- Payouts ----

  /** How the next payouts go, until it is said otherwise. */
  server.post('/bank/payouts/behaviour', (request, reply) => {
    const read = z.object({ behaviour: z.enum(behaviours) }).safeParse(request.body)
    if (!read.success) return refused(reply, `send {behaviour: ${behaviours.join(' | ')}}`)
    add({ next: read.data.behaviour })
    return { behaviour: next }
  })

  const said = (payout: Payout) => {
    const status = statuses.get(payout.external_reference) ?? 'pending'
    return {
      status,
      reference: payout.reference,
      external_reference: payout.external_reference,
      ...(status === 'failed' ? { reason: 'The account does not exist.' } : {}),
    }
  }
  const settle = (payout: Payout, status: PayoutStatus) => {
    if (statuses.get(payout.external_reference) === status) return
    add({ status, of: payout.external_reference })
    const base = {
      account: `payouts-${payout.currency}`,
      day: today(),
      currency: payout.currency,
      reference: payout.external_reference,
    }
    const minor = minorOf(payout.amount)
    if (status === 'paid') book({ ...base, minor: (-minor).toString(), text: `Payout to ${payout.holder}` })
    if (status === 'returned') book({ ...base, minor: minor.toString(), text: `Returned from ${payout.holder}` })
  }

  server.post('/bank/payouts', async (request, reply) => {
    if (!isAllowed(request, reply)) return reply
    const read = order.safeParse(request.body)
    if (!read.success || minorOf(read.data.amount) === 0n)
      return refused(reply, 'send {reference, amount, currency, holder, number}')
    const { reference, ...rest } = read.data
    const earlier = payouts.get(reference)
    if (earlier && earlier.amount !== rest.amount)
      return reply.code(409).send({ error: 'the reference was used for another amount' })
    if (earlier) return said(earlier)
    const behaviour = next
    if (behaviour === 'lost' && !heard.has(reference)) {
      add({ heard: reference })
      return neverAnswer(reply, config.silenceMs)
    }
    const payout = {
      ...rest,
      external_reference: reference,
      reference: `PO${String(payouts.size + 1).padStart(8, '0')}`,
      behaviour,
      at: now().toISOString(),
    }
    add({ payout })
    if (behaviour === 'failed') settle(payout, 'failed')
    else if (behaviour !== 'slow') settle(payout, 'paid')
    if (behaviour === 'silent') return neverAnswer(reply, config.silenceMs)
    return said(payout)
  })

  server.get('/bank/payouts/:reference', (request, reply) => {
    if (!isAllowed(request, reply)) return reply
    const payout = payouts.get((request.params as { reference: string }).reference)
    if (!payout) return reply.code(404).send({ error: 'there is no such payout' })
    const times = (asked.get(payout.external_reference) ?? 0) + 1
    asked.set(payout.external_reference, times)
    if (payout.behaviour === 'slow' && times >= 2 && !statuses.has(payout.external_reference)) settle(payout, 'paid')
    if (payout.behaviour === 'returned') settle(payout, 'returned')
    return said(payout)
  })

  server.get('/bank/payouts', () =>
    [...payouts.values()]
      .slice(-shownAtMost)
      .reverse()
      .map((payout) => ({ ...payout, number: `…${payout.number.slice(-4)}`, ...said(payout) })),
  )

  /** Ends a payout by hand: `paid`, `failed` or `returned`. */
  server.post('/bank/payouts/:reference/act', (request, reply) => {
    const payout = payouts.get((request.params as { reference: string }).reference)
    const read = z.object({ act: z.enum(['paid', 'failed', 'returned']) }).safeParse(request.body)
    if (!payout) return reply.code(404).send({ error: 'there is no such payout' })
    if (!read.success) return refused(reply, 'send {act: paid | failed | returned}')
    const status = statuses.get(payout.external_reference) ?? 'pending'
    const fits = read.data.act === 'returned' ? status === 'paid' : status === 'pending'
    if (!fits) return reply.code(409).send({ error: `it is ${status}` })
    settle(payout, read.data.act)
    return said(payout)
  })
}

function minorOf(decimal: string): bigint {
  const [whole = '0', fraction = '00'] = decimal.split('.')
  return BigInt(whole) * 100n + BigInt(fraction)
}
