import { once } from 'node:events'
import { openLiveStream } from '@dhow/client/live-stream'
import type { LiveEvent } from '@dhow/contract/live'
import { livePath } from '@dhow/contract/operation'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBalancer } from '../balancer.ts'
import { testEngine } from '../engines.ts'
import { hasNats, startNats } from '../nats-server.ts'
import {
  dhowCall,
  openWorldOfProcesses,
  over,
  seatAt,
  startServer,
  startServers,
  type ServerProcess,
} from '../processes.ts'
import type { World } from '../world.ts'

/** A refused stream closes its socket, as in a browser. */
class PageSocket extends WebSocket {
  constructor(address: string) {
    super(address)
    this.on('error', () => undefined)
  }
}

type Chips = string | undefined

const transports = testEngine === 'postgres' ? ['NOTIFY', ...(hasNats ? ['NATS'] : [])] : []

describe.runIf(transports.length > 0).each(transports)(
  'a player’s stream at one server, over %s',
  { timeout: 120_000 },
  (transport) => {
    let world: World
    let nats: Awaited<ReturnType<typeof startNats>> | undefined
    let here: ServerProcess
    let there: ServerProcess
    beforeAll(async () => {
      nats = transport === 'NATS' ? await startNats() : undefined
      world = await openWorldOfProcesses(nats ? { NATS_URL: nats.url } : {})
      ;[here, there] = (await startServers(2, world.environment, world.url!)) as [ServerProcess, ServerProcess]
    })
    afterAll(async () => {
      await Promise.all([here.stop(), there.stop()])
      await world.close()
      await nats?.stop()
    })

    /** The stream, with all events so far. */
    async function listen(ticket: string, at = here) {
      const socket = new WebSocket(at.portal.replace('http', 'ws') + livePath)
      const events: LiveEvent[] = []
      let wake = () => {}
      socket.on('message', (data: Buffer) => {
        events.push(JSON.parse(data.toString()) as LiveEvent)
        wake()
      })
      await once(socket, 'open')
      socket.send(JSON.stringify({ ticket }))
      return {
        events,
        closed: once(socket, 'close').then(([code]) => code as number),
        /** Waits for an event like this; others may come before or after it. */
        async waitFor(like: Partial<Record<string, unknown>>) {
          const fits = (event: LiveEvent) =>
            Object.entries(like).every(([name, value]) => (event as Record<string, unknown>)[name] === value)
          while (!events.some(fits)) await new Promise<void>((resolve) => (wake = resolve))
        },
      }
    }

    it('receives events of other servers, numbered without gaps, until another server signs the player out', async () => {
      const { player, session } = await seatAt(world, there, '100.00')
      const cashier = await world.operator('cashier')
      // The ticket comes from the other server too.
      const { ticket } = (await over(there, player).post('/player/live-ticket'))!.json as { ticket: string }
      const stream = await listen(ticket)
      await stream.waitFor({ type: 'hello', seq: 0, chips: '100.00', held: '0.00' })
      // This server caches the profile until it receives a change.
      const chips = async () => (await over(here, player).get('/player/profile'))!.json.player.chips as string
      expect(await chips()).toBe('100.00')

      await dhowCall(world, there, 'bet', {
        session,
        txId: 'live-1',
        roundId: 'live',
        game: 'dhow',
        amount: 1_000,
        currency: 'NAD',
      })
      await stream.waitFor({ type: 'balance', chips: '90.00', held: '0.00' })
      expect(await chips()).toBe('90.00')

      const submitted = await over(there, player).form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
        manual_deposit_id: '2',
        amount: '500',
        utr: 'LIVE1',
      })
      const { id } = submitted!.json.data.deposit as { id: string }
      await stream.waitFor({ type: 'deposit', id, status: 'pending' })
      const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
      const approve = { received_amount: '500.00', version }
      await over(there, cashier, 'console').post(`/staff/deposits/${id}/approve`, approve)
      await stream.waitFor({ type: 'deposit', id, status: 'completed' })
      await stream.waitFor({ type: 'balance', chips: '590.00' })
      expect(await chips()).toBe('590.00')

      await over(there, player).post('/player/logout-everywhere')
      await stream.waitFor({ type: 'signed_out' })
      expect(await stream.closed).toBe(4001)
      // Half a second after a start the servers resynchronise: a page notices a skipped number before a new `hello`.
      const gaps = stream.events.filter(({ seq }, index) => index > 0 && seq !== stream.events[index - 1]!.seq + 1)
      expect(gaps.filter(({ type }) => type !== 'hello')).toEqual([])
    })

    type Player = Awaited<ReturnType<typeof seatAt>>['player']
    const ask = async (at: ServerProcess, who: Player) =>
      ((await over(at, who).post('/player/live-ticket'))!.json as { ticket: string }).ticket
    /** Ticket of a stream that has begun. */
    const ticketIn = ({ events: [hello] }: { events: LiveEvent[] }) =>
      hello?.type === 'hello' ? (hello.ticket ?? '') : ''

    it('is cut when that server is killed, and the page reconnects to the other one without a call', async () => {
      vi.stubGlobal('WebSocket', PageSocket)
      const doomed = await startServer(world.environment, world.url!)
      let origins = [doomed.portal]
      const balancer = await openBalancer(() => origins)
      const { player, session } = await seatAt(world, there, '100.00')
      const tickets = vi.fn<() => Promise<string>>(() => ask(there, player))
      const [starts, shown]: [Chips[], Chips[]] = [[], []]
      const gaps = vi.fn<() => void>()
      const page = openLiveStream({
        origin: balancer.origin.replace('http', 'ws'),
        ticket: tickets,
        onEvent: (event) => event.type === 'balance' && shown.push(event.chips),
        onBalance: ({ chips }) => (starts.push(chips), shown.push(chips)),
        onGap: gaps,
        isCurrent: () => true,
      })
      await vi.waitUntil(() => starts.length === 1)
      origins = [doomed.portal, here.portal]
      await vi.waitUntil(() => balancer.isReady(here.portal))
      const bet = { session, txId: 'killed-1', roundId: 'killed', game: 'dhow', amount: 1_000, currency: 'NAD' }
      await doomed.kill()
      expect((await dhowCall(world, there, 'bet', bet))!.status).toBe(200)
      await vi.waitUntil(() => starts.length === 2 && shown.at(-1) === '90.00', { timeout: 20_000 })
      expect(tickets).toHaveBeenCalledTimes(1)
      expect(gaps).toHaveBeenCalled()
      expect((await dhowCall(world, there, 'bet', { ...bet, txId: 'killed-2' }))!.status).toBe(200)
      await vi.waitUntil(() => shown.at(-1) === '80.00')
      expect(starts).toHaveLength(2)
      page.close()
      await balancer.close()
      vi.unstubAllGlobals()
    })

    it('opens once with the ticket of a killed server, and not after a sign-out or suspension', async () => {
      const doomed = await startServer(world.environment, world.url!)
      const players = await Promise.all([1, 2, 3].map(async () => (await seatAt(world, there, '10.00')).player))
      const streams = await Promise.all(players.map(async (player) => listen(await ask(there, player), doomed)))
      await Promise.all(streams.map((stream) => stream.waitFor({ type: 'hello' })))
      const [good, signedOut, suspended] = streams.map(ticketIn)
      await doomed.kill()
      await Promise.all(streams.map(({ closed }) => closed))
      await over(there, players[1]!).post('/player/logout')
      await world.db.transaction((tx) => world.app.features.accounts.setActive(tx, players[2]!.id, false))
      for (const ticket of [signedOut!, suspended!]) expect(await (await listen(ticket)).closed).toBe(4002)

      // On both servers concurrently.
      const both = await Promise.all([listen(good!, here), listen(good!, there)])
      await Promise.any(both.map((stream) => stream.waitFor({ type: 'hello', chips: '10.00' })))
      expect(await Promise.race(both.map(({ closed }) => closed))).toBe(4002)
      expect(both.flatMap(({ events }) => events.filter(({ type }) => type === 'hello'))).toHaveLength(1)
      expect(await (await listen(good!)).closed).toBe(4002)
    })

    const onNats = transport === 'NATS' ? it : () => undefined
    onNats('resynchronises after an outage of NATS, which no bet notices', async () => {
      const { player, session } = await seatAt(world, there, '100.00')
      const other = await seatAt(world, there, '50.00')
      const open = async (who: typeof player) => {
        const { ticket } = (await over(there, who).post('/player/live-ticket'))!.json as { ticket: string }
        const stream = await listen(ticket)
        await stream.waitFor({ type: 'hello', seq: 0 })
        return stream
      }
      const [stream, signedOut] = [await open(player), await open(other.player)]
      let bets = 0
      const bet = async () => {
        const body = { session, txId: `away-${++bets}`, roundId: 'away', game: 'dhow', amount: 100, currency: 'NAD' }
        return (await dhowCall(world, there, 'bet', body))!.status
      }
      expect(await bet()).toBe(200)
      await stream.waitFor({ type: 'balance', chips: '99.00' })

      await nats!.stop()
      expect([await bet(), await bet()]).toEqual([200, 200])
      const chips = async () => (await over(here, player).get('/player/profile'))!.json.player.chips as string
      expect(await chips()).toBe('97.00')
      await over(there, other.player).post('/player/logout-everywhere')
      expect(stream.events.map(({ type }) => type)).toEqual(['hello', 'balance'])

      await nats!.start()
      // A number is skipped: the page fetches everything again.
      await stream.waitFor({ type: 'hello', seq: 3, chips: '97.00' })
      expect(await signedOut.closed).toBe(4001)
      expect(await bet()).toBe(200)
      await stream.waitFor({ chips: '96.00' })
    })
  },
)
