import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { isAllowed, type Order, type Orders } from './payment-orders.ts'

const created = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  amount: z.optional(z.number()),
  return_url: z.string().check(z.minLength(1), z.maxLength(512)),
  custom_user_id: z.string().check(z.maxLength(200)),
  custom_transaction_id: z.string().check(z.maxLength(200)),
})
const digest = (algorithm: 'md5' | 'sha1', text: string) => createHash(algorithm).update(text).digest('hex')

/** Simulated payment service with A-Pay's protocol: payment page, status, signed postbacks. */
export function serveAPay(server: FastifyInstance, config: Config, orders: Orders) {
  orders.register('a-pay', 'a-pay/postback', (order, amount, { how }) => {
    const transactions = `[${transaction(order, order.status, amount)}]`
    const signature = digest('sha1', `sandbox${how === 'forged' ? 'nobody' : config.key}${digest('md5', transactions)}`)
    return {
      body: `{"access_key":"sandbox","signature":"${signature}","transactions":${transactions}}`,
      headers: {},
    }
  })

  server.post('/a-pay/Remotes/create-payment-page', (request, reply) => {
    if (!isAllowed(config, request.headers['apikey'], reply)) return reply
    const read = created.safeParse(request.body)
    if (!read.success)
      return reply.code(400).send({ success: false, message: 'a required field is missing', code: 400 })
    const { amount, ...fields } = read.data
    const order = orders.make({ ...fields, asked: amount === undefined ? null : String(amount), protocol: 'a-pay' })
    return { success: true, url: orders.page(order), order_id: order.order_id }
  })

  server.get<{ Querystring: Record<string, string | undefined> }>('/a-pay/Remotes/deposit-info', (request, reply) => {
    if (!isAllowed(config, request.headers['apikey'], reply)) return reply
    const { custom_transaction_id, order_id } = request.query
    const order = orders.find(order_id, custom_transaction_id)
    if (!order) return reply.code(404).send({ success: false, message: 'there is no such order', code: 404 })
    return reply.type('application/json').send(transaction(order, order.status, order.amount ?? order.asked ?? '0'))
  })
}

/** Built as text, because its JSON number has to keep the digits of the amount. */
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
