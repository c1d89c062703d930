import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { sequenceLog } from '../../../test/sequence-log.ts'
import { ask, openWorld, type World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let stranger: Awaited<ReturnType<World['player']>>

beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox((env) => openWorld(env, { withoutJobs: true })))
  stranger = await world.player()
})
afterAll(() => close())

type Reader = Pick<typeof stranger, 'get'>
const of = (player: Reader, id: string) => player.get(`/player/receipts?of=${id}`)

/** Movements of a line, once all its entries are in the log, with each receipt verified by the log's recorded key. */
async function verifiedMovements(player: Reader, id: string) {
  await sequenceLog(world)
  const { movements } = (await of(player, id)).json
  const key = (await ask(world.app.portal, { url: '/log/keys' })).payload.split(' ')[0]
  const policy = parsePolicy(`log ${key}\nquorum none\n`)
  for (const { posting, place } of movements) {
    const { receipt } = (await player.get(`/player/receipts/${posting}`)).json
    const { entry, proof } = verifyReceipt(receipt, policy)
    expect([entry.posting, proof.index]).toEqual([posting, place])
  }
  return movements.map(({ reason, change }: { reason: string; change: object }) => [reason, change])
}

describe('the movements of a line', () => {
  it('are a round’s stakes and wins, after they are in the log', async () => {
    const player = await world.player({ balance: '100.00' })
    const seat = await seatOf(world, player)
    await seat.bet(1_000, 'line-bet')
    const [round] = (await player.get('/player/game-history')).json.data
    const { movements } = (await of(player, round.id)).json
    expect(movements).toMatchObject([{ reason: 'game-bet', place: null }])
    await seat.win('line-bet', 2_500)
    expect(await verifiedMovements(player, round.id)).toEqual([
      ['game-bet', { cash: '-10.00', in_play: '10.00' }],
      ['game-win', { cash: '25.00', in_play: '-10.00' }],
    ])
    await seat.play(500, 0)
    const [lost] = (await player.get('/player/game-history')).json.data
    expect(await verifiedMovements(player, lost.id)).toEqual([
      ['game-bet', { cash: '-5.00', in_play: '5.00' }],
      ['game-win', { in_play: '-5.00' }],
    ])
  })

  it('are found by the provider’s id of the round, as on its proof page, only by its player', async () => {
    const player = await world.player({ balance: '100.00' })
    const seat = await seatOf(world, player)
    await seat.bet(1_000, 'named-bet', 'named-round')
    await seat.win('named-bet', 2_500, 'named-round')
    const path = '/player/rounds/dhow-studio/named-round'
    const { status, json } = await player.get(path)
    const [listed] = (await player.get('/player/game-history')).json.data
    expect([status, json.round]).toEqual([200, listed])
    expect((await verifiedMovements(player, json.round.id)).map(([reason]: [string]) => reason)).toEqual([
      'game-bet',
      'game-win',
    ])
    const unknown = await player.get('/player/rounds/dhow-studio/no-such-round')
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found'])
    for (const asked of [path, '/player/rounds/dhow-studio/a%00b', '/player/rounds/no-provider/named-round'])
      expect(await stranger.get(asked)).toMatchObject({ status: 404, json: unknown.json })
    expect((await world.visitor().get(path)).status).toBe(401)
  })

  it('are a withdrawal’s hold and its release', async () => {
    const player = await playerToBePaid(world)
    const otp = await withdrawalCode(world, player)
    const asked = await player.post('/player/withdrawals', {
      amount: '400',
      payout_account_id: player.payoutAccountId,
      otp,
    })
    const { id } = asked.json.withdrawal
    const cashier = await world.operator('cashier')
    const { version } = (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal
    await cashier.post(`/staff/withdrawals/${id}/reject`, { reason: 'name_mismatch', version })
    expect(await verifiedMovements(player, id)).toEqual([
      ['withdrawal-hold', { cash: '-400.00', hold: '400.00' }],
      ['withdrawal-release', { cash: '400.00', hold: '-400.00' }],
    ])
  })

  it('are the credit of a manual deposit and of a voucher', async () => {
    const player = await world.player()
    const fields = { manual_deposit_id: '2', amount: '500', utr: 'LINE 1' }
    const sent = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    const { id } = sent.json.data.deposit
    expect(await of(player, id)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const cashier = await world.operator('cashier')
    const { version } = (await cashier.post(`/staff/deposits/${id}/claim`)).json.deposit
    await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version })
    expect(await verifiedMovements(player, id)).toEqual([['deposit', { cash: '500.00' }]])

    const { pin } = await sandbox.voucher('good', '220.50')
    const { json } = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
    expect(await verifiedMovements(player, json.data.deposit.id)).toEqual([['voucher', { cash: '220.50' }]])
  })

  it('are a bonus given and returned; a gift and a referral reward have their posting', async () => {
    const player = await world.player({ balance: '120.00' })
    const { bonus } = (await player.post('/player/bonuses/rule_sandbox_welcome_na/claim')).json
    await player.post(`/player/bonuses/${bonus.id}/cancel`)
    expect(await verifiedMovements(player, bonus.id)).toEqual([
      ['bonus-granted', { bonus: '120.00' }],
      ['bonus-cancelled', { bonus: '-120.00' }],
    ])

    const admin = await world.operator('admin')
    const gift = { title: 'A gift', market: 'NA', kind: 'fixed', amount: '5.00', claims: 1, expires_in_hours: 1 }
    const { code } = (await admin.post('/staff/gift-envelopes', gift)).json
    const { posting } = (await player.post('/gift-envelope/claim', { code })).json
    expect((await player.post('/gift-envelope/claim', { code })).json.posting).toBe(posting)
    const referral = (await player.get('/player/referral')).json
    const friend = await world.player({ referral_code: referral.code, balance: '200.00' })
    await (await seatOf(world, friend)).play(20_000, 0)
    await player.post('/player/referral/claim')
    const [paid] = (await player.get('/player/referral')).json.friends
    await sequenceLog(world)
    for (const [id, reason] of [
      [posting, 'gift'],
      [paid.posting, 'referral'],
    ])
      expect((await player.get(`/player/receipts/${id}`)).json.entry).toContain(`\nreason ${reason}\n`)
  })

  it('of another player are not found, with the same answer as for a missing line', async () => {
    const player = await world.player({ balance: '100.00' })
    await (await seatOf(world, player)).play(100, 0)
    const [round] = (await player.get('/player/game-history')).json.data
    expect((await of(player, round.id)).status).toBe(200)
    const answers = [await of(stranger, round.id)]
    for (const kind of ['rnd', 'dep', 'wd', 'pay', 'bon', 'zz']) answers.push(await of(stranger, `${kind}_nothing`))
    for (const { status, json } of answers) expect([status, json]).toEqual([404, answers[0]?.json])
    expect((await of(world.visitor(), round.id)).status).toBe(401)
    expect((await of(player, "x' or 1=1")).status).toBe(422)
  })
})
