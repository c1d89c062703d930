import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { isTellable, isWithin } from '../deposits/availability.ts'

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
const told = (player: Awaited<ReturnType<World['player']>>, detail = '2') =>
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
/** A console that is used stays signed in. */
const stay = () => Promise.all([manager, second, cashier].map((operator) => operator.get('/staff/me')))
const wait = async (hours: number) => {
  for (let left = hours * 6; left > 0; left--) {
    await world.clock.advance(10 * 60_000)
    await stay()
  }
}

describe('the kill switch of a market', () => {
  it('closes deposits at once; earlier payments can be reported for a day', async () => {
    const player = await world.player()
    const shut = (open: boolean) => manager.post('/staff/payment-markets/NA/switch', { what: 'deposits', open, reason })
    expect((await names('NA')).length).toBeGreaterThan(0)
    expect((await shut(false)).status).toBe(200)
    expect((await shut(false)).status).toBe(200)
    expect([await names('NA'), (await names('IN')).length > 0]).toEqual([[], true])
    expect(refusal(await player.get(`${eft}/get-payment-details`))).toEqual([403, 'deposits_unavailable'])
    const voucher = { pin: '1234567890123456' }
    expect(refusal(await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', voucher))).toEqual([
      403,
      'deposits_unavailable',
    ])
    expect((await told(player)).status).toBe(200)
    const { portal } = world.app.features
    await portal.change({ closed: { ...portal.settings().closed, deposits: { NA: { at: aDayAgo(), reason } } } })
    const later = await world.player()
    expect(refusal(await told(later))).toEqual([403, 'deposits_unavailable'])
    expect((await shut(true)).status).toBe(200)
    expect((await told(later)).status).toBe(200)
    const { entries } = (await manager.get('/staff/audit?subject=NA')).json
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual([
      'market-deposits.open',
      'market-deposits.close',
    ])
    expect(entries[1].text).toBe(`Closed deposits of Namibia: ${reason}`)
  })

  it('closes withdrawals on their own', async () => {
    const player = await world.player({ balance: '100.00' })
    const open = async () => (await player.get('/player/withdraw-options')).json.open
    const shut = (is: boolean) =>
      manager.post('/staff/payment-markets/NA/switch', { what: 'withdrawals', open: is, reason })
    expect(await open()).toBe(true)
    await shut(false)
    expect([await open(), (await names('NA')).length > 0]).toEqual([false, true])
    await shut(true)
    expect(await open()).toBe(true)
  })

  it.each([
    ['of something else', '/staff/payment-markets/NA/switch', { what: 'games', open: false, reason }],
    ['without a reason', '/staff/payment-markets/NA/switch', { what: 'deposits', open: false }],
    ['without a state', '/staff/payment-methods/ewallet/switch', { reason }],
  ])('%s is refused', async (_name, path, sent) => {
    expect(refusal(await manager.post(path, sent))).toEqual([422, 'invalid_fields'])
  })

  it('of an unknown market is not found', async () => {
    const sent = { what: 'deposits', open: false, reason }
    expect(refusal(await manager.post('/staff/payment-markets/ZA/switch', sent))).toEqual([404, 'not_found'])
  })

  it('is forbidden to cashiers', async () => {
    const sent = { what: 'deposits', open: false, reason }
    expect(refusal(await cashier.post('/staff/payment-markets/NA/switch', sent))).toEqual([403, 'staff_forbidden'])
  })
})

