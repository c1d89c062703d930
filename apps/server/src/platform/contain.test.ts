import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as openRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { expect, it } from 'vitest'
import { openDrain } from '@dhow/platform/drain'
import { silentLog } from '@dhow/platform/log'
import { noMetrics } from '@dhow/platform/metrics'
import { noTracer } from '@dhow/platform/trace'
import { fakeClock } from '../../test/parts.ts'
import { openTestDatabase } from '../../test/engines.ts'
import { readConfig } from '../config.ts'
import { openBus } from './bus.ts'
import { contain, containTimers } from './contain.ts'
import { afterCommit } from './db/index.ts'
import { every } from './every.ts'
import { openGroupQueue } from './group-queue.ts'
import { createAnswerWriter } from './http/errors.ts'
import { openListener } from './http/listener.ts'
import { openPlayerTurns } from './http/player-turns.ts'
import { openProxyWatch } from './http/proxy-watch.ts'
import { openSignedCalls } from './http/signed-calls.ts'
import { serveSinglePage } from './http/static-site.ts'
import { openUploadGate } from './upload-gate.ts'
import { openJobs } from './jobs.ts'
import { openLive } from './live.ts'
import type { Wire } from './wire.ts'

/**
 * Work outside any request. Vitest fails a run in which an uncaught error reaches the process, so each of these tests
 * would fail without an assertion.
 */

const log = silentLog
const boom = () => {
  throw new Error('thrown on purpose')
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Sends one POST to a real listener with this handler and returns the answer. */
async function answerOf(handler: RequestListener, path = '/'): Promise<{ status: number; code: unknown }> {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const call = openRequest({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, path, method: 'POST' })
  const answered = once(call, 'response')
  call.end()
  const [answer] = await answered
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  server.close()
  return { status: answer.statusCode, code: (JSON.parse(String(Buffer.concat(parts))) as { code: unknown }).code }
}

it('a contained callback reports what it throws and what its promise rejects with, and so does its error handler', async () => {
  const reported: unknown[] = []
  const errors = { error: (entry: object) => void reported.push((entry as { location: string }).location) }
  const seen: unknown[] = []
  contain(errors as never, 'thrown', boom, (error) => seen.push(error))()
  contain(errors as never, 'rejected', () => Promise.reject(new Error('later')), boom)()
  await turn()
  expect(reported).toEqual(['thrown', 'rejected', 'rejected'])
  expect(seen).toHaveLength(1)
})

it('an answer that cannot be written becomes a 500 of that call alone, also among others of its turn', async () => {
  const write = createAnswerWriter(log) as (...args: unknown[]) => unknown
  const written: unknown[] = []
  const answer = await answerOf((_request, response) => {
    write({}, { raw: response }, '', boom)
    write({}, { raw: response }, 'the next', (_error: unknown, payload: unknown) => written.push(payload))
  })
  expect(answer).toEqual({ status: 500, code: 'internal' })
  expect(written).toEqual(['the next'])
})

it.each([
  ['throws', () => boom()],
  ['rejects', () => Promise.reject(new Error('later'))],
  ['answers with a status that is none', () => Promise.resolve({ status: 7, json: '{}' })],
] as const)('a call of a program whose answer %s is a 500', async (_name, answer) => {
  const programs = openSignedCalls({ log })
  programs.serve('/', '', { limitBytes: 100, answer })
  expect(await answerOf((request, response) => void programs.handle(request, response))).toEqual({
    status: 500,
    code: 'internal',
  })
})

it('a failing subscriber of the bus does not stop the others, and a payload that is no message is dropped', async () => {
  let receive = (_payload: string) => {}
  const done = () => Promise.resolve()
  const wire: Wire = {
    ...{ gatherMs: 25, payloadBytes: 7_500, send: done, close: done },
    open(end) {
      receive = (payload) => end.receive(payload)
      return done()
    },
  }
  const clock = fakeClock()
  const bus = await openBus(wire, { clock, log, processId: 'one' })
  const received: unknown[] = []
  bus.subscribe('news', boom, boom)
  bus.subscribe('news', () => Promise.reject(new Error('later')) as never, boom)
  bus.subscribe(
    'news',
    (message) => received.push(message),
    () => received.push('looked again'),
  )
  bus.publish('news', 1)
  for (const payload of ['no message', '{}', 'null', '{"from":"two","number":7,"messages":[["news",2]]}'])
    receive(payload)
  // JSON cannot write a bigint: the flush fails, outside any request.
  bus.publish('news', 3n)
  await clock.advance(600)
  expect(received).toEqual([1, 2, 3n, 'looked again'])
  await expect(bus.close()).resolves.toBeUndefined()
})

it('a live stream that cannot be written is closed, and delays no other', async () => {
  const receivers = new Map<string, (message: never) => void>()
  const bus = {
    publish: (topic: string, message: unknown) => receivers.get(topic)?.(message as never),
    subscribe: (topic: string, receive: (message: never) => void) => void receivers.set(topic, receive),
    isAlone: () => true,
    close: () => Promise.resolve(),
  }
  const live = openLive(bus, log)
  const seen: string[] = []
  const socket = (name: string, send: () => void) => ({
    bufferedAmount: 0,
    send,
    close: () => undefined,
    terminate: () => void seen.push(`${name} is cut`),
  })
  live.join(socket('broken', boom), 'ply_1', 'ses_1', boom)
  live.join(
    socket('sound', () => seen.push('sound has it')),
    'ply_1',
    'ses_1',
    () => Promise.resolve({}),
  )
  await turn()
  live.publish('ply_1', { type: 'notice', text: { code: 'help_answered', params: {} } })
  live.endSession('ply_1', undefined, 'inactive')
  expect(seen).toEqual([
    'broken is cut',
    'sound has it',
    'broken is cut',
    'sound has it',
    'broken is cut',
    'sound has it',
  ])
})

it('a failing callback after the commit changes neither the transaction’s answer nor the other callbacks', async () => {
  const { db, drop } = await openTestDatabase(log)
  const ran: string[] = []
  const answer = await db.transaction((tx) => {
    afterCommit(tx, boom)
    afterCommit(tx, () => ran.push('second'))
    return Promise.resolve('committed')
  })
  expect([answer, ran]).toEqual(['committed', ['second']])
  await drop()
})

it('a timer or a job that throws is reported, and the job has its next turn', async () => {
  const clock = fakeClock()
  containTimers(clock, log).after(10, boom)
  let turns = 0
  const jobs = openJobs(clock)
  const stop = every({ clock, log, jobs }, 'broken', 1_000, () => {
    turns++
    return boom()
  })
  for (let step = 0; step < 3; step++) await clock.advance(1_000)
  expect([turns, jobs.list()[0]?.failures]).toEqual([3, 3])
  await stop()
})

it('a group whose statement throws at once fails its callers, and the next group runs', async () => {
  let isBroken = true
  const queue = openGroupQueue<number, number>({
    run: (items) => (isBroken ? boom() : Promise.resolve(items)),
    most: 4,
    width: 1,
    log,
  })
  await expect(queue.submit(1)).rejects.toThrow('thrown on purpose')
  isBroken = false
  expect(await queue.submit(2)).toBe(2)
})

it.each([
  ['a header that none can be', '/header', 500],
  ['a file that is gone since the start', '/assets/gone-1a2b.js', 404],
])('%s is that call’s failure, and the next call is answered', async (_name, path, status) => {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-contain-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>One page</title>')
  writeFileSync(join(folder, 'assets/gone-1a2b.js'), 'export {}')
  const { fastify: server } = await openListener({
    name: 'portal',
    clock: fakeClock(),
    config: readConfig({ SECRET_KEY: 'a key of the tests that is long enough' }),
    log,
    metrics: noMetrics,
    tracer: noTracer,
    uploadGate: openUploadGate(fakeClock()),
    drain: openDrain(fakeClock()),
    turns: openPlayerTurns({ clock: fakeClock(), atOnce: 4, waitMs: 1_000 }),
    proxies: openProxyWatch({ clock: fakeClock(), log }),
    guards: { player: boom, staff: boom, auditRead: async () => {}, gate: boom },
    countryOf: () => undefined,
  })
  server.get('/header', (_request, reply) => reply.header('x-name', '\u0661').send('text'))
  server.get('/sound', (_request, reply) => reply.send('text'))
  await serveSinglePage(server, folder)
  rmSync(folder, { recursive: true })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(origin + path)).status).toBe(status)
  expect((await fetch(`${origin}/sound`)).status).toBe(200)
  await server.close()
})

