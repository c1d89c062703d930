import { depositFamilies, type DepositFamily } from '@dhow/contract/deposit-families'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const wallets: [DepositFamily, string, string][] = [
  ['ewallet', 'e-wallet', '4'],
  ['easy-wallet', 'easy wallet', '5'],
  ['blue-wallet', 'blue wallet', '6'],
  ['nedbank-wallet', 'nedbank wallet', '7'],
  ['access-money-wallet', 'access money', '8'],
]
let references = 0
const reference = () => `SMS${700_000 + ++references}`

describe.each(wallets)('the family %s', (family, name, detailId) => {
  const { base, idField, label } = depositFamilies[family]
  const submitPath = `${base}/send-deposit-request`

  it('shows the payment details, accepts a deposit, and credits the received amount once', async () => {
    const player = await world.player()
    const shown = (await player.get(`${base}/get-payment-details`)).json
    expect(shown).toMatchObject({ status: 'success', currency: 'NAD', symbol: 'N$' })
    expect(shown.details).toMatchObject([
      { id: Number(detailId), proof_required: false, limits: { min: '10.00', max: '5000.00' } },
    ])
    expect(shown.details[0].lines[0]).toMatchObject({ label: 'Cellphone number', copy: true })

    const fields = { [idField]: detailId, amount: '250', utr: reference() }
    const { json } = await player.form(submitPath, fields)
    expect(json).toMatchObject({
      status: 'success',
      data: { deposit: { family, method: label, status: 'pending', declared_amount: '250.00' } },
    })
    expect((await player.form(submitPath, fields)).json.data.deposit.id).toBe(json.data.deposit.id)
    const path = `/staff/deposits/${json.data.deposit.id}`
    const { version, paid_to } = (await cashier.get(path)).json.deposit
    expect(paid_to).toBe(`${label} (${detailId})`)
    const approval = { received_amount: '200.00', version }
    expect((await cashier.post(`${path}/approve`, approval)).json.deposit).toMatchObject({ credited_amount: '200.00' })
    expect(refusal(await cashier.post(`${path}/approve`, approval))).toEqual([409, 'deposit_state_changed'])
    expect((await world.balance(player.id)).cashMinor).toBe(20_000n)
    expect((await player.get('/player/deposit-history')).json.data).toMatchObject([{ id: json.data.deposit.id }])
  })

  it('is listed in the chooser by name, with its history', async () => {
    const { methods } = (await (await world.player()).get('/player/payment-services/payment-methods?type=deposit')).json
    expect(methods.find((method: { name: string }) => method.name === name)).toMatchObject({
      display_name: label,
      limits: { min: '10.00', max: '5000.00' },
      history_path: expect.stringMatching(/^\/deposit-namibia.*history$/),
    })
  })

  it.each([
    ['another family’s detail', { [idField]: '2' }, 404, 'payment_details_missing'],
    ['the field of another family alone', { [idField]: '', manual_deposit_id: '2' }, 404, 'payment_details_missing'],
    ['what a cash machine would take as a PIN', { utr: '12345' }, 422, 'reference_malformed'],
    ['less than the least', { amount: '9.99' }, 422, 'amount_below_minimum'],
    ['more than the most', { amount: '5000.01' }, 422, 'amount_above_maximum'],
  ])('refuses %s', async (_what, fields, status, code) => {
    const player = await world.player()
    const sent = { [idField]: detailId, amount: '50', utr: reference(), ...fields }
    expect(refusal(await player.form(submitPath, sent as Record<string, string>))).toEqual([status, code])
  })

  it('is not for players of another market', async () => {
    const indian = await world.player({ market: 'IN' })
    expect(refusal(await indian.get(`${base}/get-payment-details`))).toEqual([409, 'method_unavailable'])
    const sent = { [idField]: detailId, amount: '50', utr: reference() }
    expect(refusal(await indian.form(submitPath, sent))).toEqual([409, 'method_unavailable'])
  })
})

describe('histories', () => {
  it('are separate for each family; access money has none and is in the common one', async () => {
    const player = await world.player()
    for (const [family, , detailId] of wallets.filter(
      ([name]) => name === 'ewallet' || name === 'access-money-wallet',
    )) {
      const { base, idField } = depositFamilies[family]
      await player.form(`${base}/send-deposit-request`, { [idField]: detailId, amount: '50', utr: reference() })
    }
    const familiesOf = async (path: string) =>
      (await player.get(path)).json.data.map((row: { family: string }) => row.family)
    expect(await familiesOf('/player/deposit-namibia/ewallet-deposit/history')).toEqual(['ewallet'])
    expect(await familiesOf('/player/deposit-namibia/easy-wallet-deposit/history')).toEqual([])
    expect((await player.get('/player/deposit-namibia/access-money-wallet-deposit/history')).status).toBe(404)
    expect(await familiesOf('/player/deposit-history')).toEqual(['access-money-wallet', 'ewallet'])
  })
})

