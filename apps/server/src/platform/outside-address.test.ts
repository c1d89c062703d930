import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { lookup } from 'node:dns'
import { expect, it } from 'vitest'
import { InternalAddressError, isInside, isOutsideUrl, postOutside } from './outside-address.ts'

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is inside', (address) => expect(isInside(address)).toBe(true))

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450::1', '::ffff:8.8.8.8'])('%s is outside', (address) =>
  expect(isInside(address)).toBe(false),
)

it.each([
  'http://hooks.example.com/x',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://2130706433/x',
  'https://hook/x',
  'https://metadata.google.internal/x',
  'https://user:secret@hooks.example.com/x',
  'file:///etc/passwd',
  'nothing',
])('%s may not be called in live mode', (address) => expect(isOutsideUrl(address, 'live')).toBe(false))

it('a public name by HTTPS may be called', () => {
  expect(isOutsideUrl('https://hooks.example.com/x?y=1', 'live')).toBe(true)
})

it('refuses to connect to a public name that resolves to a private address', async () => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const call = { headers: {}, body: '{}', timeoutMs: 5_000 }
  const leadsInside = ((_name: string, _options: object, answer: (error: null, found: object[]) => void) =>
    answer(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup
  const inLive = postOutside(`http://hooks.example.com:${port}/`, { ...call, mode: 'live', lookup: leadsInside })
  await expect(inLive).rejects.toThrow(InternalAddressError)
  await expect(postOutside(`http://127.0.0.1:${port}/`, { ...call, mode: 'live' })).rejects.toThrow(
    InternalAddressError,
  )
  expect(calls).toBe(0)
  expect(await postOutside(`http://127.0.0.1:${port}/`, { ...call, mode: 'sandbox' })).toBe(200)
  expect(calls).toBe(1)
  server.close()
})
