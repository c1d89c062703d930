import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { openSignedCalls } from './signed-calls.ts'

const log = silentLog
const calls = openSignedCalls({ log })
calls.serve('/wallet/', ':provider/bet', {
  limitBytes: 20,
  answer: ({ path, params, headers, rawBody }) =>
    Promise.resolve({
      status: 202,
      json: JSON.stringify({ path, of: params['provider'], key: headers['x-key'], body: String(rawBody) }),
    }),
})
const server = createServer((asked, response) => {
  if (!calls.handle(asked, response)) response.writeHead(418).end('others')
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Sends a call, its body in separate chunks, and reads the answer. */
async function ask(method: string, path: string, parts: string[] = [], headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  const call = request({ port, host: '127.0.0.1', method, path, headers })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  for (const part of parts) await new Promise((resolve) => call.write(part, resolve))
  call.end()
  const [answer] = await answered
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

it('passes on the whole raw body, the headers and the requested path', async () => {
  const { status, headers, body } = await ask('POST', '/wallet/acme/bet?try=2', ['{"a":', '"ü"}'], { 'x-key': 'k' })
  expect(status).toBe(202)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(JSON.parse(body)).toEqual({ path: '/wallet/acme/bet?try=2', of: 'acme', key: 'k', body: '{"a":"ü"}' })
})

it('a call without a body has an empty one', async () => {
  expect(JSON.parse((await ask('POST', '/wallet/acme/bet')).body)).toEqual({
    path: '/wallet/acme/bet',
    of: 'acme',
    body: '',
  })
})

it.each([
  ['GET', '/wallet/acme/bet'],
  ['POST', '/wallet'],
  ['POST', '/other/bet'],
])('%s %s is for others', async (method, path) => {
  expect(await ask(method, path)).toMatchObject({ status: 418, body: 'others' })
})

it('an unknown call is refused as not found', async () => {
  const { status, body } = await ask('POST', '/wallet/acme/win')
  expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([404, 'not_found'])
})

it('keeps the body as bytes, whatever its content type', async () => {
  for (const type of ['text/html', 'nonsense', 'application/json; charset=x'])
    expect((await ask('POST', '/wallet/acme/bet', ['{"a"'], { 'content-type': type })).body).toContain(
      String.raw`{\"a\"`,
    )
})

it('too large a body is refused as too_large, with or without a content-length, and the connection closes', async () => {
  const tooLarge = { code: 'too_large', status: 'error', status_code: 413 }
  const withLength = await ask('POST', '/wallet/acme/bet', ['x'.repeat(21)], { 'content-length': '21' })
  expect(JSON.parse(withLength.body)).toMatchObject(tooLarge)
  const withoutLength = await ask('POST', '/wallet/acme/bet', ['x'.repeat(20), 'y'])
  expect(JSON.parse(withoutLength.body)).toMatchObject(tooLarge)
  expect([
    withLength.status,
    withoutLength.status,
    withLength.headers.connection,
    withoutLength.headers.connection,
  ]).toEqual([413, 413, 'close', 'close'])
  const fits = await ask('POST', '/wallet/acme/bet', ['x'.repeat(20)], { 'content-length': '20' })
  expect(fits.status).toBe(202)
})
