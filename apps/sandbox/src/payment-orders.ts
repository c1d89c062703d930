import { getRandomValues } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'
import { later } from './waits.ts'

/** Service of the page: A-Pay's, or one of a service that signs as Standard Webhooks has it. */
export type Protocol = 'a-pay' | 'standard'

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
type Entry =
  | { order: Omit<Order, 'protocol'> & { protocol?: Protocol } }
  | { told: { order_id: string; act: string; status: number | null; at: string } }

/**
 * Outcomes at the page. `success`, `fail` and `reject` are literal; `late` fails at first and succeeds afterwards;
 * `duplicate` succeeds and tells it four times; `forged` sends a postback of success that nobody signed, while nothing was paid; `lost`
 * succeeds and tells nobody; `mismatch` tells another amount than was paid; `other_player` names another payer. Only where messages carry
 * a time and several signatures: `stale` succeeds and tells it signed an hour ago, `rotated` signs with an old key and the next one.
 */
export const acts = {
  'a-pay': ['success', 'fail', 'reject', 'late', 'duplicate', 'forged', 'lost', 'mismatch', 'other_player'],
  standard: [
    'success',
    'fail',
    'reject',
    'late',
    'duplicate',
    'forged',
    'lost',
    'mismatch',
    'other_player',
    'stale',
    'rotated',
  ],
} as const
type Act = (typeof acts)['standard'][number]

const amountForm = z.string().check(z.regex(/^[1-9]\d{0,8}(\.\d{1,2})?$/))
const acted = z.object({
  act: z.enum(acts.standard),
  amount: z.optional(amountForm),
  after_ms: z.optional(z.number().check(z.minimum(0), z.maximum(60_000))),
  /** The time at which messages are signed, in seconds; the machine's own where it is left out. */
  signed_at: z.optional(z.number().check(z.int(), z.minimum(0))),
})
const lateMs = 5_000
const retryMs = [1_000, 5_000, 30_000]
const shownAtMost = 50
const staleS = 3_600

/** How a message is to be signed. */
export interface Signing {
  how: 'right' | 'forged' | 'rotated'
  /** Seconds. */
  at: number
  messageId: string
}

/** Message in its protocol's form, signed. */
export type Write = (
  order: Order,
  amount: string,
  signing: Signing,
) => { body: string; headers: Record<string, string> }

export type Orders = ReturnType<typeof openOrders>

