import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let cashier: Awaited<ReturnType<World['operator']>>
type Player = Awaited<ReturnType<typeof playerToBePaid>>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  cashier = await world.operator('cashier')
})
afterAll(() => close())

let references = 0
const kinds = {
  'manual deposits': {
    path: '/player/deposit-namibia/manual-deposit/history',
    ended: 'completed',
    async add(player: Player) {
      const fields = { manual_deposit_id: '2', amount: '50', utr: `HISTORIES${++references}` }
      const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
      return json.data.deposit.id as string
    },
  },
  vouchers: {
    path: '/player/deposit-namibia/kazang-deposit/history',
    ended: 'pending',
    async add(player: Player) {
      const { pin } = await sandbox.voucher()
      const { json } = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
      return json.data.deposit.id as string
    },
  },
  withdrawals: {
    path: '/player/withdraw-history',
    ended: 'completed',
    async add(player: Player) {
      const otp = await withdrawalCode(world, player, '100')
      const fields = { amount: '100', payout_account_id: player.payoutAccountId, otp }
      const { json } = await player.post('/player/withdrawals', fields)
      // A player has one open withdrawal at a time.
      const { id } = json.withdrawal as { id: string }
      const { version } = (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal
      await cashier.post(`/staff/withdrawals/${id}/reject`, { reason: 'name_mismatch', version })
      return id
    },
  },
}

it.each(Object.entries(kinds))('a history of %s has pages, days and states', async (_kind, { path, ended, add }) => {
  const player = await playerToBePaid(world)
  const idsOf = async (query: string) => {
    const { json } = await player.get(`${path}${query}`)
    return { ids: json.data.map((row: { id: string }) => row.id) as string[], next: json.next_cursor as string | null }
  }
  const today = () => world.clock.now().toISOString().slice(0, 10)
  const [first, second] = [await add(player), await add(player)]
  const firstDay = today()
  // Keep the sessions alive.
  while (today() === firstDay) {
    world.clock.leap(3_600_000)
    await player.get('/player/preferences')
  }
  cashier = await world.signIn(cashier)
  const third = await add(player)

  expect(await idsOf('')).toEqual({ ids: [third, second, first], next: null })
  const page = await idsOf('?limit=2')
  expect(page.ids).toEqual([third, second])
  expect(await idsOf(`?limit=2&cursor=${page.next}`)).toEqual({ ids: [first], next: null })
  expect((await idsOf(`?to=${firstDay}`)).ids).toEqual([second, first])
  expect((await idsOf(`?from=${today()}`)).ids).toEqual([third])
  expect((await idsOf(`?from=${firstDay}&to=${today()}`)).ids).toHaveLength(3)
  expect((await idsOf(`?state=${ended}`)).ids).toEqual([])
  expect((await idsOf('?state=unheard_of')).ids).toEqual([])
})
