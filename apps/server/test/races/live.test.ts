import { once } from 'node:events'
import type { LiveEvent } from '@dhow/contract/live'
import { livePath } from '@dhow/contract/operation'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from '../engines.ts'
import { hasNats, startNats } from '../nats-server.ts'
import { dhowCall, openWorldOfProcesses, over, seatAt, startServers, type ServerProcess } from '../processes.ts'
import type { World } from '../world.ts'

const roads = testEngine === 'postgres' ? ['NOTIFY', ...(hasNats ? ['NATS'] : [])] : []

describe.runIf(roads.length > 0).each(roads)(
  'a player’s stream at one server, over %s',
  { timeout: 120_000 },
  (road) => {
    let world: World
    let nats: Awaited<ReturnType<typeof startNats>> | undefined
    let here: ServerProcess
    let there: ServerProcess
    beforeAll(async () => {
      nats = road === 'NATS' ? await startNats() : undefined
      world = await openWorldOfProcesses(nats ? { NATS_URL: nats.url } : {})
      ;[here, there] = (await startServers(2, world.environment, world.url!)) as [ServerProcess, ServerProcess]
    })
    afterAll(async () => {
      await Promise.all([here.stop(), there.stop()])
      await world.close()
      await nats?.stop()
    })

    /** The stream, with everything it sent so far. */
    async function listen(ticket: string) {
      const socket = new WebSocket(here.portal.replace('http', 'ws') + livePath)
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

    it('receives events of other servers, numbered without a gap, until another server signs the player out', async () => {
      const { player, session } = await seatAt(world, there, '100.00')
      const cashier = await world.operator('cashier')
      // The ticket is the other server's too.
      const { ticket } = (await over(there, player).post('/player/live-ticket'))!.json as { ticket: string }
      const stream = await listen(ticket)
      await stream.waitFor({ type: 'hello', seq: 0, chips: '100.00', held: '0.00' })
      // This server keeps the profile in memory until it receives a change.
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
      // Half a second after a start the servers look again: a page learns it by a number that is left out before a new `hello`.
      const gaps = stream.events.filter(({ seq }, index) => index > 0 && seq !== stream.events[index - 1]!.seq + 1)
      expect(gaps.filter(({ type }) => type !== 'hello')).toEqual([])
    })

    const onNats = road === 'NATS' ? it : () => undefined
    onNats('is right again once NATS is, whose absence no bet notices', async () => {
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
      // A number is left out: the page fetches everything again.
      await stream.waitFor({ type: 'hello', seq: 3, chips: '97.00' })
      expect(await signedOut.closed).toBe(4001)
      expect(await bet()).toBe(200)
      await stream.waitFor({ chips: '96.00' })
    })
  },
)
