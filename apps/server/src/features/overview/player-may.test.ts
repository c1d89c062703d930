import { afterAll, beforeAll, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let boss: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  boss = await world.operator('admin')
})
afterAll(() => world.close())

const acts = ['sign_in', 'deposit', 'play', 'bet', 'withdraw', 'bonus', 'referral']
const reason = 'for the test'
/** Actions that a player may not do, each with the codes of its restrictions. */
const stopped = async (playerId: string) => {
  const { may } = (await boss.get(`/staff/players/${playerId}`)).json.player
  expect(may.map((one: { act: string }) => one.act)).toEqual(acts)
  return Object.fromEntries(
    may
      .filter(({ stops }: { stops: unknown[] }) => stops.length > 0)
      .map(({ act, stops }: { act: string; stops: { code: string }[] }) => [act, stops.map(({ code }) => code)]),
  )
}

it('a player in good standing may do everything', async () => {
  expect(await stopped((await world.player()).id)).toEqual({})
})

it('a frozen wallet stops stakes and withdrawals, an additional suspension the rest, each with its own reason', async () => {
  const player = await world.player()
  await boss.post(`/staff/players/${player.id}/freeze`, { frozen: true, reason })
  expect(await stopped(player.id)).toEqual({ bet: ['wallet_frozen'], withdraw: ['wallet_frozen'] })
  await boss.post(`/staff/players/${player.id}/active`, { active: false, reason })
  const both = ['player_suspended', 'wallet_frozen']
  const alone = ['player_suspended']
  expect(await stopped(player.id)).toEqual({
    ...{ sign_in: alone, deposit: alone, play: alone, referral: alone, bet: both, withdraw: both },
  })
})

it('a break stops play and deposits until its end, and leaves withdrawals open', async () => {
  const player = await world.player()
  expect((await player.post('/player/time-out', { days: 1 })).status).toBe(200)
  const onBreak = ['on_break']
  expect(await stopped(player.id)).toEqual({ deposit: onBreak, play: onBreak, bet: onBreak, bonus: onBreak })
  const { may } = (await boss.get(`/staff/players/${player.id}`)).json.player
  const until = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
  expect(may.find(({ act }: { act: string }) => act === 'play').stops).toEqual([{ code: 'on_break', until }])
  await world.clock.advance(86_400_000)
  // The operator's session has expired meanwhile.
  boss = await world.operator('manager')
  expect(await stopped(player.id)).toEqual({})
})

it('a debt stops only withdrawals', async () => {
  const player = await world.player()
  const fields = { manual_deposit_id: '2', amount: '500', utr: 'OWES1' }
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
  const path = `/staff/deposits/${json.data.deposit.id}`
  const { deposit } = (await boss.post(`${path}/approve`, { received_amount: '500.00', version: 1 })).json
  await (await seatOf(world, player)).bet(1_000, 'spent')
  const reversal = { reason: 'not_received', note: 'The bank took it back.', version: deposit.version }
  expect((await boss.post(`${path}/reverse`, reversal)).status).toBe(200)
  expect(await stopped(player.id)).toEqual({ withdraw: ['player_owes'] })
})

it('the allowed number of open transfers stops further ones, until one is cancelled', async () => {
  const player = await world.player()
  const deposit = async (utr: string) => {
    const fields = { manual_deposit_id: '2', amount: '500', utr }
    const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    return json.data.deposit.id as string
  }
  const [first] = [await deposit('OPEN1'), await deposit('OPEN2')]
  expect(await stopped(player.id)).toEqual({})
  await deposit('OPEN3')
  expect(await stopped(player.id)).toEqual({ deposit: ['too_many_transfers'] })
  expect((await player.post(`/player/deposits/${first}/cancel`)).status).toBe(200)
  expect(await stopped(player.id)).toEqual({})
})

it('a closed market stops its deposits and withdrawals, and a required tier above the player’s stops withdrawals', async () => {
  const [here, there] = [await world.player(), await world.player({ market: 'IN' })]
  const { portal } = world.app.features
  const { closed, withdrawals } = portal.settings()
  const at = world.clock.now().toISOString()
  const isClosed = { NA: { at, reason: 'For the test' } }
  await portal.change({ closed: { ...closed, deposits: isClosed, withdrawals: isClosed } })
  const stops = { deposit: ['market_closed'], withdraw: ['market_closed'] }
  expect([await stopped(here.id), await stopped(there.id)]).toEqual([stops, {}])
  await portal.change({ closed, withdrawals: { ...withdrawals, tier: 'person_verified' } })
  expect(await stopped(here.id)).toEqual({ withdraw: ['tier_too_low'] })
  await portal.change({ withdrawals })
})
