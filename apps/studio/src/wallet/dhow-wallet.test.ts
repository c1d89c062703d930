import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { steadyClock } from '@dhow/platform/clock'
import { silentLog } from '@dhow/platform/log'
import { openDhowWallet } from './dhow-wallet.ts'

/** Keep-alive connections that the server closes just as the next call uses them. */
let server: Server
let wallet: ReturnType<typeof openDhowWallet>
let calls: number

afterEach(async () => {
  wallet.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function openWallet(closes: (callsOfSocket: number) => boolean) {
  const ofSocket = new Map<Socket, number>()
  calls = 0
  server = createServer((request, response) => {
    const count = (ofSocket.get(request.socket) ?? 0) + 1
    ofSocket.set(request.socket, count)
    calls++
    if (closes(count)) return void request.socket.resetAndDestroy()
    response.end(
      JSON.stringify({
        code: 'ok',
        balance: 500,
        currency: 'NAD',
        session: 's',
        player: { id: 'p', name: 'n', country: 'NA' },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  wallet = openDhowWallet({ url, key: 'k', provider: 'test', timeoutMs: 5_000 }, steadyClock(), silentLog)
}

test('a call on a keep-alive connection that was just closed is repeated once on another', async () => {
  await openWallet((count) => count > 1)
  expect(await wallet.authenticate('first')).toMatchObject({ player: { id: 'p' } })
  expect(await wallet.authenticate('second')).toMatchObject({ player: { id: 'p' } })
  expect(calls).toBe(3)
})

test('a call on a new connection that breaks is not repeated, since it may have arrived', async () => {
  await openWallet(() => true)
  expect(await wallet.authenticate('only')).toBe('unknown')
  expect(calls).toBe(1)
})