describe('a method', () => {
  it('is closed alone, manual or confirmed by a service, and opened again', async () => {
    const player = await world.player()
    const shut = (code: string, open: boolean) =>
      manager.post(`/staff/payment-methods/${code}/switch`, { open, reason })
    await shut('manual_namibia', false)
    expect(await names('NA')).not.toContain('manual_namibia')
    expect(await names('NA')).toContain('ewallet')
    expect(refusal(await player.get(`${eft}/get-payment-details`))).toEqual([409, 'method_unavailable'])
    expect(await methodOf('manual_namibia')).toMatchObject({ shown: false, closed: { reason } })
    await shut('manual_namibia', true)
    expect((await player.get(`${eft}/get-payment-details`)).status).toBe(200)
    expect(refusal(await shut('paper', false))).toEqual([404, 'not_found'])
  })

  it('that a service confirms has limits of the operator’s, which stand while its words are changed', async () => {
    const put = (code: string, more: object) =>
      manager.call('PUT', `/staff/payment-methods/${code}`, {
        display_name: 'Voucher of a shop',
        description: 'Buy it, type it.',
        position: 8,
        reason,
        ...more,
      })
    expect((await methodOf('kazang')).limits).toEqual({ min: '5.00', max: '5000.00' })
    expect((await put('kazang', { limits: { min: '20', max: '300.50' } })).status).toBe(200)
    expect((await methodOf('kazang')).limits).toEqual({ min: '20.00', max: '300.50' })
    expect((await put('kazang', { description: 'Other words.' })).status).toBe(200)
    expect((await methodOf('kazang')).limits).toEqual({ min: '20.00', max: '300.50' })
    const trail = (await manager.get('/staff/audit?subject=kazang')).json.entries
    expect(trail[1]).toMatchObject({ action: 'method.update', after: { limits: { min: '20', max: '300.50' } } })
    for (const [code, limits] of [
      ['kazang', { min: '0', max: '5' }],
      ['kazang', { min: '5', max: '5' }],
      ['kazang', { min: '1e3', max: '5000' }],
      ['manual_namibia', { min: '5', max: '50' }],
    ] as const)
      expect(refusal(await put(code, { limits }))).toEqual([422, 'invalid_fields'])
    const cashier = await world.operator('cashier')
    const denied = await cashier.call('PUT', '/staff/payment-methods/kazang', {
      display_name: 'x',
      description: 'y',
      position: 1,
      reason,
    })
    expect(refusal(denied)).toEqual([403, 'staff_forbidden'])
  })

  it('has the operator’s words and its place among the others', async () => {
    const words = { display_name: 'Send to our phone', description: 'The quickest way.', position: 1, reason }
    const before = (await methodOf('easy_wallet')).position
    expect((await manager.call('PUT', '/staff/payment-methods/easy_wallet', words)).status).toBe(200)
    const shown = (await world.visitor().get('/player/payment-services/payment-methods?market=NA')).json.methods
    expect(shown[0]).toMatchObject({
      code: 'easy_wallet',
      display_name: 'Send to our phone',
      display_name_text: { code: 'text', params: { text: 'Send to our phone' } },
      description: 'The quickest way.',
      description_text: { code: 'text', params: { text: 'The quickest way.' } },
    })
    await manager.call('PUT', '/staff/payment-methods/easy_wallet', { ...words, description: '' })
    const [own] = (await world.visitor().get('/player/payment-services/payment-methods?market=NA')).json.methods
    expect(own.description_text).toEqual({ code: 'pay_wallet', params: { wallet: 'Easy Wallet' } })
    await manager.call('PUT', '/staff/payment-methods/easy_wallet', { ...words, position: before })
    expect((await names('NA'))[0]).not.toBe('easy_wallet')
  })
})

describe('a name that every language has', () => {
  const nameIn = async (code: string) =>
    (await world.visitor().get('/player/payment-services/payment-methods?market=NA')).json.methods.find(
      (method: { code: string }) => method.code === code,
    ).display_name_text

  it('travels as a code until the operator writes another one', async () => {
    expect(await nameIn('manual_namibia')).toEqual({ code: 'method_eft', params: {} })
    const position = (await methodOf('manual_namibia')).position
    const words = { display_name: 'Bank transfer (EFT)', description: 'Pay at your bank.', position, reason }
    await manager.call('PUT', '/staff/payment-methods/manual_namibia', words)
    expect(await nameIn('manual_namibia')).toEqual({ code: 'method_eft', params: {} })
  })

  it('is that of a deposit in the histories, too; a label of a detail is one where every language has it', async () => {
    const player = await world.player()
    const { deposit } = (await told(player)).json.data
    expect(deposit.method_text).toEqual({ code: 'method_eft', params: {} })
    const { lines } = (await player.get(`${eft}/get-payment-details`)).json.details[0]
    expect(lines.map(({ label_text }: { label_text: object }) => label_text)).toEqual(
      ['line_bank', 'line_account_name', 'line_account_number', 'line_branch_code'].map((code) => ({
        code,
        params: {},
      })),
    )
  })

  it('of a line that the operator wrote is shown as it is', async () => {
    const wallet = '/player/deposit-namibia/easy-wallet-deposit'
    const { details } = await methodOf('easy_wallet')
    const { id, name, upi, note, min, max, schedule, version } = details[0]
    const lines = [{ label: 'Shop code', value: '7', copy: true }, ...details[0].lines]
    const change = { name, lines, upi, note, min, max, schedule, version, reason }
    expect((await manager.call('PUT', `/staff/payment-details/${id}`, change)).json.waits).toBe(true)
    const [waits] = await waiting()
    await second.post(`/staff/changes/${waits.id}/confirm`, { version: waits.version, note: reason })
    const shown = (await (await world.player()).get(`${wallet}/get-payment-details`)).json.details[0].lines
    expect(shown.map(({ label_text }: { label_text: object }) => label_text)).toEqual([
      { code: 'text', params: { text: 'Shop code' } },
      { code: 'line_cellphone', params: {} },
      { code: 'line_name', params: {} },
    ])
  })
})

