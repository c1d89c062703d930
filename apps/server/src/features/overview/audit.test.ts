import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
let player: Awaited<ReturnType<World['player']>>
let depositId: string
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  cashier = await world.operator('cashier')
  player = await world.player()
  const submitted = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount: '500',
    utr: 'AUDITTRAIL1',
  })
  depositId = submitted.json.data.deposit.id
  const { version } = (await cashier.get(`/staff/deposits/${depositId}`)).json.deposit
  await cashier.post(`/staff/deposits/${depositId}/approve`, { received_amount: '500.00', version })
  await admin.post(`/staff/players/${player.id}/freeze`, { frozen: true, reason: 'Asked by the bank' })
})
afterAll(() => world.close())

const found = async (query: string) => {
  const { status, json } = await admin.get(`/staff/audit?${query}`)
  expect(status).toBe(200)
  return json.entries.map((entry: { action: string }) => entry.action) as string[]
}

describe('the audit trail', () => {
  it('is searched by operator', async () => {
    expect(new Set(await found(`operator=${cashier.name.toUpperCase()}`))).toEqual(
      new Set(['deposit.approve', 'operator.sign-in']),
    )
    expect(await found('operator=nobody')).toEqual([])
  })

  it.each(['id', 'name', 'mobile'])('is searched by a player’s %s, with all of their payments', async (by) => {
    const words = { id: player.id, name: player.player_name, mobile: player.mobile }[by]!
    expect(await found(`player=${encodeURIComponent(words)}`)).toEqual(['wallet.freeze', 'deposit.approve'])
  })

  it('finds nothing for an unknown player', async () => {
    expect(await found('player=nobody.at.all')).toEqual([])
    expect(await found('player=ply_nobody')).toEqual([])
  })

  it('is searched by an action, or by a feature with all of its actions', async () => {
    expect(await found('action=deposit.approve')).toEqual(['deposit.approve'])
    expect(await found('action=deposit')).toEqual(['deposit.approve'])
    expect(await found('action=dep')).toEqual([])
    expect(await found('action=%25')).toEqual([])
    expect(await found(`action=wallet&player=${player.id}`)).toEqual(['wallet.freeze'])
  })

  it('is searched by days and by one subject', async () => {
    expect(await found(`subject=${depositId}`)).toEqual(['deposit.approve'])
    expect(await found(`subject=${depositId}&to=2026-11-20`)).toEqual([])
    expect(await found(`subject=${depositId}&from=2026-11-21&to=2026-11-21`)).toEqual(['deposit.approve'])
    expect((await admin.get('/staff/audit?from=yesterday')).status).toBe(422)
  })

  it('continues after the last page, with the same search', async () => {
    for (let n = 0; n < 60; n++)
      await admin.post(`/staff/players/${player.id}/freeze`, { frozen: n % 2 === 1, reason: `Turn ${n}` })
    const first = (await admin.get('/staff/audit?action=wallet')).json
    const second = (await admin.get(`/staff/audit?action=wallet&cursor=${first.next_cursor}`)).json
    expect([first.entries.length, second.next_cursor]).toEqual([50, null])
    const ids = [...first.entries, ...second.entries].map((entry: { id: string }) => entry.id)
    expect([new Set(ids).size, ids]).toEqual([61, ids.toSorted().reverse()])
  })
})
