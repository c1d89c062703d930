import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '@dhow/platform/listen'
import { openWorld, type World } from '../../../test/world.ts'
import { servePortalPages } from '../../portal-pages.ts'
import { openListener, type Listener } from './listener.ts'
import { openPlayerTurns } from './player-turns.ts'
import { ownPath } from './static-site.ts'

/** A listener on its own port, reached by plain sockets, with timeouts short enough for a test. */
let world: World
let listener: Listener
let folder: string
let port: number
beforeAll(async () => {
  world = await openWorld()
  folder = mkdtempSync(join(tmpdir(), 'dhow-listener-'))
  const { log, metrics, tracer, uploadGate, drain } = world.platform
  const nobody = () => Promise.reject(new Error('nobody signs in here'))
  listener = await openListener({
    name: 'portal',
    clock: world.clock,
    config: { ...world.config, headersTimeoutMs: 200, requestTimeoutMs: 400 },
    log,
    metrics,
    tracer,
    uploadGate,
    drain,
    proxies: world.app.features.proxies,
    turns: openPlayerTurns({ clock: world.clock, atOnce: 4, waitMs: 1_000 }),
    guards: { player: nobody, staff: nobody, auditRead: async () => {}, gate: () => Promise.resolve() },
    countryOf: () => undefined,
  })
  const { portal, catalog } = world.app.features
  const front = { folder, core: '', style: '', styleHash: '', scriptsFor: () => [], loadPages: nobody, inlined: nobody }
  const none = () => Promise.resolve([])
  const shown = {
    ...{ platform: world.platform, portal, catalog, countryOf: () => undefined },
    ...{ offersOf: none, liabilitiesOf: none, pageOf: () => Promise.resolve(undefined) },
  }
  await servePortalPages(listener, front, shown)
  await listen(listener.fastify, { host: '127.0.0.1', port: 0, setting: 'PORT' })
  port = (listener.fastify.server.address() as AddressInfo).port
})
afterAll(async () => {
  await listener.fastify.close()
  await world.close()
  rmSync(folder, { recursive: true })
})

/** Sends raw text, and returns everything received until the connection is closed. */
async function answerTo(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(parts).toString('latin1')
}

it('answers a missing field with a different code than an invalid one', async () => {
  const answer = async (body: object) =>
    (await world.visitor().post('/authentication-otp-verify', body)).json.errors as Record<string, string[]>
  const whole = { otp: '123456', mobile: '081 234 5678', type: 'register' }
  expect(await answer({ ...whole, type: undefined })).toEqual({ type: ['This is required'] })
  expect(await answer({ ...whole, type: 'nothing' })).toEqual({ type: ['Invalid input'] })
})

it('closes a connection with half a request after the set time', async () => {
  const halves = ['GET /hea', 'GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ']
  const answers = await Promise.all(halves.map(answerTo))
  expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual(halves.map(() => 'HTTP/1.1 408 Request Timeout'))
  // A body that never arrives times out too, even if the call was answered already.
  await answerTo('POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf')
})

it.each([
  ['//evil.example/', '/'],
  ['//evil.example/deposits?a=1', '/deposits'],
  ['///evil.example/deposits', '/deposits'],
  ['/\\\\evil.example/', '/'],
  ['/deposits//', '/deposits//'],
  ['http://evil.example//evil.example/', '/evil.example/'],
  ['//', '/'],
])('a form sent to %s leads back to a page of ours', async (target, path) => {
  expect(ownPath(target)).toBe(path)
  const answer = await answerTo(`POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  const [, location] = /^location: (.*)\r$/im.exec(answer) ?? []
  expect([undefined, path]).toContain(location)
})

it.each([
  [
    'a body with a GET',
    'GET /api/v1/dhow/none HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
  ],
  ['headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['garbage behind a request', 'GET /api/v1/dhow/nothing HTTP/1.1\r\nhost: x\r\n\r\n\0\xff garbage\r\n\r\n'],
  ['two lengths', 'POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
  [
    'a length and chunks',
    'POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no request at all', '\x16\x03\x01\x00\xa5\r\n\r\n'],
])('%s is answered or closed, without a failure', async (_name, text) => {
  expect(await answerTo(text)).not.toMatch(/^HTTP\/1\.1 5/m)
})

it('a thousand concurrent connections wait for a busy server, and none is dropped', () => {
  const room = process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 128
  const count = Math.min(1_000, room)
  const connectAll = `
    const { connect } = require('node:net')
    let open = 0
    for (let n = 0; n < ${count}; n++) connect(${port}, '127.0.0.1', () => { if (++open === ${count}) process.exit(7) })`
  // This process is the server: it accepts nothing until the child process has ended.
  const ended = spawnSync(process.execPath, ['-e', connectAll], { timeout: 20_000 })
  expect(ended.status).toBe(7)
})
