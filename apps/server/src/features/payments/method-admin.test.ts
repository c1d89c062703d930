import { texts } from '@dhow/contract/player-texts-en'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { isReportable, isWithin } from '../deposits/availability.ts'

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
const methodOf = async (code: string) =>
  (await cashier.get('/staff/payment-methods')).json.methods.find((method: { code: string }) => method.code === code)
const waiting = async () => (await second.get('/staff/changes')).json.changes
const aDayAgo = () => new Date(world.clock.now().getTime() - 24 * 3_600_000).toISOString()

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
    expect((await submitDeposit(player)).status).toBe(200)
    const { portal } = world.app.features
    await portal.change({ closed: { ...portal.settings().closed, deposits: { NA: { at: aDayAgo(), reason } } } })
    const later = await world.player()
    expect(refusal(await submitDeposit(later))).toEqual([403, 'deposits_unavailable'])
    expect((await shut(true)).status).toBe(200)
    expect((await submitDeposit(later)).status).toBe(200)
    const { entries } = (await manager.get('/staff/audit?subject=NA')).json
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual([
      'market-deposits.open',
      'market-deposits.close',
    ])
    expect(entries[1].text).toBe(`Closed deposits of Namibia: ${reason}`)
  })

  it('closes withdrawals separately', async () => {
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
  it('is closed separately, manual or by a service, and opened again', async () => {
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

  it('by a service has the operator’s limits, which are kept when its texts change', async () => {
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

  it('has the operator’s texts and position', async () => {
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

describe('a translated name', () => {
  const nameIn = async (code: string) =>
    (await world.visitor().get('/player/payment-services/payment-methods?market=NA')).json.methods.find(
      (method: { code: string }) => method.code === code,
    ).display_name_text

  it('is sent as a code until the operator writes another one', async () => {
    expect(await nameIn('manual_namibia')).toEqual({ code: 'method_eft', params: {} })
    const position = (await methodOf('manual_namibia')).position
    const words = { display_name: 'Bank transfer (EFT)', description: 'Pay at your bank.', position, reason }
    await manager.call('PUT', '/staff/payment-methods/manual_namibia', words)
    expect(await nameIn('manual_namibia')).toEqual({ code: 'method_eft', params: {} })
  })

  it('is used for deposits in the histories too, and translated labels for details', async () => {
    const player = await world.player()
    const { deposit } = (await submitDeposit(player)).json.data
    expect(deposit.method_text).toEqual({ code: 'method_eft', params: {} })
    const { lines } = (await player.get(`${eft}/get-payment-details`)).json.details[0]
    expect(lines.map(({ label_text }: { label_text: object }) => label_text)).toEqual(
      ['line_bank', 'line_account_name', 'line_account_number', 'line_branch_code'].map((code) => ({
        code,
        params: {},
      })),
    )
  })

  it('written by the operator for a line is shown unchanged', async () => {
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

  it('of a line follows the catalogue, not its row; the operator’s own is kept', async () => {
    const player = await world.player()
    const labels = async () => {
      const { json } = await player.get('/player/deposit-namibia/easy-wallet-deposit/get-payment-details')
      return json.details[0].lines.map(({ label }: { label: string }) => label)
    }
    expect(await labels()).toEqual(['Shop code', 'Cellphone number', 'Name'])
    const wording = vi.spyOn(texts, 'line_cellphone').mockReturnValue('Number of our phone')
    expect(await labels()).toEqual(['Shop code', 'Number of our phone', 'Name'])
    const [seen] = (await methodOf('easy_wallet')).details
    expect(seen.lines.map(({ label, label_code }: Record<string, unknown>) => [label, label_code])).toEqual([
      ['Shop code', null],
      ['Number of our phone', 'line_cellphone'],
      ['Name', 'line_name'],
    ])
    wording.mockRestore()
  })

  it('typed by an operator is kept, even if it equals one of the catalogue', async () => {
    const [{ id, upi, note, min, max, schedule, version, lines: before }] = (await methodOf('easy_wallet')).details
    const lines = [{ label: 'Bank', value: 'Ours', copy: false }, ...before]
    const change = { name: 'Bank transfer', lines, upi, note, min, max, schedule, version, reason }
    await manager.call('PUT', `/staff/payment-details/${id}`, change)
    const [waits] = await waiting()
    await second.post(`/staff/changes/${waits.id}/confirm`, { version: waits.version, note: reason })
    const path = '/player/deposit-namibia/easy-wallet-deposit/get-payment-details'
    const [shown] = (await (await world.player()).get(path)).json.details
    expect([shown.name_text, shown.lines[0].label_text]).toEqual(
      ['Bank transfer', 'Bank'].map((text) => ({ code: 'text', params: { text } })),
    )
  })
})

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

  it('allow reports for a day after the closing, and none if its time is unknown', () => {
    const closedAt = new Date('2026-11-21T09:00:00Z')
    expect(isReportable(closedAt, new Date('2026-11-22T08:59:59Z'))).toBe(true)
    expect(isReportable(closedAt, new Date('2026-11-22T09:00:00Z'))).toBe(false)
    expect(isReportable(null, closedAt)).toBe(false)
  })
})
