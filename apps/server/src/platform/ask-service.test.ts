import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askService } from './ask-service.ts'

let server: Server
let origin: string
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/moved') return void response.writeHead(302, { location: '/inside' }).end()
    if (request.url === '/long') return void response.end(`"${'x'.repeat(70_000)}"`)
    if (request.url === '/page') return void response.end('<p>It works</p>')
    if (request.url === '/silent') return
    if (request.url === '/cut') return void response.write('{"a":', () => response.destroy())
    response.end('{"amount":100.50,"large":9007199254740993}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const ask = (path: string) => askService(origin + path, { method: 'GET', headers: {}, timeoutMs: 300 })

describe('a call of an outside service', () => {
  it('returns numbers as the text in which they were sent', async () =>
    expect(await ask('/good')).toEqual({ status: 200, json: { amount: '100.50', large: '9007199254740993' } }))

  it('does not follow redirects', async () => {
    expect(await ask('/moved')).toBeUndefined()
    expect(asked).not.toContain('/inside')
  })

  it.each(['/long', '/page', '/silent', '/cut'])(
    'returns no result for the answer %s, and changes nothing',
    async (path) => expect(await ask(path)).toBeUndefined(),
  )
})
