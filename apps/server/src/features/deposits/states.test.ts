import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let colleague: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  colleague = await world.operator('cashier')
})
afterAll(() => world.close())

describe('a large deposit', () => {
  it('that waits for a second operator is refused by that one, and nothing is credited', async () => {
    const player = await world.player()
    const told = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
      manual_deposit_id: '2',
      amount: '15000',
      utr: 'STATES0001',
    })
    const { id } = told.json.data.deposit
    const act = async (by: typeof cashier, verb: string, more: object) => {
      const { version } = (await by.get(`/staff/deposits/${id}`)).json.deposit
      return by.post(`/staff/deposits/${id}/${verb}`, { ...more, version })
    }
    const approve = { received_amount: '15000' }
    expect((await act(cashier, 'approve', approve)).json.deposit.state).toBe('awaiting_second_approval')
    const refused = await act(colleague, 'reject', { reason: 'not_received' })
    expect(refused.json.deposit).toMatchObject({ state: 'rejected' })
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
    const late = await act(cashier, 'approve', approve)
    expect([late.status, late.json.code]).toEqual([409, 'deposit_state_changed'])
  })
})
