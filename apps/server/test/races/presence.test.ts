import { once } from 'node:events'
import { livePath } from '@dhow/contract/operation'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testEngine } from '../engines.ts'
import { openWorldOfProcesses, over, seatAt, startServers, type ServerProcess } from '../processes.ts'
import type { World } from '../world.ts'

/** Servers write their load every 15 seconds. */
const written = { timeout: 40_000, interval: 250 }

describe.runIf(testEngine === 'postgres')('players of two servers', { timeout: 120_000 }, () => {
  let world: World
  let servers: [ServerProcess, ServerProcess]
  beforeAll(async () => {
    world = await openWorldOfProcesses()
    servers = (await startServers(2, world.environment, world.url!)) as typeof servers
  }, 180_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await world.close()
  })

  it('count once each, on any server, until signing out on one server ends all streams', async () => {
    const [first, second] = servers
    const { player } = await seatAt(world, first, '10.00')
    const { player: other } = await seatAt(world, second, '10.00')
    const manager = await world.operator('manager')
    const online = (): Promise<number[]> =>
      Promise.all(
        servers.map(async (server) => {
          const answer = await over(server, manager, 'console').get('/staff/overview?market=NA')
          return answer!.json.players_online as number
        }),
      )
    /** A page on one server, with a ticket from another. */
    const open = async (at: ServerProcess, ticketOf: ServerProcess, who: typeof player) => {
      const { ticket } = (await over(ticketOf, who).post('/player/live-ticket'))!.json as { ticket: string }
      const socket = new WebSocket(at.portal.replace('http', 'ws') + livePath)
      const closed = once(socket, 'close').then(([code]) => code as number)
      await once(socket, 'open')
      socket.send(JSON.stringify({ ticket }))
      await once(socket, 'message')
      return { closed }
    }
    const pages = [await open(first, second, player), await open(second, first, player)]
    const stays = await open(second, first, other)
    await vi.waitFor(async () => expect(await online()).toEqual([2, 2]), written)

    await over(second, player).post('/player/logout-everywhere')
    expect(await Promise.all(pages.map(({ closed }) => closed))).toEqual([4001, 4001])
    await vi.waitFor(async () => expect(await online()).toEqual([1, 1]), written)
    await over(first, other).post('/player/logout-everywhere')
    expect(await stays.closed).toBe(4001)
  })
})
