import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Reader = Pick<Awaited<ReturnType<World['player']>>, 'get'>
const fileOf = async (player: Reader) => {
  const { json } = await player.get('/player/data')
  return (Buffer.isBuffer(json) ? json.toString() : JSON.stringify(json)) as string
}

describe('the file of a player’s data', () => {
  it('has the account, the money, what was played and what was said, and nothing secret', async () => {
    const player = await playerToBePaid(world)
    const fields = { manual_deposit_id: '2', amount: '500', utr: 'MY DATA 1' }
    const sent = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    await player.post(`/player/payments/${sent.json.data.deposit.id}/help`, { text: 'Where is my money?' })
    const otp = await withdrawalCode(world, player)
    await player.post('/player/withdrawals', { amount: '400', payout_account_id: player.payoutAccountId, otp })

    const text = await fileOf(player)
    const data = JSON.parse(text)
    expect(data).toMatchObject({
      format: 'dhow player data 1',
      account: { id: player.id, market: 'NA', is_active: true },
      balance: { currency: 'NAD', held: '400.00' },
      deposits: [{ id: sent.json.data.deposit.id }],
      withdrawals: [{ amount: '400.00' }],
      rounds: [],
      payout_accounts: [{ id: player.payoutAccountId }],
      help: [{ messages: [{ text: 'Where is my money?' }] }],
      gifts: [],
    })
    expect(data.sessions.length).toBeGreaterThan(0)
    expect(data.entries.some((entry: { amount: string }) => entry.amount === '-400.00')).toBe(true)
    expect(text).not.toMatch(/hash|secret|token|password/)
  })

  it('has no line of another player’s', async () => {
    const [player, other] = [await world.player({ balance: '10.00' }), await world.player({ balance: '20.00' })]
    const text = await fileOf(player)
    expect(text).toContain(player.id)
    expect(text).not.toContain(other.id)
    expect(text).not.toContain('20.00')
  })

  it('is given five times an hour, and to nobody without a session', async () => {
    const player = await world.player()
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await player.get('/player/data')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await world.clock.advance(3_600_000)
    expect((await player.get('/player/data')).status).toBe(200)
    expect((await world.visitor().get('/player/data')).status).toBe(401)
  })
})
