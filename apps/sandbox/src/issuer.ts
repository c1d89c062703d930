import { getRandomValues } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'
import { later, neverAnswer } from './waits.ts'

/**
 * How a voucher behaves. `used` and `expired` are refused; `slow` takes its time (SANDBOX_SLOW_MS); `silent` is redeemed, but the answer to the
 * first try never comes in time; `lost` is not even redeemed at the first try; `change` gives back a voucher for a third of its worth;
 * `foreign` is of another currency than it says it is.
 */
const behaviours = ['good', 'used', 'expired', 'slow', 'silent', 'lost', 'change', 'foreign'] as const
type Behaviour = (typeof behaviours)[number]

interface Voucher {
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
type Entry = { made: Voucher } | { redeemed: Redemption } | { heard: string }

const asked = z.object({ pin: z.string().check(z.regex(/^\d{4,40}$/)) })
const redeemed = z.object({ ...asked.shape, external_reference: z.string().check(z.regex(/^[\w.:-]{1,100}$/)) })
const minted = z.object({
  amount: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}(\.\d\d)?$/))),
  behaviour: z.optional(z.enum(behaviours)),
})
const shownAtMost = 100

/** A voucher issuer that is invented from end to end: its vouchers are worth nothing anywhere else. */
export function serveIssuer(server: FastifyInstance, config: Config, now: () => Date) {
  const journal = openJournal<Entry>(join(config.dataDir, 'vouchers.jsonl'))
  const vouchers = new Map<string, Voucher>()
  const byReference = new Map<string, Redemption>()
  const byPin = new Map<string, Redemption>()
  const heard = new Set<string>()
  const learn = (entry: Entry) => {
    if ('made' in entry) vouchers.set(entry.made.pin, entry.made)
    else if ('heard' in entry) heard.add(entry.heard)
    else {
      byReference.set(entry.redeemed.external_reference, entry.redeemed)
      byPin.set(entry.redeemed.pin, entry.redeemed)
    }
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    learn(entry)
  }
  for (const entry of journal.entries) learn(entry)

  const mint = (behaviour: Behaviour = 'good', amount = '150.00') => {
    const digits = getRandomValues(new Uint8Array(16))
    const voucher = { pin: Array.from(digits, (byte) => byte % 10).join(''), behaviour, amount: whole(amount) }
    add({ made: voucher })
    return voucher
  }
  if (vouchers.size === 0) for (const behaviour of behaviours) mint(behaviour)

  const isAllowed = (request: FastifyRequest, reply: FastifyReply) => {
    if (config.key === '' || request.headers.authorization === `Bearer ${config.key}`) return true
    void reply.code(401).send({ error: 'the key is missing or wrong' })
    return false
  }
  const stateOf = (voucher: Voucher | undefined, asker?: string) => {
    if (!voucher) return 'unknown'
    const redemption = byPin.get(voucher.pin)
    if (redemption && redemption.external_reference !== asker) return 'used'
    return voucher.behaviour === 'used' || voucher.behaviour === 'expired' ? voucher.behaviour : 'valid'
  }

  server.post('/issuer/check', async (request, reply) => {
    if (!isAllowed(request, reply)) return reply
    const read = asked.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'send {pin}' })
    const voucher = vouchers.get(read.data.pin)
    const state = stateOf(voucher)
    if (voucher?.behaviour === 'slow') await later(config.slowMs)
    return state === 'valid' ? { state, amount: voucher!.amount, currency: 'NAD' } : { state }
  })

  server.post('/issuer/redemptions', async (request, reply) => {
    if (!isAllowed(request, reply)) return reply
    const read = redeemed.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'send {pin, external_reference}' })
    const { pin, external_reference } = read.data
    const earlier = byReference.get(external_reference)
    if (earlier && earlier.pin !== pin) return reply.code(409).send({ error: 'the reference was used for another pin' })
    const voucher = vouchers.get(pin)
    const behaviour = voucher?.behaviour
    const isFirst = !heard.has(external_reference)
    if (isFirst && (behaviour === 'silent' || behaviour === 'lost')) add({ heard: external_reference })
    if (isFirst && behaviour === 'lost') return neverAnswer(reply, config.silenceMs)
    const state = stateOf(voucher, external_reference)
    if (state !== 'valid') return { status: 'failed', reason: state }
    const redemption = earlier ?? redeem(voucher!, external_reference)
    if (isFirst && behaviour === 'silent') return neverAnswer(reply, config.silenceMs)
    if (behaviour === 'slow') await later(config.slowMs)
    const { reference, amount, change } = redemption
    const currency = behaviour === 'foreign' ? 'ZAR' : 'NAD'
    return { status: 'confirmed', reference, amount, currency, ...(change ? { change } : {}) }
  })

  function redeem(voucher: Voucher, external_reference: string): Redemption {
    const rest = voucher.behaviour === 'change' ? third(voucher.amount) : undefined
    const redemption = {
      pin: voucher.pin,
      external_reference,
      reference: `KZ${String(byReference.size + 1).padStart(8, '0')}`,
      amount: rest === undefined ? voucher.amount : less(voucher.amount, rest),
      change: rest === undefined ? null : { pin: mint('good', rest).pin, amount: rest },
      at: now().toISOString(),
    }
    add({ redeemed: redemption })
    return redemption
  }

  server.get('/issuer/vouchers', (request) => {
    const { behaviour, state } = request.query as { behaviour?: string; state?: string }
    return [...vouchers.values()]
      .map((voucher) => ({
        ...voucher,
        currency: 'NAD',
        state: stateOf(voucher),
        redemption: byPin.get(voucher.pin) ?? null,
      }))
      .filter((voucher) => behaviour === undefined || voucher.behaviour === behaviour)
      .filter((voucher) => state === undefined || voucher.state === state)
      .slice(-shownAtMost)
      .reverse()
  })

  /** Makes a voucher; `{}` makes a good one of N$150.00. */
  server.post('/issuer/vouchers', (request, reply) => {
    const read = minted.safeParse(request.body ?? {})
    if (!read.success) return reply.code(400).send({ error: `send {amount?, behaviour?: ${behaviours.join(' | ')}}` })
    return mint(read.data.behaviour, read.data.amount)
  })
}

const whole = (amount: string) => (amount.includes('.') ? amount : `${amount}.00`)
const cents = (amount: string) => BigInt(whole(amount).replace('.', ''))
const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
const third = (amount: string) => text(cents(amount) / 3n)
const less = (amount: string, rest: string) => text(cents(amount) - cents(rest))
