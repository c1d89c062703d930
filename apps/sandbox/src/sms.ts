import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'

export interface Sms {
  id: string
  to: string
  text: string
  at: string
}

const sent = z.object({ to: z.string().check(z.regex(/^\+\d{6,15}$/)), text: z.string().check(z.maxLength(1_000)) })
const shownAtMost = 100

/** The inbox of every invented phone: what a real gateway would deliver is kept and shown. */
export function serveSms(server: FastifyInstance, { key, dataDir }: Config, now: () => Date) {
  const inbox = openJournal<Sms>(join(dataDir, 'sms.jsonl'))
  const watchers = new Set<(sms: Sms) => void>()

  server.post('/sms', async (request, reply) => {
    if (key !== '' && request.headers['x-sandbox-key'] !== key)
      return reply.code(401).send({ error: 'the key is missing or wrong' })
    const read = sent.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'send {to, text}' })
    const id = String(request.headers['idempotency-key'] ?? `sms-${inbox.entries.length + 1}`)
    if (!inbox.entries.some((sms) => sms.id === id)) {
      const sms = { id, ...read.data, at: now().toISOString() }
      inbox.add(sms)
      for (const watch of watchers) watch(sms)
    }
    return { ok: true, id }
  })

  server.get('/sms', (request) => {
    const { to } = request.query as { to?: string }
    return inbox.entries
      .filter((sms) => to === undefined || sms.to === to)
      .slice(-shownAtMost)
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
