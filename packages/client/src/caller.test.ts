import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls, type Calls } from '@dhow/contract/calls'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { openCaller, pathOfCall } from './caller.ts'
import { openCookieFetch } from './cookie-fetch.ts'

type Reply = (response: ServerResponse, request: IncomingMessage) => void

const requests: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
let replies: Reply[] = []
let origin = ''

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    replies.shift()?.(response, request)
  })
})
const json =
  (status: number, answer: object, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
const drop: Reply = (response) => response.destroy()

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => void (requests.length = 0))

const call = (...next: Reply[]) => {
  replies = next
  return openCaller<Calls>({ calls, origin, headers: () => ({ authorization: 'Bearer t' }) })
}

it('fills the path, leaves empty queries out, and sends the body as JSON', async () => {
  const caller = call(json(200, { status: 'success' }), json(200, { status: 'success' }))
  await caller('launchGame', { params: { slug: 'a/b' }, body: {} as never })
  await caller('games', { query: { q: 'dhow', limit: undefined } })
  expect(requests.map(({ line }) => line)).toEqual([
    'POST /api/v1/dhow/games/a%2Fb/launch',
    'GET /api/v1/dhow/games?q=dhow',
  ])
  expect(requests[0]).toMatchObject({
    body: '{}',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
  })
  expect(requests[1]?.headers['content-type']).toBeUndefined()
})

it('asks for the line of a call that is not there yet, and counts it as no answer where none comes', async () => {
  const fetched = (line: Promise<string>) => openCaller<Calls>({ calls: () => line, origin })
  replies = [json(200, { status: 'success' })]
  await fetched(Promise.resolve(calls.games))('games')
  expect(requests.map(({ line }) => line)).toEqual(['GET /api/v1/dhow/games'])
  const failure = fetched(Promise.reject(new TypeError('Failed to fetch')))('games')
  await expect(failure).rejects.toMatchObject({ status: 0, code: 'network' })
})

it('a refusal carries its code, sentence, fields and data', async () => {
  const refusal = { code: 'invalid_fields', message: 'Check the fields.', errors: { otp: ['Short'] }, data: { n: 1 } }
  const error = await call(json(422, refusal))('profile').catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(ApiError)
  const { status, code, message, errors, data } = error as ApiError
  expect({ status, code, message, errors, data }).toEqual({ status: 422, ...refusal })
})

it('a reply with the status error is a refusal even with HTTP 200, unless it has a type', async () => {
  await expect(call(json(200, { status: 'error', msg: 'No.' }))('profile')).rejects.toMatchObject({
    ...{ status: 200, code: 'unknown', message: 'No.' },
  })
  const inactive = { status: 'error', type: 'inactive' }
  await expect(call(json(200, inactive))('profile')).resolves.toEqual(inactive)
})

it('an answer from something in front of the server has the code unknown, a missing one the code network', async () => {
  const page: Reply = (response) => response.writeHead(502).end('<html>')
  await expect(call(page)('profile')).rejects.toMatchObject({ status: 502, code: 'unknown', message: '' })
  await expect(call(drop)('profile')).rejects.toMatchObject({ status: 0, code: 'network' })
})

it('repeats a call once if it has a key and its answer was lost, with the same key; no other call', async () => {
  const body = {} as never
  await call(drop, json(200, { status: 'success' }))('requestWithdrawal', { key: 'k1', body })
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1'])
  requests.length = 0
  const busy = call(json(503, { code: 'unavailable' }), json(200, { status: 'success' }))
  await busy('requestWithdrawal', { key: 'k2', body })
  expect(requests).toHaveLength(2)
  requests.length = 0
  await expect(call(drop)('requestWithdrawal', { body })).rejects.toMatchObject({ code: 'network' })
  const closed = call(json(503, { code: 'maintenance' }))
  await expect(closed('requestWithdrawal', { key: 'k3', body })).rejects.toMatchObject({ code: 'maintenance' })
  expect(requests).toHaveLength(2)
})

it('keeps cookies between calls and replaces one of the same name', async () => {
  replies = [
    (response) => response.setHeader('set-cookie', ['a=1; Path=/; HttpOnly', 'b=x=y']) && response.end('{}'),
    json(200, {}, { 'set-cookie': 'a=2' }),
    json(200, {}),
  ]
  const { fetch, cookies } = openCookieFetch()
  for (let n = 0; n < 3; n++) await fetch(origin)
  expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'a=1; b=x=y', 'a=2; b=x=y'])
  expect(cookies.get('a')).toBe('2')
})

it('finds the path of a call for every method', () => {
  expect([calls.playerData, calls.removeFavourite, calls.launchGame].map(pathOfCall)).toEqual([
    '/player/data',
    '/player/favourites/:slug',
    '/games/:slug/launch',
  ])
})
