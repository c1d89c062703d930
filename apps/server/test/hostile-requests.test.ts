import '../src/features/accounts/tables.ts'
import { once } from 'node:events'
import { request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { livePath } from '@dhow/contract/live'
import { WebSocket } from 'ws'
import { openWorld, type World } from './world.ts'

/** Requests that no browser of ours sends: each has an answer of its own, and the server goes on. */

let world: World
let admin: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
})
afterAll(() => world.close())

/** Answers what a real listener answers, past the in-memory transport, which checks less than a socket does. */
async function askListener(door: 'portal' | 'console', path: string, headers: Record<string, string> = {}) {
  const { fastify } = world.app[door]
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
  'a foreign character in the id of a batch’s %s is not found, and the server goes on',
  async (format) => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const path = `/api/v1/dhow/staff/payout-batches/%D9%A1/${format}`
    expect(await askListener('console', path, { cookie, 'x-dhow-console': '1' })).toBe(404)
    expect(await askListener('console', '/health')).toBe(200)
  },
)

it('an upload that is cut in the middle is no failure of the server', async () => {
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
  'a stream that a page of origin %s asks for is closed',
  async (origin) => {
    const closed = await stream(origin).then((socket) => once(socket, 'close'))
    expect(closed[0]).toBe(4003)
  },
)

it('a second ticket on one connection takes no second seat', async () => {
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
