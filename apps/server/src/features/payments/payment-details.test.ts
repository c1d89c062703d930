import { operatorTexts } from '@dhow/contract/operator-texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let manager: Awaited<ReturnType<World['operator']>>
let second: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  manager = await world.operator('manager')
  second = await world.operator('manager')
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const reason = 'The bank is closed'
const eft = '/player/deposit-namibia/manual-deposit'
let references = 0
const submitDeposit = (player: Awaited<ReturnType<World['player']>>, detail = '2') =>
  player.form(`${eft}/send-deposit-request`, {
    manual_deposit_id: detail,
    amount: '500',
    utr: `METHODDESK${++references}`,
  })
const names = async (market: 'NA' | 'IN'): Promise<string[]> =>
  (await world.visitor().get(`/player/payment-services/payment-methods?market=${market}`)).json.methods.map(
    (method: { code: string }) => method.code,
  )
interface Detail {
  id: number
  name: string
  version: number
  enabled: boolean
  rail: string
}
const methodOf = async (code: string) =>
  (await cashier.get('/staff/payment-methods')).json.methods.find((method: { code: string }) => method.code === code)
const detailOf = async (id: number): Promise<Detail & Record<string, unknown>> =>
  (await methodOf('manual_namibia')).details.find((detail: Detail) => detail.id === id)
const body = async (id: number, more: Record<string, unknown> = {}) => {
  const { name, lines, upi, note, min, max, schedule, version } = await detailOf(id)
  return { name, lines, upi, note, min, max, schedule, version, reason, ...more }
}
const waiting = async () => (await second.get('/staff/changes')).json.changes
const aDayAgo = () => new Date(world.clock.now().getTime() - 24 * 3_600_000).toISOString()
/** A console in use stays signed in. */
const stay = () => Promise.all([manager, second, cashier].map((operator) => operator.get('/staff/me')))
const wait = async (hours: number) => {
  for (let left = hours * 6; left > 0; left--) {
    await world.clock.advance(10 * 60_000)
    await stay()
  }
}