describe('the static wizard', () => {
  const path = '/player/send-deposit-request'

  it('lists the market’s methods, bank transfer first, and shows each one’s details', async () => {
    const player = await world.player()
    const { methods } = (await player.get('/player/get-deposit-method')).json
    expect(methods.slice(0, 2).map((method: { name: string }) => method.name)).toEqual(['namibia', 'e-wallet'])
    const detail = async (id: string) => (await player.get(`/player/get-payment-detail${id}`)).json
    expect((await detail('')).details[0].id).toBe(2)
    expect((await detail('?payment_method_id=3')).details[0].id).toBe(4)
    expect(await detail('?payment_method_id=1')).toMatchObject({ code: 'payment_details_missing' })
    const indian = await world.player({ market: 'IN' })
    expect((await indian.get('/player/get-payment-detail?payment_method_id=1')).json.details[0].id).toBe(1)
  })

  it('stores a deposit under its detail’s family, so that a reference is unique over all methods', async () => {
    const player = await world.player()
    const utr = reference()
    const first = await player.form(path, { payment_detail_id: '2', amount: '70', utr })
    expect(first.json.data.deposit).toMatchObject({ family: 'manual-namibia', declared_amount: '70.00' })
    const again = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
      manual_deposit_id: '2',
      amount: '70',
      utr,
    })
    expect(again.json.data.deposit.id).toBe(first.json.data.deposit.id)
    const other = await world.player()
    expect(refusal(await other.form(path, { payment_detail_id: '2', amount: '70', utr }))).toEqual([
      409,
      'reference_used',
    ])
  })

  it.each([
    ['no detail', {}, 404, 'payment_details_missing'],
    ['an unknown detail', { payment_detail_id: '99' }, 404, 'payment_details_missing'],
    ['a detail that is no number', { payment_detail_id: '2 or 1' }, 404, 'payment_details_missing'],
    ['a detail of another market', { payment_detail_id: '1' }, 409, 'method_unavailable'],
  ])('refuses %s', async (_what, fields, status, code) => {
    const player = await world.player()
    const sent = { amount: '500', utr: '123456789012', ...fields } as Record<string, string>
    expect(refusal(await player.form(path, sent))).toEqual([status, code])
  })
})

describe('the chooser', () => {
  const { base, idField } = depositFamilies['manual-namibia']
  const minute = 60_000
  const methodsFor = async (player: Awaited<ReturnType<World['player']>>) =>
    (await player.get('/player/payment-services/payment-methods?type=deposit')).json.methods as {
      code: string
      usual_minutes?: number
      last_used?: boolean
    }[]
  async function approveAfter(player: Awaited<ReturnType<World['player']>>, minutes: number) {
    const fields = { [idField]: '2', amount: '250', utr: reference() }
    const { id } = (await player.form(`${base}/send-deposit-request`, fields)).json.data.deposit
    await world.clock.advance(minutes * minute)
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
    const answer = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '250.00', version })
    expect(answer.json.deposit).toMatchObject({ credited_amount: '250.00' })
  }

  it('show the usual duration from five approvals on, and mark the player’s last one', async () => {
    const player = await world.player()
    const bank = async () => (await methodsFor(player)).find(({ code }) => code === 'manual_namibia')
    for (const minutes of [2, 9, 4, 3]) await approveAfter(player, minutes)
    expect(await bank()).not.toHaveProperty('usual_minutes')
    await approveAfter(player, 5)
    expect(await bank()).toMatchObject({ usual_minutes: 4, last_used: true })
    expect((await methodsFor(player)).filter((method) => method.last_used)).toHaveLength(1)
    const other = (await methodsFor(await world.player())).filter((method) => method.last_used)
    expect(other).toEqual([])
  })

  it('ignores approvals older than a week', async () => {
    await world.clock.advance(8 * 24 * 60 * minute)
    for (const { usual_minutes } of await methodsFor(await world.player())) expect(usual_minutes).toBeUndefined()
  })
})
