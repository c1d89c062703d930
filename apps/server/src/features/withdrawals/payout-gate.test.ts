import '../statements/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid } from '../../../test/api-calls.ts'
import { openStoppedPayouts } from '../../../test/payouts.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { Operator } from '../../../test/statements.ts'
import type { Answer, World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let cashier: Operator
let manager: Operator
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  cashier = await world.operator('cashier')
  manager = await world.operator('manager')
})
afterAll(() => close())

const refusal = ({ status, json }: Answer) => [status, json.code]
const { standing, seen, judge, requested, approved, stateOf, pay, stops } = openStoppedPayouts(() => ({
  world,
  cashier,
  manager,
}))

describe.each(['frozen', 'suspended'] as const)('the withdrawal of a %s player', (name) => {
  const stop = stops[name]

  it('is not approved, sent, batched or marked as paid until that ends', async () => {
    await sandbox.payoutsAre('paid')
    const player = await playerToBePaid(world)
    const id = (await requested(player)).json.withdrawal.id as string
    expect((await stop.begin(player)).status).toBe(200)
    expect(refusal(await judge(id, 'approve'))).toEqual(stop.refusal)
    expect((await seen(id)).stops).toMatchObject([{ code: stop.code, steps: ['approve'] }])
    await stop.end(player)
    await judge(id, 'approve')
    await stop.begin(player)
    expect(refusal(await judge(id, 'send'))).toEqual(stop.refusal)
    expect(refusal(await pay(id))).toEqual(stop.refusal)
    expect(refusal(await cashier.post('/staff/payout-batches', { kind: 'bank_na' }))).toEqual([409, 'nothing_to_pay'])
    const { ready } = (await cashier.get('/staff/payout-batches')).json
    expect(ready[0]).toMatchObject({ payouts: 0, held_back: [{ id, amount: '400.00' }] })
    expect(await standing(player)).toMatchObject({ cashMinor: 60_000n, heldMinor: 40_000n })
    await stop.end(player)
    expect((await judge(id, 'send')).json.withdrawal.state).toBe('paid')
  })

  it('stops its batch: no file, no sending, until it is removed', async () => {
    const [good, bad] = [await playerToBePaid(world), await playerToBePaid(world)]
    const [goodId, badId] = [await approved(good), await approved(bad)]
    const { batch } = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
    await stop.begin(bad)
    const of = (path: string) => `/staff/payout-batches/${batch.id}/${path}`
    expect(refusal(await cashier.get(of('csv')))).toEqual([409, 'batch_held'])
    expect(refusal(await cashier.post(of('send'), { version: batch.version }))).toEqual([409, 'batch_held'])
    expect([await stateOf(goodId), await stateOf(badId)]).toEqual(['batched', 'batched'])
    const removed = (await cashier.post(of('remove-held'), { version: batch.version })).json.batch
    expect(removed).toMatchObject({ payouts: 1, total: '400.00', state: 'draft' })
    expect((await cashier.get(of('csv'))).json.toString()).not.toContain((await seen(badId)).pay_code)
    // The version from before the removal belongs to an older file.
    expect(refusal(await cashier.post(of('send'), { version: batch.version }))).toEqual([409, 'batch_state_changed'])
    expect((await cashier.post(of('send'), { version: removed.version })).status).toBe(200)
    expect([await stateOf(goodId), await stateOf(badId)]).toEqual(['sent', 'approved'])
    const next = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
    expect(next.code).toBe('nothing_to_pay')
    await stop.end(bad)
    await judge(badId, 'reject', { reason: 'other' })
  })

  it('that has left the bank can still be marked as paid', async () => {
    const player = await playerToBePaid(world)
    const id = await approved(player)
    const { batch } = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
    await cashier.post(`/staff/payout-batches/${batch.id}/send`, { version: batch.version })
    await stop.begin(player)
    expect((await pay(id)).json.withdrawal.state).toBe('paid')
    await stop.end(player)
  })
})

describe('a payout unknown to its service', () => {
  it('is not ordered again while its wallet is frozen, but once afterwards', async () => {
    await sandbox.payoutsAre('lost')
    const player = await playerToBePaid(world)
    const id = await approved(player)
    expect((await judge(id, 'send')).json.withdrawal.state).toBe('unknown')
    await sandbox.payoutsAre('paid')
    await stops.frozen.begin(player)
    const cleanUp = async () => {
      await world.db.kysely
        .updateTable('withdrawals.withdrawal')
        .set({ next_check_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      await world.app.features.withdrawals.sending.clean()
    }
    await cleanUp()
    expect(await seen(id)).toMatchObject({ state: 'unknown', stops: [{ code: 'wallet_frozen', steps: ['order'] }] })
    await stops.frozen.end(player)
    await cleanUp()
    expect(await stateOf(id)).toBe('paid')
  })
})