describe('a payment detail', () => {
  const lines = [{ label: 'Account number', value: '6200000001', copy: true }]

  it('changes its destination only after a second operator has confirmed it', async () => {
    const player = await world.player()
    const seen = async () =>
      JSON.stringify((await player.get(`${eft}/get-payment-details`)).json.details.map((one: Detail) => one.name))
    const answer = await manager.call(
      'PUT',
      '/staff/payment-details/2',
      await body(2, { name: 'EFT, new bank', lines }),
    )
    expect([answer.status, answer.json.waits]).toEqual([200, true])
    expect(await seen()).toBe('["EFT"]')
    expect(refusal(await manager.call('PUT', '/staff/payment-details/2', await body(2, { name: 'Another' })))).toEqual([
      409,
      'change_waits',
    ])
    const [change] = await waiting()
    expect(change).toMatchObject({ kind: 'payment_detail', subject: '2', proposed_by: manager.name, reason })
    const summary = { id: '2', method: 'Bank transfer (EFT)', before: 'EFT', name: 'EFT, new bank' }
    expect(change.summary).toEqual({ code: 'detail_changed', params: summary })
    expect(change.facts.map(({ after }: { after: object | null }) => after)).toContainEqual({
      code: 'text',
      params: { text: '6200000001' },
    })
    expect(refusal(await manager.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'same_operator'])
    expect(refusal(await cashier.post(`/staff/changes/${change.id}/confirm`))).toEqual([403, 'staff_forbidden'])
    const answers = await Promise.all([1, 2].map(() => second.post(`/staff/changes/${change.id}/confirm`)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    expect(await seen()).toBe('["EFT, new bank"]')
    const { entries } = (await manager.get('/staff/audit?subject=2')).json
    expect(entries.map((entry: { action: string; operator: string }) => [entry.action, entry.operator])).toEqual([
      ['payment-detail.confirm', second.name],
      ['payment-detail.propose', manager.name],
    ])
  })

  it('is shown to the second operator by the codes of its labels, and by an operator’s own as they were typed', async () => {
    const [{ id, name, name_code, upi, note, min, max, schedule, version, lines: before }] = (
      await methodOf('easy_wallet')
    ).details
    const added = [{ label: 'Shop code', value: '7', copy: true }, ...before]
    const sent = { name, name_code, upi, note, min, max, schedule, version, reason, lines: added }
    expect((await manager.call('PUT', `/staff/payment-details/${id}`, sent)).json.waits).toBe(true)
    const [change] = await waiting()
    const codes = before.map((line: { label_code: string | null }) => line.label_code)
    expect(codes.length).toBeGreaterThan(1)
    expect(change.facts.slice(1).map(({ label }: { label: object }) => label)).toEqual([
      ...codes.map((code: string) => ({ code, params: {} })),
      { code: 'text', params: { text: 'Shop code' } },
    ])
    for (const code of codes) expect(Object.keys(operatorTexts)).toContain(code)
    expect((await manager.post(`/staff/changes/${change.id}/drop`)).status).toBe(200)
  })

  it('has its limits, hours and note changed at once, at the version that was read', async () => {
    const player = await world.player()
    const sent = await body(2, { min: '20', max: '900.50', note: 'Banks rest on Sundays.' })
    const answer = await manager.call('PUT', '/staff/payment-details/2', sent)
    expect([answer.status, answer.json.waits]).toEqual([200, false])
    const [shown] = (await player.get(`${eft}/get-payment-details`)).json.details
    const note = { code: 'text', params: { text: 'Banks rest on Sundays.' } }
    expect([shown.limits, shown.note]).toEqual([{ min: '20.00', max: '900.50' }, note])
    expect(refusal(await manager.call('PUT', '/staff/payment-details/2', sent))).toEqual([409, 'detail_changed'])
  })

  it('is confirmed by a second operator exactly as proposed, or not at all', async () => {
    await manager.call('PUT', '/staff/payment-details/2', await body(2, { name: 'Proposed' }))
    await second.call('PUT', '/staff/payment-details/2', await body(2, { note: 'In the meantime' }))
    const [change] = await waiting()
    expect(refusal(await second.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'detail_changed'])
    expect((await detailOf(2)).name).not.toBe('Proposed')
    expect((await manager.post(`/staff/changes/${change.id}/drop`)).status).toBe(200)
    expect(refusal(await second.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'change_ended'])
    expect(await waiting()).toEqual([])
  })

  it('is added by two operators, hidden at once, and its payments can be reported for a day afterwards', async () => {
    const player = await world.player()
    const { version: _version, ...fresh } = await body(2, { name: 'Second bank', lines, schedule: null })
    const add = (rail: string) => manager.post('/staff/payment-methods/manual_namibia/details', { ...fresh, rail })
    expect(refusal(await add('upi'))).toEqual([422, 'invalid_fields'])
    expect((await add('eft_na')).status).toBe(200)
    expect((await methodOf('manual_namibia')).details).toHaveLength(1)
    const [change] = await waiting()
    expect((await second.post(`/staff/changes/${change.id}/confirm`)).status).toBe(200)
    const added = (await methodOf('manual_namibia')).details.find((one: Detail) => one.name === 'Second bank')
    expect(added).toMatchObject({ enabled: true, rail: 'eft_na', lines })
    const hide = (enabled: boolean) => manager.post(`/staff/payment-details/${added.id}/switch`, { enabled, reason })
    await hide(false)
    const details = (await player.get(`${eft}/get-payment-details`)).json.details
    expect(details.map((one: Detail) => one.name)).not.toContain('Second bank')
    expect((await submitDeposit(player, String(added.id))).status).toBe(200)
    await world.db.kysely
      .updateTable('deposits.payment_detail')
      .set({ closed_at: new Date(aDayAgo()) })
      .where('id', '=', added.id)
      .execute()
    expect(refusal(await submitDeposit(player, String(added.id)))).toEqual([409, 'method_unavailable'])
    await hide(true)
    expect((await submitDeposit(player, String(added.id))).status).toBe(200)
  })

  it('is hidden outside its hours, but its payments can be reported', async () => {
    const player = await world.player()
    const now = world.clock.now()
    const [from, until] = [at(now, 3), at(now, 4)]
    const schedule = { days: [1, 2, 3, 4, 5, 6, 7], from, until }
    const before = (await methodOf('manual_namibia')).details as Detail[]
    for (const { id } of before)
      expect((await manager.call('PUT', `/staff/payment-details/${id}`, await body(id, { schedule }))).status).toBe(200)
    expect(await names('NA')).not.toContain('manual_namibia')
    expect(refusal(await player.get(`${eft}/get-payment-details`))).toEqual([404, 'payment_details_missing'])
    expect((await submitDeposit(player)).status).toBe(200)
    await wait(3)
    expect(await names('NA')).toContain('manual_namibia')
    for (const { id } of before)
      await manager.call('PUT', `/staff/payment-details/${id}`, await body(id, { schedule: null }))
  })

  it.each([
    ['no line', { lines: [] }],
    ['a line without words', { lines: [{ label: ' ', value: '1', copy: true }] }],
    ['limits the wrong way round', { min: '100', max: '100' }],
    ['a smallest amount of nothing', { min: '0' }],
    ['an amount that is none', { max: '1e9' }],
    ['hours that are none', { schedule: { days: [1], from: '8', until: '25:00' } }],
    ['no day', { schedule: { days: [], from: '08:00', until: '17:00' } }],
    ['a UPI ID that is none', { upi: { pa: 'dhow', pn: 'Dhow' } }],
    ['no reason', { reason: '' }],
  ])('is refused with %s', async (_name, more) => {
    const answer = await manager.call('PUT', '/staff/payment-details/2', await body(2, more))
    expect(refusal(answer)).toEqual([422, 'invalid_fields'])
  })
})

/** Time of day in Namibia, some hours from now. */
function at(now: Date, hours: number): string {
  return new Date(now.getTime() + (2 + hours) * 3_600_000).toISOString().slice(11, 16)
}