describe('what players pay to', () => {
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
    expect(change.summary.code).toBe('detail_changed')
    expect(change.summary.params.values).toContain('Account number 6200000001')
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

  it('has its limits, hours and note changed at once, with the version that was seen', async () => {
    const player = await world.player()
    const sent = await body(2, { min: '20', max: '900.50', note: 'Banks rest on Sundays.' })
    const answer = await manager.call('PUT', '/staff/payment-details/2', sent)
    expect([answer.status, answer.json.waits]).toEqual([200, false])
    const [shown] = (await player.get(`${eft}/get-payment-details`)).json.details
    const note = { code: 'text', params: { text: 'Banks rest on Sundays.' } }
    expect([shown.limits, shown.note]).toEqual([{ min: '20.00', max: '900.50' }, note])
    expect(refusal(await manager.call('PUT', '/staff/payment-details/2', sent))).toEqual([409, 'detail_changed'])
  })

  it('that a second operator confirms is what was proposed, or nothing', async () => {
    await manager.call('PUT', '/staff/payment-details/2', await body(2, { name: 'Proposed' }))
    await second.call('PUT', '/staff/payment-details/2', await body(2, { note: 'In the meantime' }))
    const [change] = await waiting()
    expect(refusal(await second.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'detail_changed'])
    expect((await detailOf(2)).name).not.toBe('Proposed')
    expect((await manager.post(`/staff/changes/${change.id}/drop`)).status).toBe(200)
    expect(refusal(await second.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'change_ended'])
    expect(await waiting()).toEqual([])
  })

  it('is added by two operators, hidden at once, and can be reported on for a day after', async () => {
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
    expect((await told(player, String(added.id))).status).toBe(200)
    await world.db.kysely
      .updateTable('deposits.payment_detail')
      .set({ closed_at: new Date(aDayAgo()) })
      .where('id', '=', added.id)
      .execute()
    expect(refusal(await told(player, String(added.id)))).toEqual([409, 'method_unavailable'])
    await hide(true)
    expect((await told(player, String(added.id))).status).toBe(200)
  })

  it('is hidden outside its hours, while payments can be reported', async () => {
    const player = await world.player()
    const now = world.clock.now()
    const [from, until] = [at(now, 3), at(now, 4)]
    const schedule = { days: [1, 2, 3, 4, 5, 6, 7], from, until }
    const before = (await methodOf('manual_namibia')).details as Detail[]
    for (const { id } of before)
      expect((await manager.call('PUT', `/staff/payment-details/${id}`, await body(id, { schedule }))).status).toBe(200)
    expect(await names('NA')).not.toContain('manual_namibia')
    expect(refusal(await player.get(`${eft}/get-payment-details`))).toEqual([404, 'payment_details_missing'])
    expect((await told(player)).status).toBe(200)
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

/** Hours of Namibia, some time from now. */
function at(now: Date, hours: number): string {
  return new Date(now.getTime() + (2 + hours) * 3_600_000).toISOString().slice(11, 16)
}

describe('hours', () => {
  const office = { days: [1, 2, 3, 4, 5], from: '08:00', until: '17:00' }
  const night = { days: [5], from: '22:00', until: '02:00' }
  it.each([
    ['a Monday at eight in Windhoek', office, 'NA', '2026-11-23T06:00:00Z', true],
    ['a minute before', office, 'NA', '2026-11-23T05:59:59Z', false],
    ['the minute of the end', office, 'NA', '2026-11-23T15:00:00Z', false],
    ['a Sunday', office, 'NA', '2026-11-22T10:00:00Z', false],
    ['a Monday at eight in Kolkata', office, 'IN', '2026-11-23T02:30:00Z', true],
    ['the Saturday after a Friday night', night, 'NA', '2026-11-27T23:30:00Z', true],
    ['the Friday before it', night, 'NA', '2026-11-26T23:30:00Z', false],
    ['always', null, 'NA', '2026-11-22T00:00:00Z', true],
  ] as const)('%s', (_name, schedule, market, instant, within) =>
    expect(isWithin(schedule && { ...schedule, days: [...schedule.days] }, market, new Date(instant))).toBe(within),
  )

  it('allow reports for a day after the closing, and none where its time is unknown', () => {
    const closedAt = new Date('2026-11-21T09:00:00Z')
    expect(isTellable(closedAt, new Date('2026-11-22T08:59:59Z'))).toBe(true)
    expect(isTellable(closedAt, new Date('2026-11-22T09:00:00Z'))).toBe(false)
    expect(isTellable(null, closedAt)).toBe(false)
  })
})
