import type { PlayerText } from '@dhow/contract/player-texts'
import { inEnglish } from '../../platform/texts.ts'
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
let boss: Operator
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  cashier = await world.operator('cashier')
  manager = await world.operator('manager')
  boss = await world.operator('manager')
})
afterAll(() => close())

type Player = Awaited<ReturnType<typeof playerToBePaid>>
const refusal = ({ status, json }: Answer) => [status, json.code]
const { standing, seen, judge, requested, approved, stateOf, pay, stops } = openStoppedPayouts(() => ({
  world,
  cashier,
  manager,
}))

let references = 0
async function submitted(player: Player, amount: string): Promise<string> {
  const utr = `MONEY OUT ${++references}`
  const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
  const answer = await player.form(path, { manual_deposit_id: '2', amount, utr })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json.data.deposit.id as string
}
const depositOf = async (id: string) => (await cashier.get(`/staff/deposits/${id}`)).json.deposit
const decide = async (id: string, verb: string, body: object, operator: Operator) =>
  operator.post(`/staff/deposits/${id}/${verb}`, { version: (await depositOf(id)).version, ...body })
async function credited(player: Player, amount: string, received = amount): Promise<string> {
  const id = await submitted(player, amount)
  const answer = await decide(id, 'approve', { received_amount: received, amount_confirmation: received }, cashier)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return id
}
const reverse = (id: string) => decide(id, 'reverse', { reason: 'amount_differs', note: 'A zero too many.' }, manager)
/** Removes money by losing a round. */
const lose = (player: Player, amountMinor: bigint) =>
  world.db.transaction((tx) =>
    world.app.features.wallet.post(tx, {
      key: `test:lose:${player.id}`,
      reason: 'test' as never,
      playerId: player.id,
      currency: 'NAD',
      happenedAt: world.clock.now(),
      lines: [{ debit: { player: 'cash' }, credit: { house: 'gaming_result', ref: 'test' }, amountMinor }],
    }),
  )
const textsOf = (row: { timeline: { text: PlayerText }[] }) => row.timeline.map(({ text }) => inEnglish(text))

