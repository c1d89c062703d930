import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  admin = await world.operator('admin')
})
afterAll(() => world.close())

async function withdraw(): Promise<string> {
  const player = await playerToBePaid(world, '100.00')
  const otp = await withdrawalCode(world, player, '50.00')
  const body = { amount: '50.00', payout_account_id: player.payoutAccountId, otp }
  const { json } = await player.post('/player/withdrawals', body)
  return json.withdrawal.id
}

/** Subjects of the notices that are not over, of all pages. */
async function openNotices(cursor?: string): Promise<string[]> {
  const { json } = await admin.get(`/staff/notices${cursor === undefined ? '' : `?cursor=${cursor}`}`)
  const rows: { about: string; cleared_at: string | null }[] = json.notices
  const open = rows.flatMap(({ about, cleared_at: over }) => (over === null ? [about] : []))
  return json.next_cursor === null ? open : [...open, ...(await openNotices(json.next_cursor))]
}

it('every large withdrawal is noticed, however many are open', async () => {
  const rule = { name: 'Large', kind: 'withdrawal', market: 'NA', amount: '50.00', enabled: true, quiet_minutes: 60 }
  expect((await admin.post('/staff/notice-rules', { ...rule, channels: [] })).status).toBe(200)
  // A player has one open withdrawal at a time.
  const asked = await Promise.all(Array.from({ length: 51 }, withdraw))
  // Later than the two minutes in which even a decided one is listed.
  for (let looks = 0; looks < 2; looks++) {
    world.clock.leap(3 * 60_000)
    await world.app.features.notices.run()
    expect((await openNotices()).toSorted()).toEqual(asked.toSorted())
  }
})
