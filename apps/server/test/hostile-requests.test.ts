import '../src/features/accounts/tables.ts'
import { once } from 'node:events'
import { request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { livePath } from '@dhow/contract/operation'
import { WebSocket } from 'ws'
import { apiBase, type Operation } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { ask, openWorld, type World } from './world.ts'

/** Requests that our browsers never send: each gets a proper answer, and the server continues. */

let world: World
let admin: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
})
afterAll(() => world.close())

/** Sends a request to a real listener: the in-memory transport checks less than a socket. */
async function askListener(listener: 'portal' | 'console', path: string, headers: Record<string, string> = {}) {
  const { fastify } = world.app[listener]
  if (!fastify.server.listening) await fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = fastify.server.address() as AddressInfo
  const call = openRequest({ host: '127.0.0.1', port, path, headers, agent: false })
  const answered = once(call, 'response')
  call.end()
  const [answer] = await answered
  answer.resume()
  return answer.statusCode as number
}

it.each(['csv', 'pain001'])(
  'a foreign character in the id of a batch’s %s is not found, and the server continues',
  async (format) => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const path = `/api/v1/dhow/staff/payout-batches/%D9%A1/${format}`
    expect(await askListener('console', path, { cookie, 'x-dhow-console': '1' })).toBe(404)
    expect(await askListener('console', '/health')).toBe(200)
  },
)

