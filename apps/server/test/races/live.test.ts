import { once } from 'node:events'
import type { LiveEvent } from '@dhow/contract/live'
import { livePath } from '@dhow/contract/operation'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from '../engines.ts'
import { dhowCall, openWorldOfProcesses, over, seatAt, startServers, type ServerProcess } from '../processes.ts'
import type { World } from '../world.ts'

describe.runIf(testEngine === 'postgres')('a player’s stream at one server', { timeout: 120_000 }, () => {
  let world: World
  let here: ServerProcess
  let there: ServerProcess
  beforeAll(async () => {
    world = await openWorldOfProcesses()
    ;[here, there] = (await startServers(2, world.environment, world.url!)) as [ServerProcess, ServerProcess]
  })
  afterAll(async () => {
    await Promise.all([here.stop(), there.stop()])
    await world.close()
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
    expect(stream.events.map((event) => event.seq)).toEqual(stream.events.map((_event, index) => index))
  })
})
