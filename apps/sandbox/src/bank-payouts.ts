import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { parseMinor, payoutBehaviours, type Books, type Payout, type PayoutStatus } from './bank-books.ts'
import type { Config } from './config.ts'
import { isBearer, leaveUnanswered } from './replies.ts'

/** Route with a payout's reference in its path. */
interface OfReference {
  Params: { reference: string }
}

const order = z.object({
  reference: z.string().check(z.regex(/^[\w.:-]{1,60}$/)),
  amount: z.string().check(z.regex(/^[0-9]{1,9}(\.[0-9]{2})?$/)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  holder: z.string().check(z.maxLength(100)),
  number: z.string().check(z.maxLength(320)),
})
const maxShown = 200

/** Payouts of the bank: ordered with the sandbox's key; each has one end, booked on the account `payouts-CURRENCY`. */
export function servePayouts(server: FastifyInstance, config: Config, books: Books, now: () => Date) {
  const questions = new Map<string, number>()
  const isAllowed = (request: FastifyRequest, reply: FastifyReply) => isBearer(config.key, request, reply)
  const refused = (reply: FastifyReply, error: string) => reply.code(400).send({ error })
  const find = ({ params }: FastifyRequest<OfReference>) => books.payouts.get(params.reference)

  /** Sets the behaviour of the next payouts. */
  server.post('/bank/payouts/behaviour', (request, reply) => {
    const read = z.object({ behaviour: z.enum(payoutBehaviours) }).safeParse(request.body)
    if (!read.success) return refused(reply, `send {behaviour: ${payoutBehaviours.join(' | ')}}`)
    books.add({ next: read.data.behaviour })
    return { behaviour: books.behaviour() }
  })

  const { toReply, settle } = openPayoutEnds(books, now)

  server.post('/bank/payouts', async (request, reply) => {
    if (!isAllowed(request, reply)) return reply
    const read = order.safeParse(request.body)
    if (!read.success || parseMinor(read.data.amount) === 0n)
      return refused(reply, 'send {reference, amount, currency, holder, number}')
    const { reference, ...rest } = read.data
    const earlier = books.payouts.get(reference)
    if (earlier && earlier.amount !== rest.amount)
      return reply.code(409).send({ error: 'the reference was used for another amount' })
    if (earlier) return toReply(earlier)
    const behaviour = books.behaviour()
    if (behaviour === 'lost' && !books.wasDropped(reference)) {
      books.add({ dropped: reference })
      return leaveUnanswered(reply, config.silenceMs)
    }
    const payout = {
      ...rest,
      external_reference: reference,
      reference: `PO${String(books.payouts.size + 1).padStart(8, '0')}`,
      behaviour,
      at: now().toISOString(),
    }
    books.add({ payout })
    if (behaviour === 'failed') settle(payout, 'failed')
    else if (behaviour !== 'slow') settle(payout, 'paid')
    if (behaviour === 'silent') return leaveUnanswered(reply, config.silenceMs)
    return toReply(payout)
  })

  server.get<OfReference>('/bank/payouts/:reference', (request, reply) => {
    if (!isAllowed(request, reply)) return reply
    const payout = find(request)
    if (!payout) return reply.code(404).send({ error: 'there is no such payout' })
    const times = (questions.get(payout.external_reference) ?? 0) + 1
    questions.set(payout.external_reference, times)
    if (payout.behaviour === 'slow' && times >= 2 && books.statusOf(payout) === 'pending') settle(payout, 'paid')
    if (payout.behaviour === 'returned') settle(payout, 'returned')
    return toReply(payout)
  })

  server.get('/bank/payouts', () =>
    [...books.payouts.values()]
      .slice(-maxShown)
      .reverse()
      .map((payout) => ({ ...payout, number: `…${payout.number.slice(-4)}`, ...toReply(payout) })),
  )

  /** Ends a payout manually: `paid`, `failed` or `returned`. */
  server.post<OfReference>('/bank/payouts/:reference/outcome', (request, reply) => {
    const payout = find(request)
    const read = z.object({ outcome: z.enum(['paid', 'failed', 'returned']) }).safeParse(request.body)
    if (!payout) return reply.code(404).send({ error: 'there is no such payout' })
    if (!read.success) return refused(reply, 'send {outcome: paid | failed | returned}')
    const status = books.statusOf(payout)
    const fits = read.data.outcome === 'returned' ? status === 'paid' : status === 'pending'
    if (!fits) return reply.code(409).send({ error: `it is ${status}` })
    settle(payout, read.data.outcome)
    return toReply(payout)
  })
}

/** States of payouts, and their ends with bookings. */
function openPayoutEnds(books: Books, now: () => Date) {
  const toReply = (payout: Payout) => {
    const status = books.statusOf(payout)
    return {
      status,
      reference: payout.reference,
      external_reference: payout.external_reference,
      ...(status === 'failed' ? { reason: 'The account does not exist.' } : {}),
    }
  }
  const settle = (payout: Payout, status: PayoutStatus) => {
    if (books.statusOf(payout) === status) return
    books.add({ status, of: payout.external_reference })
    const day = now().toISOString().slice(0, 10)
    const { currency, holder, external_reference: reference } = payout
    const base = { account: `payouts-${currency}`, day, currency, reference }
    const minor = parseMinor(payout.amount)
    if (status === 'paid') books.book({ ...base, minor: (-minor).toString(), text: `Payout to ${holder}` })
    if (status === 'returned') books.book({ ...base, minor: minor.toString(), text: `Returned from ${holder}` })
  }
  return { toReply, settle }
}
