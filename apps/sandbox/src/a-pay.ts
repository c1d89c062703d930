import { createHash, getRandomValues } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'

interface Order {
  order_id: string
  custom_transaction_id: string
  custom_user_id: string
  currency: string
  return_url: string
  /** What the shop asked for; null where the payer chooses. */
  asked: string | null
  status: 'Pending' | 'Success' | 'Failed' | 'Rejected'
  amount: string | null
  at: string
}
type Entry = { order: Order } | { told: { order_id: string; act: string; status: number | null; at: string } }

/**
 * What can happen at the page. `success`, `fail` and `reject` say what they mean; `late` fails at first and succeeds afterwards;
 * `duplicate` succeeds and tells it four times; `forged` sends a postback of success that nobody signed, while nothing was paid; `lost`
 * succeeds and tells nobody; `mismatch` tells another amount than was paid; `other_player` names another payer.
 */
const acts = ['success', 'fail', 'reject', 'late', 'duplicate', 'forged', 'lost', 'mismatch', 'other_player'] as const
type Act = (typeof acts)[number]

const created = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  amount: z.optional(z.number()),
  return_url: z.string().check(z.minLength(1), z.maxLength(512)),
  custom_user_id: z.string().check(z.maxLength(200)),
  custom_transaction_id: z.string().check(z.maxLength(200)),
})
const amountForm = z.string().check(z.regex(/^[1-9]\d{0,8}(\.\d{1,2})?$/))
const acted = z.object({
  act: z.enum(acts),
  amount: z.optional(amountForm),
  after_ms: z.optional(z.number().check(z.minimum(0), z.maximum(60_000))),
})
const lateMs = 5_000
const retryMs = [1_000, 5_000, 30_000]
const shownAtMost = 50
const hex = (bytes: number) => Buffer.from(getRandomValues(new Uint8Array(bytes))).toString('hex')
const digest = (algorithm: 'md5' | 'sha1', text: string) => createHash(algorithm).update(text).digest('hex')

/** A payment service that speaks A-Pay's protocol and pays nothing: a page, its status, its signed postbacks. */
export function serveAPay(server: FastifyInstance, config: Config, now: () => Date) {
  const journal = openJournal<Entry>(join(config.dataDir, 'a-pay.jsonl'))
  const orders = new Map<string, Order>()
  const byTransaction = new Map<string, Order>()
  const learn = (entry: Entry) => {
    if (!('order' in entry)) return
    orders.set(entry.order.order_id, entry.order)
    byTransaction.set(entry.order.custom_transaction_id, entry.order)
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    learn(entry)
  }
  for (const entry of journal.entries) learn(entry)
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
  const isAllowed = (request: FastifyRequest, reply: FastifyReply) => {
    if (config.key === '' || request.headers['apikey'] === config.key) return true
    void reply.code(401).send({ success: false, message: 'the key is missing or wrong', code: 401 })
    return false
  }

  server.post('/a-pay/Remotes/create-payment-page', (request, reply) => {
    if (!isAllowed(request, reply)) return reply
    const read = created.safeParse(request.body)
    if (!read.success)
      return reply.code(400).send({ success: false, message: 'a required field is missing', code: 400 })
    const { amount, ...fields } = read.data
    let order = byTransaction.get(fields.custom_transaction_id)
    if (!order) {
      const asked = amount === undefined ? null : String(amount)
      order = { ...fields, order_id: hex(8), asked, amount: null, status: 'Pending', at: now().toISOString() }
      add({ order })
    }
    return { success: true, url: `${config.origin}/pay/${order.order_id}`, order_id: order.order_id }
  })

  server.get('/a-pay/Remotes/deposit-info', (request, reply) => {
    if (!isAllowed(request, reply)) return reply
    const { custom_transaction_id, order_id } = request.query as Record<string, string | undefined>
    const order = orders.get(order_id ?? '') ?? byTransaction.get(custom_transaction_id ?? '')
    if (!order) return reply.code(404).send({ success: false, message: 'there is no such order', code: 404 })
    return reply.type('application/json').send(transaction(order, order.status, order.amount ?? order.asked ?? '0'))
  })

  server.get('/a-pay/orders', () => [...orders.values()].slice(-shownAtMost).reverse())
  server.get('/a-pay/orders/:id', (request, reply) => {
    const order = orders.get((request.params as { id: string }).id)
    return order ?? reply.code(404).send({ error: 'there is no such order' })
  })

  /** Does one thing at the page: `{act, amount?, after_ms?}`; answers once what it tells at once has been told. */
  server.post('/a-pay/orders/:id/act', async (request, reply) => {
    const order = orders.get((request.params as { id: string }).id)
    if (!order) return reply.code(404).send({ error: 'there is no such order' })
    const read = acted.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: `send {act: ${acts.join(' | ')}, amount?, after_ms?}` })
    const amount = read.data.amount ?? order.asked ?? '500'
    const told = await perform(order.order_id, read.data.act, amount, read.data.after_ms ?? lateMs)
    return { order: orders.get(order.order_id), postbacks: told }
  })

  async function perform(orderId: string, act: Act, amount: string, afterMs: number): Promise<(number | null)[]> {
    const order = orders.get(orderId)!
    const become = (status: Order['status']) => add({ order: { ...orders.get(orderId)!, status, amount } })
    const tell = (status: Order['status'], more: { amount?: string; player?: string; forged?: boolean } = {}) =>
      postback(
        act,
        { ...order, custom_user_id: more.player ?? order.custom_user_id },
        status,
        more.amount ?? amount,
        more,
      )
    if (act === 'forged') return [await tell('Success', { forged: true })]
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
    if (act === 'duplicate') return Promise.all([1, 2, 3, 4].map(() => tell('Success')))
    return [await tell('Success')]
  }

  /** Tells the shop, again where it does not answer OK, as A-Pay does. */
  async function postback(
    act: string,
    order: Order,
    status: Order['status'],
    amount: string,
    how: { forged?: boolean },
  ) {
    const transactions = `[${transaction(order, status, amount)}]`
    const signature = digest('sha1', `sandbox${how.forged ? 'nobody' : config.key}${digest('md5', transactions)}`)
    const body = `{"access_key":"sandbox","signature":"${signature}","transactions":${transactions}}`
    const send = async () => {
      const answer = await fetch(`${config.portalUrl}/api/v1/dhow/payment-services/a-pay/postback`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined)
      add({ told: { order_id: order.order_id, act, status: answer?.status ?? null, at: now().toISOString() } })
      return answer?.status ?? null
    }
    const first = await send()
    if (first !== 200 && !how.forged)
      void (async () => {
        for (const waitMs of retryMs) {
          await later(waitMs)
          if ((await send()) === 200) return
        }
      })()
    return first
  }
}

/** Written by hand, because an amount stands in it as a JSON number with the digits that were paid. */
function transaction(order: Order, status: string, amount: string): string {
  const at = Math.floor(Date.parse(order.at) / 1_000)
  const { order_id, currency, custom_transaction_id, custom_user_id } = order
  const before = JSON.stringify({ order_id, status }).slice(0, -1)
  const after = JSON.stringify({
    currency,
    payment_system: 'upi_fast',
    custom_transaction_id,
    custom_user_id,
    created_at: at,
    activated_at: at,
  }).slice(1)
  return `${before},"amount":${amount},${after}`
}
