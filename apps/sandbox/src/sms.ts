import { join } from 'node:path'
import { signWebhook } from '@dhow/platform/standard-webhook'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'
import { later } from './replies.ts'

export interface Sms {
  id: string
  to: string
  text: string
  at: string
  language?: string | undefined
  gateway?: string | undefined
  state?: 'accepted' | 'delivered' | 'failed' | undefined
}

const sent = z.object({
  to: z.string().check(z.regex(/^\+\d{6,15}$/)),
  text: z.string().check(z.maxLength(1_000)),
  language: z.optional(z.string().check(z.maxLength(8))),
})
const maxShown = 100
const gateways = ['first', 'second'] as const
type Gateway = (typeof gateways)[number]

/** Answers of a gateway, and reports about accepted messages. */
const behaviour = z.object({
  gateway: z.enum(gateways),
  answers: z.enum(['accepts', 'refuses', 'fails', 'garbles', 'breaks', 'hangs']),
  reports: z.enum(['delivered', 'failed', 'twice', 'nothing']),
  delay_ms: z.int().check(z.minimum(0), z.maximum(60_000)),
})
type Behaviour = z.output<typeof behaviour>
const well = { answers: 'accepts', reports: 'delivered', delay_ms: 0 } as const

/** Reports the delivery of accepted messages to the portal, signed by Standard Webhooks. */
function openReports({ key, portalUrl }: Config, now: () => Date, show: (sms: Sms) => void) {
  async function report(sms: Sms, gateway: Gateway, state: 'delivered' | 'failed') {
    const body = JSON.stringify({
      type: `sms.${state}`,
      timestamp: now().toISOString(),
      data: { id: sms.id, ...(state === 'failed' ? { reason: 'unreachable' } : {}) },
    })
    sms.state = state
    show(sms)
    await fetch(`${portalUrl}/api/v1/dhow/sms-gateways/${gateway}/reports`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signWebhook(Buffer.from(key), `report-${sms.id}`, now(), body),
      },
      body,
    }).catch(() => undefined)
  }

  return async (sms: Sms, { gateway, reports }: Behaviour) => {
    if (reports === 'nothing') return
    await later(200)
    await report(sms, gateway, reports === 'failed' ? 'failed' : 'delivered')
    if (reports === 'twice') await report(sms, gateway, 'delivered')
  }
}

/** Two SMS gateways, and the inbox of every sandbox phone. */
export function serveSms(server: FastifyInstance, config: Config, now: () => Date) {
  const { key, dataDir } = config
  const inbox = openJournal<Sms>(join(dataDir, 'sms.jsonl'))
  const watchers = new Set<(sms: Sms) => void>()
  const behaviours: Record<Gateway, Behaviour> = {
    first: { gateway: 'first', ...well },
    second: { gateway: 'second', ...well },
  }
  const show = (sms: Sms) => {
    for (const watch of watchers) watch(sms)
  }

  const report = openReports(config, now, show)

  const paths = { first: '/sms', second: '/sms/second' } as const
  for (const gateway of gateways) {
    server.post(paths[gateway], async (request, reply) => {
      if (key !== '' && request.headers['x-sandbox-key'] !== key)
        return reply.code(401).send({ error: 'the key is missing or wrong' })
      const read = sent.safeParse(request.body)
      if (!read.success) return reply.code(400).send({ error: 'send {to, text}' })
      const { answers, delay_ms } = behaviours[gateway]
      if (delay_ms > 0) await later(delay_ms)
      if (answers === 'refuses') return reply.code(422).send({ error: 'this number gets no messages' })
      if (answers === 'fails') return reply.code(503).send({ error: 'try again later' })
      if (answers === 'hangs') await later(config.silenceMs)
      if (answers === 'hangs' || answers === 'breaks') {
        reply.hijack()
        request.raw.destroy()
        return reply
      }
      const id = String(request.headers['idempotency-key'] ?? `sms-${inbox.entries.length + 1}`)
      if (!inbox.entries.some((sms) => sms.id === id)) {
        const sms: Sms = { id, ...read.data, at: now().toISOString(), gateway, state: 'accepted' }
        inbox.add(sms)
        show(sms)
        void report(sms, behaviours[gateway])
      }
      return answers === 'garbles' ? reply.type('text/html').send('<p>Sign in to the network</p>') : { ok: true, id }
    })
  }

  server.get('/sms/behaviour', () => Object.values(behaviours))
  server.post('/sms/behaviour', (request, reply) => {
    const read = behaviour.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'this is not how a gateway behaves' })
    behaviours[read.data.gateway] = read.data
    return reply.send(read.data)
  })

  server.get<{ Querystring: { to?: string } }>('/sms', (request) => {
    const { to } = request.query
    return inbox.entries
      .filter((sms) => to === undefined || sms.to === to)
      .slice(-maxShown)
      .reverse()
  })

  server.get('/sms/live', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write(': open\n\n')
    const watch = (sms: Sms) => reply.raw.write(`data: ${JSON.stringify(sms)}\n\n`)
    watchers.add(watch)
    request.raw.on('close', () => watchers.delete(watch))
  })
}
