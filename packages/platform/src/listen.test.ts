import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'

it('names the setting of a port in use', async () => {
  const [first, second] = [createServer(), createServer()]
  await listen(first, { host: '127.0.0.1', port: 0, setting: 'PORT' })
  const { port } = first.address() as AddressInfo
  await expect(listen(second, { host: '127.0.0.1', port, setting: 'STUDIO_PORT' })).rejects.toThrow(
    `Port ${port} is taken by another program; choose another one with STUDIO_PORT.`,
  )
  first.close()
})
