import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { World } from '../../../test/world.ts'
import { paymentServices, reference, type Player, type Started } from '../../../test/payment-services.ts'
import { follows } from './rules.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

const services = paymentServices(
  () => world,
  () => sandbox,
)
const { protocols, cash, deposit, setOutcome, startAt } = services
/** The player signs in again after this time. */
const signIn = async (player: Player) =>
  player.use((await player.post('/login', { mobile: player.mobile, password: player.password })).json.token)
/** Status of the service and the resulting state. */
const ends = [
  ['success', 'succeeded'],
  ['fail', 'failed'],
  ['reject', 'rejected'],
  ['other_player', 'review'],
] as const

// Last, because it advances by days, which ends all sessions.
describe.each(protocols)('a payment at $service', (protocol) => {
  const stateOf = async (id: string) =>
    (
      await world.db.kysely
        .selectFrom('payments.service_payment')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).state

  /** A payment whose page was created, without receiving the answer. */
  async function initiating(): Promise<Started> {
    const player = await world.player({ market: protocol.market })
    const real = globalThis.fetch
    globalThis.fetch = async (...call) => {
      await real(...call)
      throw new TypeError('the line was cut')
    }
    const fields = { return_url: '/', custom_transaction_id: reference(), amount: '500.00' }
    await protocol.start(player, fields).finally(() => (globalThis.fetch = real))
    const { id } = (await player.get('/player/deposit-history')).json.data[0]
    const order = (await sandbox.orders()).find((one) => one.custom_transaction_id === id)!
    return { player, id, url: '', order: order.order_id }
  }
  const brought = {
    initiating,
    pending: () => startAt(protocol),
    failed: async () => ended('fail'),
    rejected: async () => ended('reject'),
    async cancelled() {
      const begun = await startAt(protocol)
      await begun.player.post(`/player/deposits/${begun.id}/cancel`, {})
      return begun
    },
  }
  async function ended(what: string) {
    const begun = await startAt(protocol)
    await setOutcome(begun.order, what)
    return begun
  }

  it.each(Object.keys(brought) as (keyof typeof brought)[])(
    'that is %s follows the service’s status if allowed, and otherwise stays',
    async (from) => {
      for (const [what, to] of ends) {
        const begun = await brought[from]()
        expect(await stateOf(begun.id)).toBe(from)
        await setOutcome(begun.order, what)
        const may = follows[from].includes(to)
        expect([from, what, await stateOf(begun.id)]).toEqual([from, what, may ? to : from])
        expect(await cash(begun.player)).toBe(to === 'succeeded' ? 50_000n : 0n)
      }
    },
  )

  it.each(['initiating', 'pending'] as const)('that is %s can be cancelled by its player', async (from) => {
    const { player, id } = await brought[from]()
    expect((await player.post(`/player/deposits/${id}/cancel`, {})).status).toBe(200)
    expect(await stateOf(id)).toBe('cancelled')
  })

  it('that is changed during a query of its service gets the service’s status', async () => {
    for (const [what, to] of ends) {
      const begun = await startAt(protocol)
      const real = globalThis.fetch
      const touched: string[] = []
      globalThis.fetch = async (...call) => {
        const answer = await real(...call)
        const isOutcome = String(call[0]).includes(`/orders/${begun.order}/`)
        if (!isOutcome && touched.push(what) === 1)
          await world.db.kysely
            .updateTable('payments.service_payment')
            .set((eb) => ({ version: eb('version', '+', 1), checks: eb('checks', '+', 1) }))
            .where('id', '=', begun.id)
            .execute()
        return answer
      }
      await setOutcome(begun.order, what).finally(() => (globalThis.fetch = real))
      if (what !== 'other_player') expect(touched).toEqual([what])
      expect([what, await stateOf(begun.id)]).toEqual([what, to])
      expect(await cash(begun.player)).toBe(to === 'succeeded' ? 50_000n : 0n)
    }
  })

  it('that is not paid expires, and gets the service’s status if it arrives later', async () => {
    const all: Started[] = []
    for (const _end of ends) all.push(await startAt(protocol))
    const cut = await initiating()
    for (let days = 0; days < 9; days++) {
      // Advance without running other jobs.
      world.clock.leap(86_400_000)
      await world.app.features.payments.clean()
    }
    for (const { id } of [...all, cut]) expect(await stateOf(id)).toBe('expired')
    for (const [index, [what, to]] of ends.entries()) {
      const { order, id, player } = all[index]!
      await setOutcome(order, what)
      expect([what, await stateOf(id)]).toEqual([what, to])
      expect(await cash(player)).toBe(to === 'succeeded' ? 50_000n : 0n)
    }
    const [first] = all
    await signIn(first!.player)
    expect(await deposit(first!.player, first!.id)).toMatchObject({ status: 'completed', credited_amount: '500.00' })
  })
})