it('an interrupted upload does not cause a server error', async () => {
  const player = await world.player()
  const { fastify } = world.app.portal
  if (!fastify.server.listening) await fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = fastify.server.address() as AddressInfo
  const path = '/api/v1/dhow/player/deposit-namibia/manual-deposit/send-deposit-request'
  const headers = {
    authorization: `Bearer ${player.token()}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '5000',
  }
  const head = 'content-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  for (const begun of ['--b', `--b\r\n${head}`, `--b\r\n${head}half a picture`]) {
    const call = openRequest({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false })
    const ended = new Promise((resolve) => call.on('error', resolve))
    call.write(begun, () => call.destroy())
    await ended
  }
  expect(await askListener('portal', '/health')).toBe(200)
})

it.each(['null', 'no address', 'https://evil.example'])(
  'a stream requested by a page of origin %s is closed',
  async (origin) => {
    const closed = await stream(origin).then((socket) => once(socket, 'close'))
    expect(closed[0]).toBe(4003)
  },
)

it('a second ticket on one connection opens no second stream', async () => {
  const player = await world.player()
  const tickets = await Promise.all([1, 2].map(() => player.post('/player/live-ticket')))
  const socket = await stream(undefined)
  await once(socket, 'open')
  for (const { json } of tickets) socket.send(JSON.stringify({ ticket: json.ticket }))
  await once(socket, 'message')
  expect(world.platform.live.connections()).toBe(1)
  socket.close()
  await expect.poll(() => world.platform.live.connections()).toBe(0)
})

async function stream(origin: string | undefined) {
  const { fastify } = world.app.portal
  if (!fastify.server.listening) await fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = fastify.server.address() as AddressInfo
  return new WebSocket(`ws://127.0.0.1:${port}${livePath}`, origin === undefined ? {} : { headers: { origin } })
}

const unstorable = { nul: 'a\0b', 'half a pair': 'x\ud800' }
const odd = { quote: "٣' or 1=1 --", prototype: '__proto__', long: 'x'.repeat(1_500) }
/** Calls that end their own session. */
const endsSession = new Set(['logout', 'logoutEverywhere', 'signOutDevice', 'staffSignOut'])

it('no route answers 500 for an unstorable text in its path, query or body', async () => {
  const player = await world.player()
  const failed: string[] = []
  let calls = 0
  const every = Object.values(operations)
    .flat()
    .filter(({ name }) => !endsSession.has(name))
  for (const operation of every) {
    const isConsole = operation.path.startsWith('/staff/')
    const visitor = isConsole ? admin : player
    const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
    const check = async (location: string, name: string, text: string, query: object, body?: object) => {
      calls++
      const path = operation.path.replace(/:\w+/g, location === 'path' ? encoded(text) : 'none')
      const asked = Object.entries(query).map(([field, value]) => `${field}=${encoded(String(value))}`)
      const { status, json } = await send(visitor, operation, `${path}?${asked.join('&')}`, body)
      // A query that is invalid UTF-8 is kept undecoded, which can be stored.
      const mustRefuse = name === 'nul' || (name in unstorable && (location === 'path' || body !== undefined))
      if (status >= 500 || (mustRefuse && status < 400))
        failed.push(`${operation.method} ${operation.path} ${location} ${name}: ${status} ${json?.code}`)
    }
    for (const [name, text] of Object.entries(unstorable)) {
      if (operation.path.includes(':')) await check('path', name, text, {}, operation.body ? {} : undefined)
      for (const field of fieldsOf(operation.query)) await check(field, name, text, { [field]: text })
      for (const field of fieldsOf(operation.body)) await check(field, name, text, {}, { [field]: text })
    }
    for (const [name, text] of Object.entries(odd)) {
      const all = (schema: unknown) => Object.fromEntries(fieldsOf(schema).map((field) => [field, text]))
      await check('path', name, text, all(operation.query), operation.body ? all(operation.body) : undefined)
    }
  }
  expect(failed).toEqual([])
  expect(calls).toBeGreaterThan(1_000)
})

it('no route fails for another method, a repeated query parameter or a body of another type', async () => {
  const player = await world.player()
  const failed: string[] = []
  for (const operation of Object.values(operations).flat()) {
    if (endsSession.has(operation.name)) continue
    const visitor = operation.path.startsWith('/staff/') ? admin : player
    const path = operation.path.replace(/:\w+/g, 'none')
    const shape = Object.keys((operation.query as { shape?: object } | undefined)?.shape ?? { page: 1 })
    const twice = shape.map((name) => `${name}=a&${name}=b&${name}[c]=d`).join('&')
    const asked = [
      [operation.method, `${path}?${twice}`],
      [operation.method, path, '<a/>', { 'content-type': 'text/xml' }],
      [operation.method, path, '['.repeat(20_000), { 'content-type': 'application/json' }],
      [
        operation.method,
        path,
        `{"player_id":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
        { 'content-type': 'application/json' },
      ],
    ] as const
    for (const method of ['HEAD', 'OPTIONS'] as const) {
      const listener = operation.path.startsWith('/staff/') ? world.app.console : world.app.portal
      const { statusCode } = await ask(listener, { method, url: apiBase + path })
      if (statusCode >= 500) failed.push(`${method} ${path}: ${statusCode}`)
    }
    for (const [method, url, body, headers] of asked) {
      // The library reads no body of a GET.
      if (method === 'GET' && body !== undefined) continue
      const { status } = await visitor.call(method, url, body, headers)
      if (status >= 500) failed.push(`${method} ${url.slice(0, 80)} ${String(body).slice(0, 20)}: ${status}`)
    }
  }
  expect(failed).toEqual([])
})

/** URL-encodes a text; an unpaired surrogate as the bytes that careless programs write for it. */
const encoded = (text: string) =>
  [...text].map((letter) => (/\p{Surrogate}/u.test(letter) ? '%ED%A0%80' : encodeURIComponent(letter))).join('')

/** Sends an unpaired surrogate as a JSON escape, which passes the decoding of the body. */
function send(visitor: Pick<ReturnType<World['visitor']>, 'call'>, operation: Operation, path: string, body?: object) {
  if (operation.method === 'GET' || operation.method === 'DELETE' || body === undefined)
    return visitor.call(operation.method, path)
  if (!operation.multipart)
    return visitor.call(operation.method, path, JSON.stringify(body), { 'content-type': 'application/json' })
  const fields = Object.entries(body).map(
    ([name, text]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  return visitor.call(operation.method, path, Buffer.from(`${fields.join('')}--b--\r\n`), {
    'content-type': 'multipart/form-data; boundary=b',
  })
}
