import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { isAllowed, type Order, type Orders } from './payment-orders.ts'

const created = z.object({
  reference: z.string().check(z.minLength(1), z.maxLength(200)),
  customer: z.string().check(z.maxLength(200)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  amount: z.optional(z.string().check(z.regex(/^[0-9]{1,9}(\.[0-9]{1,2})?$/))),
  return_url: z.string().check(z.minLength(1), z.maxLength(512)),
})
const words = { Pending: 'pending', Success: 'succeeded', Failed: 'failed', Rejected: 'rejected' } as const

/** Simulated payment service that signs by Standard Webhooks. */
export function serveStandardPay(server: FastifyInstance, config: Config, orders: Orders) {
  const secret = (text: string) => Buffer.from(text.padEnd(24, '.'))
  const keys = {
    right: [secret(config.key)],
    forged: [secret('nobody')],
    rotated: [secret('one that was removed'), secret(`next ${config.key}`)],
  }

  orders.register('standard', 'sandbox-pay/webhook', (order, amount, { how, at, messageId }) => {
    const body = JSON.stringify({
      type: `payment.${words[order.status]}`,
      timestamp: new Date(at * 1_000).toISOString(),
      data: payment(order, amount),
    })
    const sign = (key: Buffer) => createHmac('sha256', key).update(`${messageId}.${at}.${body}`).digest('base64')
    return {
      body,
      headers: {
        'webhook-id': messageId,
        'webhook-timestamp': String(at),
        'webhook-signature': keys[how].map((key) => `v1,${sign(key)}`).join(' '),
      },
    }
  })

  server.post('/standard-pay/payments', (request, reply) => {
    if (!isAllowed(config, bearerOf(request.headers.authorization), reply)) return reply
    const read = created.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'a required field is missing or wrong' })
    const { reference, customer, currency, amount, return_url } = read.data
    const order = orders.make({
      custom_transaction_id: reference,
      custom_user_id: customer,
      currency,
      return_url,
      asked: amount ?? null,
      protocol: 'standard',
    })
    return reply.code(201).send({ id: order.order_id, url: orders.page(order) })
  })

  server.get<{ Params: { reference: string } }>('/standard-pay/payments/:reference', (request, reply) => {
    if (!isAllowed(config, bearerOf(request.headers.authorization), reply)) return reply
    const order = orders.find(undefined, request.params.reference)
    if (!order) return reply.code(404).send({ error: 'there is no such payment' })
    return payment(order, order.amount ?? order.asked ?? '0')
  })
}

const bearerOf = (header: string | undefined) => header?.replace(/^Bearer /, '')

const payment = (order: Order, amount: string) => ({
  id: order.order_id,
  reference: order.custom_transaction_id,
  customer: order.custom_user_id,
  status: words[order.status],
  amount,
  currency: order.currency,
})