it.each([
  ['an unhandled rejection is logged, and the process goes on', 'void Promise.reject(new Error("lost"))', 0],
  ['an uncaught error is logged and ends the process', 'setTimeout(() => { throw new Error("lost") })', 1],
])('%s', async (_name, program, code) => {
  const source = readFileSync(new URL('guard-process.ts', import.meta.url), 'utf8')
  const text = `${(await transformWithOxc(source, 'guard-process.ts')).code}
    guardProcess(process, { error: (entry) => console.log(entry.err.message), fatal: (entry) => console.log(entry.err.message) })
    ${program}
    setTimeout(() => console.log('goes on'), 50)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
  const printed: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => printed.push(part))
  const [ended] = (await once(child, 'close')) as [number]
  expect([ended, String(Buffer.concat(printed))]).toEqual([code, code === 0 ? 'lost\ngoes on\n' : 'lost\n'])
})

/** The server's own source files. */
const sources = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => [file, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')] as const)

/**
 * Functions that run a callback in a later turn of the event loop, and the files that may call them without `contain`,
 * each with its reason.
 */
const uncontained: Record<string, string> = {
  'main.ts': 'signals of the process itself',
  'platform/faults.ts': 'ends the process on purpose, in tests alone',
  'platform/contain.ts': 'is the guard',
  'platform/guard-process.ts': 'is the last guard',
  'platform/group-queue.ts': 'the queue settles promises and nothing else; a group that throws is its callers’ failure',
  'platform/read-certificate.ts': 'ends a connection and settles a promise',
  'platform/outside-address.ts': 'settles a promise',
  'platform/db/embedded.ts': 'emits an event to the driver alone',
  'platform/db/pipelined-connections.ts': 'closes and forgets connections',
}

it('each callback that runs in a later turn of the event loop is contained', () => {
  const deferred =
    /\b(?:setImmediate|setTimeout|setInterval|queueMicrotask|nextTick)\(|\.(?:on|once|addListener)\(\s*'\w+',/g
  const bare = sources.flatMap(([file, text]) =>
    [...text.matchAll(deferred)]
      .filter(({ index }) => !(file in uncontained) && !isHarmless(text.slice(index, index + 200)))
      .map(({ 0: found, index }) => `${file}:${text.slice(0, index).split('\n').length} ${found}`),
  )
  expect(bare).toEqual([])
})

/** Contained, or one call that cannot throw: a log line, the next step of a promise. */
const isHarmless = (text: string) =>
  /^[^\n]*\bcontain(?:ed)?\(/.test(text) ||
  /\(error\) => log\.\w+\(/.test(text.split('\n')[0]!) ||
  /^set(?:Timeout|Immediate)\(resolve\b/.test(text)
