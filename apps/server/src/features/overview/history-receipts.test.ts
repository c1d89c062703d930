import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { sequenceLog } from '../../../test/sequence-log.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox((env) => openWorld(env, { withoutJobs: true })))
})
afterAll(() => close())

type Player = Awaited<ReturnType<World['player']>>
const portal = 'http://localhost:8080'

const fileOf = async (player: Pick<Player, 'get'>, kind: string) =>
  ((await player.get(`/player/history-download?kind=${kind}`)).json as Buffer).toString()
const movementsOf = async (player: Pick<Player, 'get'>, id: string) =>
  (await player.get(`/player/receipts?of=${id}`)).json.movements as { posting: string; place: number }[]

describe('the receipts in a history file', () => {
  it('of all entries have both sides of each transfer, also beyond a page', async () => {
    const player = await world.player({ balance: '1000.00' })
    const [stake, back] = [
      { debit: { player: 'cash' }, credit: { player: 'in_play' }, amountMinor: 1n },
      { debit: { player: 'in_play' }, credit: { player: 'cash' }, amountMinor: 1n },
    ] as const
    for (const line of [stake, back])
      await world.db.transaction((tx) =>
        world.app.features.wallet.post(tx, {
          key: `test:${line.credit.player}:${player.id}`,
          reason: 'test' as never,
          playerId: player.id,
          currency: 'NAD',
          happenedAt: world.clock.now(),
          lines: Array.from({ length: 260 }, () => line),
        }),
      )
    await world.fund(player.id, '1.00')
    const rows = (await fileOf(player, 'wallet')).trimEnd().split('\r\n').slice(1)
    expect(rows.length).toBe(1 + 2 * 2 * 260 + 1)
  })

  it('of rounds are exact, without a position until the log has them', async () => {
    const player = await world.player({ balance: '100.00' })
    const seat = await seatOf(world, player)
    await seat.bet(1_000, 'csv-round')
    const head =
      'id,started_at,ended_at,game,round,stake,payout,net,currency,state,balance_after,proof_url,log_places,receipts\r\n'
    const [open] = (await player.get('/player/game-history')).json.data
    const [bet] = await movementsOf(player, open.id)
    expect(await fileOf(player, 'games')).toBe(
      `${head}${open.id},${open.started_at},,Dhow,csv-round,10.00,0.00,-10.00,NAD,open,90.00,${open.proof_url},,${portal}/receipts/${bet?.posting}\r\n`,
    )
    await seat.win('csv-round', 2_500)
    await sequenceLog(world)
    const [round] = (await player.get('/player/game-history')).json.data
    const [stake, win] = await movementsOf(player, round.id)
    const receipts = `${portal}/receipts/${stake?.posting} ${portal}/receipts/${win?.posting}`
    expect(await fileOf(player, 'games')).toBe(
      `${head}${round.id},${round.started_at},${round.ended_at},Dhow,csv-round,10.00,25.00,15.00,NAD,settled,115.00,${round.proof_url},${stake?.place} ${win?.place},${receipts}\r\n`,
    )
    expect(stake?.place).toBeTypeOf('number')
    // The URL leads to the same entry.
    const { entry } = (await player.get(`/player/receipts/${win?.posting}`)).json
    expect(entry).toContain('\nreason game-win\n')
  })

  it('of deposits, vouchers, withdrawals and all entries are exact', async () => {
    const player = await playerToBePaid(world)
    const fields = { manual_deposit_id: '2', amount: '500', utr: 'CSV RECEIPT 1' }
    await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    const { pin } = await sandbox.voucher('good', '220.50')
    await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
    const otp = await withdrawalCode(world, player)
    await player.post('/player/withdrawals', { amount: '400', payout_account_id: player.payoutAccountId, otp })
    await sequenceLog(world)

    const [voucher, manual] = (await player.get('/player/deposit-history')).json.data
    const [credit] = await movementsOf(player, voucher.id)
    const depositHead =
      'id,submitted_at,updated_at,method,reference,declared,credited,currency,status,reason,log_places,receipts\r\n'
    const deposits = await fileOf(player, 'deposits')
    expect(deposits.startsWith(depositHead)).toBe(true)
    expect(deposits.split('\r\n').map((row) => row.split(',').slice(-2).join())).toEqual([
      'log_places,receipts',
      `${credit?.place},${portal}/receipts/${credit?.posting}`,
      ',',
      '',
    ])
    expect([voucher.status, manual.status]).toEqual(['completed', 'pending'])

    const [withdrawal] = (await player.get('/player/withdraw-history')).json.data
    const [hold] = await movementsOf(player, withdrawal.id)
    expect(await fileOf(player, 'withdrawals')).toBe(
      'id,requested_at,updated_at,account,amount,fee,currency,status,payment_reference,reason,log_places,receipts\r\n' +
        `${withdrawal.id},${withdrawal.requested_at},${withdrawal.updated_at},${withdrawal.account.label} ${withdrawal.account.number},` +
        `400.00,0.00,NAD,pending,,,${hold?.place},${portal}/receipts/${hold?.posting}\r\n`,
    )

    const wallet = (await fileOf(player, 'wallet')).split('\r\n').slice(0, 3)
    expect(wallet).toEqual([
      'id,at,kind,account,amount,balance_after,currency,log_places,receipts',
      expect.stringMatching(/^tr_\d+,[^,]+,withdrawal-hold,(cash|hold),-?400\.00,[\d.]+,NAD,/),
      expect.stringMatching(/^tr_\d+,[^,]+,withdrawal-hold,(cash|hold),-?400\.00,[\d.]+,NAD,/),
    ])
    for (const row of wallet.slice(1))
      expect(row.endsWith(`,${hold?.place},${portal}/receipts/${hold?.posting}`)).toBe(true)
  })
})
