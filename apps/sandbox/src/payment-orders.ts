import { getRandomValues } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'
import { openOutcomes, outcomes, type Protocol, type Write } from './payment-outcomes.ts'

export interface Order {
  order_id: string
  custom_transaction_id: string
  custom_user_id: string
  currency: string
  return_url: string
  /** Amount requested by the shop; null if the payer chooses. */
  asked: string | null
  status: 'Pending' | 'Success' | 'Failed' | 'Rejected'
  amount: string | null
  at: string
  protocol: Protocol
}
type NewOrder = Pick<
  Order,
  'custom_transaction_id' | 'custom_user_id' | 'currency' | 'return_url' | 'asked' | 'protocol'
>
type Entry =
  | { order: Omit<Order, 'protocol'> & { protocol?: Protocol } }
  | { postback: { order_id: string; outcome: string; status: number | null; at: string } }

const chosen = z.object({
  outcome: z.enum(outcomes.standard),
  amount: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}(\.\d{1,2})?$/))),
  after_ms: z.optional(z.number().check(z.minimum(0), z.maximum(60_000))),
  /** Signing time of messages in seconds; default: now. */
  signed_at: z.optional(z.number().check(z.int(), z.minimum(0))),
})
const lateMs = 5_000
const maxShown = 50

export type Orders = ReturnType<typeof openOrders>

/** Payment orders of all protocols: created by the shop, ended on the sandbox's page. */
export function openOrders(server: FastifyInstance, config: Config, now: () => Date) {
  const journal = openJournal<Entry>(join(config.dataDir, 'a-pay.jsonl'))
  const orders = new Map<string, Order>()
  const byTransaction = new Map<string, Order>()
  const apply = (entry: Entry) => {
    if (!('order' in entry)) return
    const order: Order = { protocol: 'a-pay', ...entry.order }
    orders.set(order.order_id, order)
    byTransaction.set(order.custom_transaction_id, order)
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    apply(entry)
  }
  for (const entry of journal.entries) apply(entry)

  const { perform, register } = openOutcomes({
    portalUrl: config.portalUrl,
    now,
    save: (order) => add({ order }),
    sent: (order_id, outcome, status) => add({ postback: { order_id, outcome, status, at: now().toISOString() } }),
  })

  server.get('/payments/orders', () => [...orders.values()].slice(-maxShown).reverse())
  server.get<{ Params: { id: string } }>('/payments/orders/:id', (request, reply) => {
    const order = orders.get(request.params.id)
    return order
      ? { ...order, outcomes: outcomes[order.protocol] }
      : reply.code(404).send({ error: 'there is no such order' })
  })

  /** Ends an order: `{outcome, amount?, after_ms?, signed_at?}`; answers once the immediate postbacks are answered. */
  server.post<{ Params: { id: string } }>('/payments/orders/:id/outcome', async (request, reply) => {
    const order = orders.get(request.params.id)
    if (!order) return reply.code(404).send({ error: 'there is no such order' })
    const read = chosen.safeParse(request.body)
    const possible: readonly string[] = outcomes[order.protocol]
    if (!read.success || !possible.includes(read.data.outcome))
      return reply.code(400).send({ error: `send {outcome: ${possible.join(' | ')}, amount?, after_ms?, signed_at?}` })
    const { outcome, after_ms: afterMs = lateMs, signed_at: signedAt } = read.data
    const amount = read.data.amount ?? order.asked ?? '500'
    const postbacks = await perform(order, outcome, { amount, afterMs, signedAt })
    return { order: orders.get(order.order_id), postbacks }
  })

  return {
    /** Registers a protocol's message format and its path at the portal. */
    register: (protocol: Protocol, path: string, write: Write) => register(protocol, path, write),

    /** The order of the shop's transaction, created if new. */
    make(fields: NewOrder) {
      const known = byTransaction.get(fields.custom_transaction_id)
      if (known) return known
      const order: Order = {
        ...fields,
        order_id: randomHex(8),
        amount: null,
        status: 'Pending',
        at: now().toISOString(),
      }
      add({ order })
      return order
    },

    find: (orderId: string | undefined, transactionId: string | undefined) =>
      orders.get(orderId ?? '') ?? byTransaction.get(transactionId ?? ''),

    page: (order: Order) => `${config.origin}/pay/${order.order_id}`,
  }
}

const randomHex = (bytes: number) => Buffer.from(getRandomValues(new Uint8Array(bytes))).toString('hex')

/** Whether a call has the sandbox's key; answers 401 if not. */
export function isAllowed(config: Config, sent: unknown, reply: FastifyReply): boolean {
  if (config.key === '' || sent === config.key) return true
  void reply.code(401).send({ success: false, message: 'the key is missing or wrong', code: 401 })
  return false
}
