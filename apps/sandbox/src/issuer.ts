import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { isBearer, later, leaveUnanswered } from './replies.ts'
import { behaviours, openVouchers } from './vouchers.ts'

const pinOnly = z.object({ pin: z.string().check(z.regex(/^\d{4,40}$/)) })
const redemptionOrder = z.object({
  ...pinOnly.shape,
  external_reference: z.string().check(z.regex(/^[\w.:-]{1,100}$/)),
})
const newVoucher = z.object({
  amount: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}(\.\d\d)?$/))),
  behaviour: z.optional(z.enum(behaviours)),
})
const maxShown = 100

/** Simulated voucher issuer. */
export function serveIssuer(server: FastifyInstance, config: Config, now: () => Date) {
  const vouchers = openVouchers(config.dataDir, now)

  server.post('/issuer/check', async (request, reply) => {
    if (!isBearer(config.key, request, reply)) return reply
    const read = pinOnly.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'send {pin}' })
    const voucher = vouchers.find(read.data.pin)
    const state = vouchers.stateOf(voucher)
    if (voucher?.behaviour === 'slow') await later(config.slowMs)
    return voucher && state === 'valid' ? { state, amount: voucher.amount, currency: 'NAD' } : { state }
  })

  server.post('/issuer/redemptions', async (request, reply) => {
    if (!isBearer(config.key, request, reply)) return reply
    const read = redemptionOrder.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'send {pin, external_reference}' })
    const { pin, external_reference } = read.data
    const earlier = vouchers.byReference(external_reference)
    if (earlier && earlier.pin !== pin) return reply.code(409).send({ error: 'the reference was used for another pin' })
    const voucher = vouchers.find(pin)
    const behaviour = voucher?.behaviour
    const isFirst = vouchers.isFirst(external_reference)
    if (isFirst && (behaviour === 'silent' || behaviour === 'lost')) vouchers.noteAttempt(external_reference)
    if (isFirst && behaviour === 'lost') return leaveUnanswered(reply, config.silenceMs)
    const state = vouchers.stateOf(voucher, external_reference)
    if (!voucher || state !== 'valid') return { status: 'failed', reason: state }
    const { reference, amount, change } = earlier ?? vouchers.redeem(voucher, external_reference)
    if (isFirst && behaviour === 'silent') return leaveUnanswered(reply, config.silenceMs)
    if (behaviour === 'slow') await later(config.slowMs)
    const currency = behaviour === 'foreign' ? 'ZAR' : 'NAD'
    return { status: 'confirmed', reference, amount, currency, ...(change ? { change } : {}) }
  })

  server.get<{ Querystring: { behaviour?: string; state?: string } }>('/issuer/vouchers', (request) => {
    const { behaviour, state } = request.query
    return vouchers
      .all()
      .map((voucher) => ({
        ...voucher,
        currency: 'NAD',
        state: vouchers.stateOf(voucher),
        redemption: vouchers.byPin(voucher.pin) ?? null,
      }))
      .filter((voucher) => behaviour === undefined || voucher.behaviour === behaviour)
      .filter((voucher) => state === undefined || voucher.state === state)
      .slice(-maxShown)
      .reverse()
  })

  /** Creates a voucher; `{}` creates a valid one of N$150.00. */
  server.post('/issuer/vouchers', (request, reply) => {
    const read = newVoucher.safeParse(request.body ?? {})
    if (!read.success) return reply.code(400).send({ error: `send {amount?, behaviour?: ${behaviours.join(' | ')}}` })
    return vouchers.make(read.data.behaviour, read.data.amount)
  })
}