/** The payments at the sandbox's page, whichever protocol brought them: made by the shop, ended by whoever opens the page. */
export function openOrders(server: FastifyInstance, config: Config, now: () => Date) {
  const journal = openJournal<Entry>(join(config.dataDir, 'a-pay.jsonl'))
  const orders = new Map<string, Order>()
  const byTransaction = new Map<string, Order>()
  const protocols = new Map<Protocol, { path: string; write: Write }>()
  const learn = (entry: Entry) => {
    if (!('order' in entry)) return
    const order: Order = { protocol: 'a-pay', ...entry.order }
    orders.set(order.order_id, order)
    byTransaction.set(order.custom_transaction_id, order)
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    learn(entry)
  }
  for (const entry of journal.entries) learn(entry)

  server.get('/payments/orders', () => [...orders.values()].slice(-shownAtMost).reverse())
  server.get('/payments/orders/:id', (request, reply) => {
    const order = orders.get((request.params as { id: string }).id)
    return order ? { ...order, acts: acts[order.protocol] } : reply.code(404).send({ error: 'there is no such order' })
  })

  /** Does one thing at the page: `{act, amount?, after_ms?, signed_at?}`; answers once what it tells at once has been told. */
  server.post('/payments/orders/:id/act', async (request, reply) => {
    const order = orders.get((request.params as { id: string }).id)
    if (!order) return reply.code(404).send({ error: 'there is no such order' })
    const read = acted.safeParse(request.body)
    const can: readonly string[] = acts[order.protocol]
    if (!read.success || !can.includes(read.data.act))
      return reply.code(400).send({ error: `send {act: ${can.join(' | ')}, amount?, after_ms?, signed_at?}` })
    const { act, after_ms, signed_at } = read.data
    const amount = read.data.amount ?? order.asked ?? '500'
    const told = await perform(order.order_id, act, amount, after_ms ?? lateMs, signed_at)
    return { order: orders.get(order.order_id), postbacks: told }
  })

  async function perform(
    orderId: string,
    act: Act,
    amount: string,
    afterMs: number,
    signedAt: number | undefined,
  ): Promise<(number | null)[]> {
    const order = orders.get(orderId)!
    const become = (status: Order['status']) => add({ order: { ...orders.get(orderId)!, status, amount } })
    const tell = (
      status: Order['status'],
      more: { amount?: string; player?: string; how?: Signing['how']; ago?: number } = {},
    ) =>
      postback(
        act,
        { ...order, status, custom_user_id: more.player ?? order.custom_user_id },
        more.amount ?? amount,
        more.how ?? 'right',
        signedAt === undefined && more.ago === undefined
          ? undefined
          : (signedAt ?? Math.floor(now().getTime() / 1_000)) - (more.ago ?? 0),
      )
    if (act === 'forged') return [await tell('Success', { how: 'forged' })]
    if (act === 'fail' || act === 'reject') {
      const status = act === 'fail' ? 'Failed' : 'Rejected'
      become(status)
      return [await tell(status)]
    }
    if (act === 'late') {
      become('Failed')
      const first = await tell('Failed')
      void later(afterMs).then(() => {
        become('Success')
        return tell('Success')
      })
      return [first]
    }
    become('Success')
    if (act === 'lost') return []
    if (act === 'mismatch') return [await tell('Success', { amount: `${BigInt(amount.split('.')[0]!) + 1n}` })]
    if (act === 'other_player') return [await tell('Success', { player: 'ply_somebody_else' })]
    if (act === 'stale') return [await tell('Success', { ago: staleS })]
    if (act === 'rotated') return [await tell('Success', { how: 'rotated' })]
    if (act === 'duplicate') return Promise.all([1, 2, 3, 4].map(() => tell('Success')))
    return [await tell('Success')]
  }

  /** Tells the shop, again where it does not answer OK, as such services do: the same message, signed anew. */
  async function postback(act: Act, order: Order, amount: string, how: Signing['how'], signedAt: number | undefined) {
    const { path, write } = protocols.get(order.protocol)!
    const messageId = `msg_${randomHex(12)}`
    const send = async () => {
      const at = signedAt ?? Math.floor(now().getTime() / 1_000)
      const { body, headers } = write(order, amount, { how, at, messageId })
      const answer = await fetch(`${config.portalUrl}/api/v1/dhow/payment-services/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined)
      add({ told: { order_id: order.order_id, act, status: answer?.status ?? null, at: now().toISOString() } })
      return answer?.status ?? null
    }
    const first = await send()
    if (first !== 200 && how !== 'forged' && act !== 'stale')
      void (async () => {
        for (const waitMs of retryMs) {
          await later(waitMs)
          if ((await send()) === 200) return
        }
      })()
    return first
  }

  return {
    /** Says how a protocol writes its messages, and where at the portal they go. */
    speak: (protocol: Protocol, path: string, write: Write) => protocols.set(protocol, { path, write }),

    /** The order of a transaction of the shop, made where it is new. */
    make(
      fields: Pick<
        Order,
        'custom_transaction_id' | 'custom_user_id' | 'currency' | 'return_url' | 'asked' | 'protocol'
      >,
    ) {
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

/** Whether a call carries the sandbox's key; answers 401 where it does not. */
export function isAllowed(config: Config, sent: unknown, reply: FastifyReply): boolean {
  if (config.key === '' || sent === config.key) return true
  void reply.code(401).send({ success: false, message: 'the key is missing or wrong', code: 401 })
  return false
}
