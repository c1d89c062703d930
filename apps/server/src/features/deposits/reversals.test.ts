import type { PlayerText } from '@dhow/contract/player-texts'
import { inEnglish } from '../../platform/texts.ts'
import '../rewards/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openJudging } from '../../../test/deposits.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Steps after a submission: questions and answers, cancellation, reversal. */

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  manager = await world.operator('manager')
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const { submitted, decide, own } = openJudging()
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const approved = async (player: Player, amount = '500') => {
  const id = await submitted(player, { amount })
  const answer = await decide(cashier, id, 'approve', { received_amount: amount })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return id
}
const textsOf = (deposit: { timeline: { text: PlayerText }[] }) => deposit.timeline.map(({ text }) => inEnglish(text))

describe('a reversal', () => {
  it('reverses the credit by a posting of its own, and both stay in the ledger', async () => {
    const player = await world.player()
    const id = await approved(player, '800')
    expect(refusal(await decide(cashier, id, 'reverse', { reason: 'not_received', note: 'Bank took it.' }))).toEqual([
      403,
      'staff_forbidden',
    ])
    const { json } = await decide(manager, id, 'reverse', { reason: 'not_received', note: 'The bank took it back.' })
    expect(json.deposit).toMatchObject({ state: 'reversed', credited_amount: '800.00' })
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
    expect(await own(player, id)).toMatchObject({
      status: 'reversed',
      reason: { code: 'deposit_reversed', params: { reason: 'not_received' } },
    })
    expect(textsOf(json.deposit).slice(-2)).toEqual([
      'The bank took this payment back.',
      'N$800.00 was taken from your balance.',
    ])
    expect(refusal(await decide(manager, id, 'reverse', { reason: 'other', note: 'Once more.' }))).toEqual([
      409,
      'deposit_state_changed',
    ])
    const history = (await player.get('/player/deposit-history')).json
    expect(history.totals.in).toBe('0.00')
  })

  it('above the balance posts the rest of the balance and opens a debt for the difference', async () => {
    const player = await world.player()
    const id = await approved(player, '500')
    await world.db.transaction((tx) =>
      world.app.features.wallet.post(tx, {
        key: `test:spend:${player.id}`,
        reason: 'test' as never,
        playerId: player.id,
        currency: 'NAD',
        happenedAt: world.clock.now(),
        lines: [{ debit: { player: 'cash' }, credit: { house: 'bank_detail', ref: 'test' }, amountMinor: 42_000n }],
      }),
    )
    const { json } = await decide(manager, id, 'reverse', { reason: 'duplicate_reference', note: 'Credited twice.' })
    expect(textsOf(json.deposit).slice(-3)).toEqual([
      'This payment was credited twice.',
      'N$80.00 was taken from your balance.',
      'You had already spent N$420.00 of it, so you owe that amount. Your next deposits pay it first.',
    ])
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
    const debt = (await world.app.features.wallet.trialBalance(world.db.kysely)).find(
      (row) => row.account === `player_debt:${player.id}`,
    )
    expect(debt?.debitMinor).toBe(42_000n)
  })

  it.each([
    ['runs', false, [20_000n, 0n], 0n],
    // Of 500.00 deposited and 500.00 of bonus, 800.00 are left: first the bonus is taken back, then as much of the
    // deposit as possible.
    ['became cash', true, [0n, 0n], 20_000n],
  ])('reverses a bonus that the deposit brought and that %s', async (_what, isCash, stands, owed) => {
    const player = await world.player()
    const id = await approved(player)
    const rule = 'rule_sandbox_welcome_na'
    const { bonus } = (await player.post(`/player/bonuses/${rule}/claim`)).json
    expect((await world.balance(player.id)).bonusMinor).toBe(50_000n)
    const move = (lines: Parameters<World['app']['features']['wallet']['post']>[1]['lines']) =>
      world.db.transaction((tx) =>
        world.app.features.wallet.post(tx, {
          key: `test:move:${player.id}`,
          reason: 'test' as never,
          playerId: player.id,
          currency: 'NAD',
          happenedAt: world.clock.now(),
          lines,
        }),
      )
    const bank = { house: 'bank_detail', ref: 'test' } as const
    if (isCash) {
      await world.db.kysely
        .updateTable('rewards.bonus')
        .set((eb) => ({ wagered_minor: eb.ref('required_minor') }))
        .where('id', '=', bonus.id)
        .execute()
      // The bonus becomes cash if it is given back after its wagering is complete.
      await player.post(`/player/bonuses/${bonus.id}/cancel`)
      expect((await world.balance(player.id)).cashMinor).toBe(100_000n)
      await move([{ debit: { player: 'cash' }, credit: bank, amountMinor: 20_000n }])
    } else await move([{ debit: bank, credit: { player: 'cash' }, amountMinor: 20_000n }])
    expect((await decide(manager, id, 'reverse', { reason: 'not_received', note: 'Bank took it.' })).status).toBe(200)
    const { cashMinor, bonusMinor } = await world.balance(player.id)
    expect([cashMinor, bonusMinor]).toEqual(stands)
    const debt = (await world.app.features.wallet.trialBalance(world.db.kysely)).find(
      (row) => row.account === `player_debt:${player.id}`,
    )
    expect(debt?.debitMinor ?? 0n).toBe(owed)
    const { state } = (await player.get('/player/bonuses')).json.bonuses[0]
    expect(state).toBe(isCash ? 'completed' : 'cancelled')
  })

  it('leaves nothing to claim a bonus for; the next deposit brings it', async () => {
    const player = await world.player()
    const claim = () => player.post('/player/bonuses/rule_sandbox_welcome_na/claim')
    const id = await approved(player)
    expect((await decide(manager, id, 'reverse', { reason: 'not_received', note: 'Bank took it.' })).status).toBe(200)
    expect((await claim()).json.code).toBe('bonus_needs_deposit')
    expect((await world.balance(player.id)).bonusMinor).toBe(0n)
    await approved(player)
    expect((await claim()).status).toBe(200)
  })

  it('subtracts the deposit from the referral’s count', async () => {
    const player = await world.player()
    const stateOfFriend = async () => (await player.get('/player/referral')).json.friends[0].state
    const friend = await world.player({ referral_code: (await player.get('/player/referral')).json.code })
    const id = await approved(friend)
    expect(await stateOfFriend()).toBe('deposited')
    expect((await decide(manager, id, 'reverse', { reason: 'not_received', note: 'Bank took it.' })).status).toBe(200)
    expect(await stateOfFriend()).toBe('registered')
  })

  it('by two at once happens once; a large one needs another operator than the approver', async () => {
    const player = await world.player()
    const id = await approved(player)
    const answers = await Promise.all(
      [1, 2, 3].map(() => decide(manager, id, 'reverse', { reason: 'other', note: 'Race' })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
    const large = await submitted(player, { amount: '15000' })
    await decide(manager, large, 'approve', { received_amount: '15000' })
    await decide(cashier, large, 'approve', { received_amount: '15000' })
    expect(refusal(await decide(manager, large, 'reverse', { reason: 'other', note: 'My own.' }))).toEqual([
      409,
      'same_operator',
    ])
  })
})
