import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let support: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  support = await world.operator('support')
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
let references = 0
async function deposited(player: Player): Promise<string> {
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    ...{ manual_deposit_id: '2', amount: '500', utr: `HELP${++references}` },
  })
  return json.data.deposit.id
}
const ask = (player: Player, paymentId: string, text: string, headers?: Record<string, string>) =>
  player.post(`/player/payments/${paymentId}/help`, { text }, headers)
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const texts = (one: { messages: { text: string }[] }) => one.messages.map((message) => message.text)

describe('a question about a payment', () => {
  it('waits in the console with its payment, and its answer is read by the player', async () => {
    const player = await world.player()
    const id = await deposited(player)
    expect((await player.get(`/player/payments/${id}/help`)).json.help).toBeNull()
    const { help } = (await ask(player, id, 'I paid an hour ago.')).json
    expect(help).toMatchObject({ state: 'waiting', payment_id: id })
    await world.clock.advance(60_000)
    const { cases, counts } = (await support.get('/staff/help-cases')).json
    expect(counts.waiting).toBe(1)
    expect(cases[0]).toMatchObject({
      player: { player_name: player.player_name },
      payment: { kind: 'deposit', amount: '500.00', currency: 'NAD', status: 'pending' },
      age_s: 60,
    })
    expect((await support.get('/staff/me')).json.queues.cases).toBe(1)
    const answered = await support.post(`/staff/help-cases/${help.id}/answer`, { text: 'We see it.', close: false })
    expect(answered.json.case).toMatchObject({ state: 'answered' })
    expect(answered.json.case.messages.at(-1)).toMatchObject({ from: 'staff', operator: support.name })
    const read = (await player.get(`/player/payments/${id}/help`)).json.help
    expect(texts(read)).toEqual(['I paid an hour ago.', 'We see it.'])
    expect(JSON.stringify(read)).not.toContain(support.name)
    expect((await support.get('/staff/me')).json.queues.cases).toBe(0)
    const trail = (await support.get(`/staff/audit?subject=${id}`)).json.entries
    expect(trail[0]).toMatchObject({ action: 'help.answer' })
  })

  it('may be about a withdrawal too', async () => {
    const player = await playerToBePaid(world)
    const asked = await player.post('/player/withdrawals', {
      ...{ amount: '400', payout_account_id: player.payoutAccountId, otp: await withdrawalCode(world, player) },
    })
    await ask(player, asked.json.withdrawal.id, 'When will it come?')
    const { cases } = (await support.get(`/staff/help-cases?q=${player.player_name}`)).json
    expect(cases[0].payment).toMatchObject({ kind: 'withdrawal', amount: '400.00' })
  })

  it('stays one case when it is closed by an operator and reopened by the player', async () => {
    const player = await world.player()
    const id = await deposited(player)
    const { help } = (await ask(player, id, 'First')).json
    await support.post(`/staff/help-cases/${help.id}/answer`, { text: 'Done', close: true })
    expect((await support.get(`/staff/help-cases/${help.id}`)).json.case.state).toBe('closed')
    const again = (await ask(player, id, 'Not yet')).json.help
    expect([again.id, again.state, texts(again)]).toEqual([help.id, 'waiting', ['First', 'Done', 'Not yet']])
    expect((await support.post(`/staff/help-cases/${help.id}/close`)).json.case.state).toBe('closed')
    const closed = (await support.get('/staff/help-cases?state=closed')).json.cases
    expect(closed.map((one: { id: string }) => one.id)).toContain(help.id)
  })

  it('sent twice with one key is one message; concurrently from two tabs it is one case', async () => {
    const player = await world.player()
    const id = await deposited(player)
    const key = { 'idempotency-key': 'help-1' }
    await ask(player, id, 'Once', key)
    await ask(player, id, 'Once', key)
    await Promise.all([ask(player, id, 'Two'), ask(player, id, 'Three')])
    const { help } = (await player.get(`/player/payments/${id}/help`)).json
    expect(texts(help).toSorted()).toEqual(['Once', 'Three', 'Two'])
  })

  it('is refused after five unanswered messages, until an answer', async () => {
    const player = await world.player()
    const id = await deposited(player)
    for (let n = 1; n <= 5; n++) await ask(player, id, `Question ${n}`)
    expect(refusal(await ask(player, id, 'Question 6'))).toEqual([429, 'help_waiting'])
    const { help } = (await player.get(`/player/payments/${id}/help`)).json
    await support.post(`/staff/help-cases/${help.id}/answer`, { text: 'Here', close: false })
    expect((await ask(player, id, 'Thank you')).status).toBe(200)
  })

  it('is visible only to its player, and needs an existing payment', async () => {
    const [player, stranger] = [await world.player(), await world.player()]
    const id = await deposited(player)
    await ask(player, id, 'Mine')
    expect(refusal(await stranger.get(`/player/payments/${id}/help`))).toEqual([404, 'not_found'])
    expect(refusal(await ask(stranger, id, 'Yours'))).toEqual([404, 'not_found'])
    for (const nothing of ['dep_none', 'pay_none', 'wd_none', 'ply_none'])
      expect(refusal(await ask(player, nothing, 'Hello'))).toEqual([404, 'not_found'])
    expect((await ask(player, id, '  ')).json.errors).toEqual({ text: ['Write a message'] })
    expect((await ask(player, id, 'x'.repeat(1_001))).json.errors).toEqual({ text: ['This message is too long'] })
  })
})
