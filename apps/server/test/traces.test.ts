import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { systemClock } from '@dhow/platform/clock'
import { openTraces } from '@dhow/platform/open-traces'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, openWorld, type World } from './world.ts'
import { dhowCallHere, signed } from './api-calls.ts'

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  links: { traceId: string; spanId: string }[]
  status: { code: number }
}
interface Sent {
  resourceSpans: { resource: object; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

/** Requests to this test's collector, and everything that the server logged. */
const bodies: Sent[] = []
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    if (request.url === '/v1/traces') bodies.push(body as Sent)
    response.end('{}')
  })
})
const logged: string[] = []
let world: World
let traces: ReturnType<typeof openTraces>

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const clock = systemClock()
  traces = openTraces(
    { url, percent: 100, perSecond: 1_000 },
    {
      ...{ program: 'server', version: '9.9.9', timers: clock, newBytes: randomBytes },
      nowMs: () => Date.now(),
      failed: (error) => logged.push(String(error)),
    },
  )
  const log = pino(
    { level: 'info', mixin: traces.tracer.logFields },
    { write: (line: string) => void logged.push(line) },
  )
  world = await openWorld({}, { tracer: traces.tracer, log })
})
afterAll(async () => {
  await world.close()
  collector.closeAllConnections()
  collector.close()
})

async function spans(): Promise<OtlpSpan[]> {
  await traces.flush()
  return bodies.flatMap((body) => body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)))
}

it('follows a bet from the provider’s call to the commit, in the provider’s trace, with its log entries', async () => {
  const player = await world.player({ balance: '100.00' })
  const launched = await player.post('/games/dhow/launch', {})
  const token = new URL(String(launched.json.url)).searchParams.get('token')
  const { session } = (await dhowCallHere(world, 'authenticate', { token })).json as { session: string }
  const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  const body = { session, txId: 'traced', roundId: 'traced', game: 'dhow', amount: 100, currency: 'NAD' }
  const payload = JSON.stringify(body)
  const bet = (traceparent: string) =>
    ask(world.app.portal, {
      method: 'POST',
      url: '/api/v1/dhow/gateway/dhow/bet',
      headers: { 'content-type': 'application/json', traceparent, ...signed(world, payload) },
      payload,
    })
  expect((await bet(`00-${traceId}-${caller}-01`)).json()).toMatchObject({ code: 'ok' })
  const own = (await spans()).filter((span) => span.traceId === traceId)
  const call = own.find(({ name }) => name === 'wallet bet')!
  expect(call).toMatchObject({ parentSpanId: caller, kind: 2, status: { code: 0 } })
  const commit = own.find(({ name }) => name === 'commit')!
  expect(commit.parentSpanId).toBe(call.spanId)
  expect(BigInt(commit.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call.startTimeUnixNano))
  expect(BigInt(commit.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(call.endTimeUnixNano))

  // A trace that its caller does not sample is not sampled here.
  const other = randomBytes(16).toString('hex')
  await bet(`00-${other}-${caller}-00`)
  expect((await spans()).filter((span) => span.traceId === other)).toEqual([])
})

it('follows a deposit from the form to the balance, across the requests of two people', async () => {
  const player = await world.player()
  const cashier = await world.operator('cashier')
  const sent = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    ...{ manual_deposit_id: '2', amount: '500', utr: 'TRACED99' },
  })
  const { id } = sent.json.data.deposit as { id: string }
  const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
  const approved = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version })
  expect(approved.status).toBe(200)
  const all = await spans()
  const steps = all.filter(({ name }) => ['deposit submitted', 'deposit approved', 'balance published'].includes(name))
  expect(new Set(steps.map(({ traceId }) => traceId)).size).toBe(1)
  const names = steps.toSorted((a, b) => Number(BigInt(a.endTimeUnixNano) - BigInt(b.endTimeUnixNano)))
  expect(names[0]?.name).toBe('deposit submitted')
  expect(names.map(({ name }) => name)).toContain('balance published')
  // Each links to the request that did it.
  const requests = steps.map(({ links }) => all.find(({ spanId }) => spanId === links[0]?.spanId)?.name)
  expect(new Set(requests)).toEqual(new Set(['manualNamibiaSubmitDeposit', 'approveDeposit']))
})

it('marks failures, writes the trace’s id to the log, and has no personal data', async () => {
  const player = await world.player()
  await player.post('/player/withdrawals', { amount: '400', payout_account_id: 'none', otp: '123456' })
  const all = await spans()
  expect(all.some(({ status }) => status.code === 2)).toBe(true)
  world.platform.log.info('outside of a trace')
  await traces.tracer.span({ name: 'here', kind: 'server' }, async () => world.platform.log.info('inside of a trace'))
  const entry = (message: string) => JSON.parse(logged.find((line) => line.includes(message))!) as { trace_id?: string }
  expect(entry('outside of a trace').trace_id).toBeUndefined()
  expect(entry('inside of a trace').trace_id).toMatch(/^[0-9a-f]{32}$/)
  const text = JSON.stringify(bodies)
  const personal = [player.mobile, player.id, player.player_name, player.ip, 'TRACED99', player.token()!]
  expect(personal.filter((part) => text.includes(part))).toEqual([])
  // Log entries may have a player's id, but never name, number or address.
  const log = logged.join('\n')
  expect([player.mobile, player.player_name, player.token()!].filter((part) => log.includes(part))).toEqual([])
})
