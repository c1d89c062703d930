import { openCaller } from '@dhow/client/caller'
import { openLiveStream } from '@dhow/client/live-stream'
import { calls, type Calls } from '@dhow/contract/calls'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBalancer } from '../balancer.ts'
import { testEngine } from '../engines.ts'
import { dhowCall, openWorldOfProcesses, seatAt, startServer, startServers, type ServerProcess } from '../processes.ts'
import type { World } from '../world.ts'

/** Longer than two probes of the balancer. */
const drain = { DRAIN_MS: '400' }

describe.runIf(testEngine === 'postgres')('a rolling restart of two servers', { timeout: 120_000 }, () => {
  let world: World
  let servers: ServerProcess[]
  let balancer: Awaited<ReturnType<typeof openBalancer>>
  beforeAll(async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    world = await openWorldOfProcesses(drain)
    servers = await startServers(2, world.environment, world.url!)
    balancer = await openBalancer(() => servers.map(({ portal }) => portal))
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await Promise.all(servers.map((server) => server.stop()))
    await balancer.close()
    await world.close()
  })

  /** Ends the oldest server with SIGTERM after starting the next one, as a rolling update does. */
  async function replaceOldest() {
    const fresh = await startServer(world.environment, world.url!)
    servers.push(fresh)
    await vi.waitUntil(() => balancer.isReady(fresh.portal), { timeout: 20_000 })
    const [oldest] = servers
    await oldest!.stop()
    servers = servers.slice(1)
    return (await oldest!.ended).code
  }

  it('no request fails, each bet counts once, and an open page reconnects with the balance', async () => {
    const { player, session } = await seatAt(world, servers[0]!, '1000.00')
    const call = openCaller<Calls>({
      calls,
      origin: balancer.origin,
      headers: () => ({ authorization: `Bearer ${player.token()}` }),
    })
    const gaps = vi.fn<() => void>()
    const balances: (string | undefined)[] = []
    const stream = openLiveStream({
      origin: balancer.origin.replace('http', 'ws'),
      ticket: async () => (await call('liveTicket')).ticket,
      onEvent: () => {},
      onBalance: ({ chips }) => balances.push(chips),
      onGap: gaps,
      isCurrent: () => true,
    })
    await vi.waitUntil(() => balances.length === 1)

    let isOver = false
    const failures: unknown[] = []
    let [reads, bets] = [0, 0]
    /** Repeats calls, as many players' pages do. */
    const read = async () => {
      while (!isOver) {
        await call('profile').then(
          () => reads++,
          (error: unknown) => failures.push(error),
        )
      }
    }
    const bet = async () => {
      while (!isOver) {
        const body = { session, txId: `roll-${bets}`, roundId: 'roll', game: 'dhow', amount: 1, currency: 'NAD' }
        const ask = () => dhowCall(world, { ...servers[0]!, portal: balancer.origin }, 'bet', body)
        // A keep-alive connection may be closed at the moment of its reuse; a provider repeats such a call, and it
        // counts once.
        const answer = (await ask()) ?? (await ask())
        if (answer?.status === 200) bets++
        else failures.push(answer ?? 'no answer')
      }
    }
    const load = [read(), read(), read(), bet()]
    expect([await replaceOldest(), await replaceOldest()]).toEqual([0, 0])
    // The stream was on one of the two stopped servers.
    await vi.waitUntil(() => balances.length > 1)
    isOver = true
    await Promise.all(load)

    expect(failures).toEqual([])
    expect(reads).toBeGreaterThan(10)
    const chips = (await call('profile')).player.chips
    expect(chips).toBe((1_000 - bets / 100).toFixed(2))
    expect(gaps).toHaveBeenCalled()
    stream.close()
  })

  it('a stopping server is unready at once, answers requests under way, and ends', async () => {
    const { player } = await seatAt(world, servers[1]!, '10.00')
    const [leaving] = servers
    const probe = async (path: string) => (await fetch(`${leaving!.portal}/health/${path}`)).status
    expect([await probe('live'), await probe('ready')]).toEqual([200, 200])
    const ended = leaving!.stop()
    await vi.waitUntil(async () => (await probe('ready')) === 503)
    // It still answers, and closes the connection after the answer.
    const answer = await fetch(`${leaving!.portal}/api/v1/dhow/player/profile`, {
      headers: { authorization: `Bearer ${player.token()}` },
    })
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await probe('live')).toBe(200)
    await ended
    servers = servers.slice(1)
    expect((await leaving!.ended).code).toBe(0)
  })
})