describe('a deposit of 250 that was credited with 2,500', () => {
  it('is fully reversed while 2,800 are on hold for a withdrawal, which is cancelled first', async () => {
    const player = await playerToBePaid(world, '500.00')
    const id = await credited(player, '250', '2500')
    const withdrawalId = await approved(player, '2800')
    const { batch } = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
    expect(await standing(player)).toMatchObject({ cashMinor: 20_000n, heldMinor: 280_000n })
    const { json } = await reverse(id)
    expect(json.deposit.state).toBe('reversed')
    expect(await standing(player)).toEqual({ cashMinor: 50_000n, heldMinor: 0n, debtMinor: 0n })
    const own = (await player.get(`/player/withdrawals/${withdrawalId}`)).json.withdrawal
    expect(own).toMatchObject({ state: 'rejected', status: 'rejected' })
    expect(textsOf(own).at(-1)).toBe(
      'A deposit of yours was reversed, so this withdrawal was cancelled. The money is back in your balance.',
    )
    expect((await cashier.get(`/staff/payout-batches/${batch.id}`)).json.batch.state).toBe('cancelled')
    for (const verb of ['approve', 'send']) expect((await judge(withdrawalId, verb)).status).toBe(409)
    expect((await pay(withdrawalId)).status).toBe(409)
  })

  it('leaves a debt shown on player, deposit and withdrawal, which holds withdrawals and is paid by the next deposits', async () => {
    const player = await playerToBePaid(world, '500.00')
    const id = await credited(player, '250', '2500')
    await lose(player, 260_000n)
    const waiting = (await requested(player, '300')).json.withdrawal.id as string
    await reverse(id)
    expect(await standing(player)).toEqual({ cashMinor: 0n, heldMinor: 0n, debtMinor: 210_000n })
    expect(textsOf((await player.get(`/player/deposits/${id}`)).json.deposit).slice(-4)).toEqual([
      'The amount credited differs from the one that arrived.',
      'Your open withdrawal was cancelled first, and its money returned to your balance.',
      'N$400.00 was taken from your balance.',
      'You had already spent N$2,100.00 of it, so you owe that amount. Your next deposits pay it first.',
    ])
    expect((await depositOf(id)).player.debt).toBe('2100.00')
    expect((await seen(waiting)).player.debt).toBe('2100.00')
    expect((await manager.get(`/staff/players/${player.id}`)).json.player.debt).toBe('2100.00')
    expect((await player.get('/player/withdraw-options')).json).toMatchObject({
      debt: '2100.00',
      stops: [
        {
          code: 'debt',
          text: { code: 'debt_blocks', params: { amount: '2100.00', currency: 'NAD' } },
        },
      ],
    })
    // Winnings since then stay on the player's balance.
    await world.fund(player.id, '150.00')
    expect(refusal(await requested(player, '120'))).toEqual([409, 'debt_open'])

    const first = await credited(player, '2000')
    expect(await standing(player)).toMatchObject({ cashMinor: 15_000n, debtMinor: 10_000n })
    expect(textsOf((await player.get(`/player/deposits/${first}`)).json.deposit).slice(-3)).toEqual([
      'N$2,000.00 was added to your balance.',
      'N$2,000.00 of it went towards what you owed.',
      'You still owe N$100.00.',
    ])
    await credited(player, '400')
    expect(await standing(player)).toMatchObject({ cashMinor: 45_000n, debtMinor: 0n })
    expect((await requested(player, '120')).status).toBe(200)
  })

  it('is reversed on a frozen wallet, where a deposit pays its debt', async () => {
    const player = await playerToBePaid(world, '500.00')
    const id = await credited(player, '250', '2500')
    await lose(player, 290_000n)
    await stops.frozen.begin(player)
    expect((await reverse(id)).status).toBe(200)
    expect(await standing(player)).toMatchObject({ cashMinor: 0n, debtMinor: 240_000n })
    await credited(player, '500')
    expect(await standing(player)).toMatchObject({ cashMinor: 0n, debtMinor: 190_000n })
    expect((await world.balance(player.id)).frozen).toBe(true)
  })

  it('has its debt paid once by two concurrent deposits', async () => {
    const player = await playerToBePaid(world, '500.00')
    const id = await credited(player, '250', '2500')
    await lose(player, 300_000n)
    await reverse(id)
    const deposits = [await submitted(player, '2000'), await submitted(player, '2000')]
    const answers = await Promise.all([
      decide(deposits[0]!, 'approve', { received_amount: '2000' }, cashier),
      decide(deposits[1]!, 'approve', { received_amount: '2000' }, boss),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await standing(player)).toMatchObject({ cashMinor: 150_000n, debtMinor: 0n })
  })

  it('reversed while its withdrawal is sent ends in one of two states, never both', async () => {
    await sandbox.payoutsAre('paid')
    for (let round = 0; round < 3; round++) {
      const player = await playerToBePaid(world, '500.00')
      const id = await credited(player, '250', '2500')
      const withdrawalId = await approved(player, '2800')
      const [taken, sent] = await Promise.all([reverse(id), judge(withdrawalId, 'send')])
      expect(taken.status).toBe(200)
      const { cashMinor, heldMinor, debtMinor } = await standing(player)
      const isPaid = sent.status === 200
      expect([await stateOf(withdrawalId), cashMinor, heldMinor, debtMinor]).toEqual(
        isPaid ? ['paid', 0n, 0n, 230_000n] : ['rejected', 50_000n, 0n, 0n],
      )
    }
  })

  it('whose payout is returned pays the debt with it', async () => {
    await sandbox.payoutsAre('paid')
    const player = await playerToBePaid(world, '500.00')
    const id = await credited(player, '250', '2500')
    const withdrawalId = await approved(player, '2800')
    await judge(withdrawalId, 'send')
    await reverse(id)
    expect(await standing(player)).toMatchObject({ cashMinor: 0n, debtMinor: 230_000n })
    await world.db.transaction(async (tx) => {
      const { gate, ends } = world.app.features.withdrawals
      await ends.returned(tx, await gate.enter(tx, withdrawalId, 'returned'), 'Sent back', undefined)
    })
    expect(await standing(player)).toMatchObject({ cashMinor: 50_000n, debtMinor: 0n })
    expect(textsOf((await player.get(`/player/withdrawals/${withdrawalId}`)).json.withdrawal).at(-1)).toBe(
      'N$2,300.00 of it went towards what you owed.',
    )
  })
  it('whose debt write-off is proposed waits for another operator than its proposer', async () => {
    const player = await playerToBePaid(world, '500.00')
    const id = await credited(player, '250', '2500')
    await lose(player, 300_000n)
    await reverse(id)
    const path = `/staff/players/${player.id}/debt/write-off`
    expect(refusal(await cashier.post(path, { reason: 'A kindness' }))).toEqual([403, 'staff_forbidden'])
    expect((await manager.post(path, { reason: 'Our own mistake' })).json).toMatchObject({ waits: true })
    expect(refusal(await boss.post(path, { reason: 'Once more' }))).toEqual([409, 'change_waits'])
    const changeId = (await manager.get('/staff/changes')).json.changes.find(
      (change: { player_id: string }) => change.player_id === player.id,
    ).id as string
    expect(refusal(await manager.post(`/staff/changes/${changeId}/confirm`))).toEqual([409, 'same_operator'])
    // A concurrent deposit and confirmation: the second pays what the first left of the debt.
    const deposit = await submitted(player, '1000')
    const answers = await Promise.all([
      decide(deposit, 'approve', { received_amount: '1000' }, cashier),
      boss.post(`/staff/changes/${changeId}/confirm`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { cashMinor, debtMinor } = await standing(player)
    expect([
      [0n, 0n],
      [100_000n, 0n],
    ]).toContainEqual([cashMinor, debtMinor])
    const { messages } = (await player.get('/player/messages')).json
    expect(messages.map(({ kind }: { kind: string }) => kind)).toContain('debt_written_off')
  })

  it('whose debt was paid from later wins allows withdrawals again', async () => {
    const player = await playerToBePaid(world, '500.00')
    const id = await credited(player, '250', '2500')
    await lose(player, 300_000n)
    await reverse(id)
    expect(refusal(await player.post('/player/debt/pay'))).toEqual([409, 'insufficient_funds'])
    await world.fund(player.id, '2700.00')
    expect((await player.post('/player/debt/pay')).json).toMatchObject({
      text: { code: 'debt_paid', params: { amount: '2500.00', currency: 'NAD' } },
      paid: '2500.00',
      debt: '0.00',
    })
    expect(refusal(await player.post('/player/debt/pay'))).toEqual([409, 'no_debt'])
    expect((await requested(player, '120')).status).toBe(200)
  })
})
