import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { defaultSettings } from '../portal/settings.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
let second: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'cf-ipcountry' })
  admin = await world.operator('admin')
  second = await world.operator('admin')
  manager = await world.operator('manager')
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const reason = 'Asked by the owner'
const shown = async () => (await admin.get('/staff/settings')).json.settings
const change = (sections: Record<string, unknown>, by = admin) =>
  by.call('PUT', '/staff/settings', { change: sections, reason })
/** Changes settings, and confirms waiting changes as a second admin. */
const changed = async (sections: Record<string, unknown>) => {
  const answer = await change(sections)
  for (const { id } of (await second.get('/staff/changes')).json.changes)
    await second.post(`/staff/changes/${id}/confirm`)
  return answer
}
const info = () => world.visitor().get('/portal-info')

describe('the settings', () => {
  it('can each be changed by an operator on a screen', async () => {
    const places: Record<string, string> = {
      four_eyes_minor: 'four_eyes',
      deposit_limits_minor: 'deposit_limits',
      quick_amounts_minor: 'quick_amounts',
      closed: 'the switches of the payment methods',
      methods: 'the words of the payment methods',
    }
    const named = Object.keys(defaultSettings('live')).map((name) => places[name] ?? name)
    const onPage = named.filter((page) => !page.startsWith('the '))
    expect(Object.keys(await shown())).toEqual(expect.arrayContaining(onPage))
  })

  it('are returned as sent, in every section', async () => {
    const before = await shown()
    const { four_eyes: _fourEyes, ...sections } = before
    const answer = await change(sections)
    expect([answer.status, answer.json.waits]).toEqual([200, false])
    expect(await shown()).toEqual(before)
  })

  it('apply to the portal at once, and are audited with old and new values', async () => {
    const names = { portal: 'Dhow by the Sea', operator: 'Sea Operator (invented)', licence: 'NA-0000 (invented)' }
    const social = [{ name: 'Harbour news', url: 'https://news.dhow.example/harbour' }]
    const welcome = { en: 'A fair wind to you', hi: null, af: '' }
    const support = { email: 'help@dhow.example', phone: '+264 61 000 000' }
    const before = await shown()
    expect((await change({ names, social, welcome, support, auto_deposit: false })).status).toBe(200)
    expect((await info()).json.settings).toMatchObject({
      portal_name: names.portal,
      operator_name: names.operator,
      licence: names.licence,
      social,
      welcome: { en: 'A fair wind to you', hi: null, af: null },
      support,
      auto_deposit: 0,
    })
    expect((await manager.get('/staff/me')).json.portal_name).toBe(names.portal)
    const [entry] = (await admin.get('/staff/audit?subject=setting:names')).json.entries
    expect(entry).toMatchObject({ operator: admin.name, text: `Changed the setting names: ${reason}`, after: names })
    expect(entry.before.portal).toBe('Dhow')
    const { four_eyes: _fourEyes, ...back } = before
    await change(back)
  })

  it('close the portal for maintenance or for good, with the operator’s or the default message, and open it again', async () => {
    const close = (state: string, message: string | null, until?: string) =>
      change({ portal: { state, message, ...(until ? { until } : {}) } })
    await close('maintenance', null)
    const answer = await info()
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      503,
      'maintenance',
      'We are working on the portal. Your money is safe. Please come back soon.',
    ])
    expect([answer.headers['retry-after'], answer.json.data.until]).toEqual(['60', null])
    const until = new Date(world.clock.now().getTime() + 1_800_000).toISOString()
    await close('maintenance', null, until)
    const timed = await info()
    expect([timed.status, timed.headers['retry-after'], timed.json.data.until]).toEqual([503, '1800', until])
    expect((await shown()).portal).toEqual({ state: 'maintenance', message: null, until })
    const login = await world.visitor().post('/login', { mobile: '+264810000000', password: 'x' })
    expect([login.status, login.json.code, login.headers['retry-after']]).toEqual([503, 'maintenance', '1800'])
    await close('maintenance', 'Back at noon.')
    expect((await info()).json.message).toBe('Back at noon.')
    await close('forbidden', null)
    expect((await info()).json.message).toBe('You are not authorized to access this portal.')
    expect((await info()).status).toBe(403)
    expect((await shown()).portal).toEqual({ state: 'forbidden', message: null, until: null })
    await close('active', null)
    expect((await info()).status).toBe(200)
  })

  it('block countries and unblock them', async () => {
    const from = (country: string) =>
      world.app.portal.fastify.inject({
        url: '/api/v1/dhow/portal-info',
        headers: { 'cf-ipcountry': country, 'x-forwarded-for': '198.51.100.7' },
      })
    expect((await from('US')).statusCode).toBe(200)
    await change({ countries: { restricted: ['US', 'GB'], unknown: 'allow' } })
    expect((await from('US')).json()).toMatchObject({ code: 'country_restricted' })
    expect((await from('NA')).statusCode).toBe(200)
    await change({ countries: { restricted: [], unknown: 'allow' } })
    expect((await from('US')).statusCode).toBe(200)
  })

  it('include the limits of deposits and withdrawals', async () => {
    const { withdrawals } = await shown()
    const deposit_limits = { NA: { min: '15', max: '250.50' }, IN: { min: '100', max: '5000' } }
    await change({
      deposit_limits,
      withdrawals: { ...withdrawals, limits: { ...withdrawals.limits, NA: { min: '60', max: '70' } } },
    })
    const of = async (type: string) => {
      const { min, max } = (await world.visitor().get(`/player/portal-setting?type=${type}&market=NA`)).json.settings
      return [min, max]
    }
    expect([await of('deposit'), await of('withdraw')]).toEqual([
      ['15.00', '250.50'],
      ['60.00', '70.00'],
    ])
    await changed({ withdrawals })
  })

  it('keep the cost of a payout while other settings change', async () => {
    const { withdrawals } = await shown()
    expect(withdrawals.fee).toEqual({ NA: { flat: '0.00', percent: '0.00' }, IN: { flat: '0.00', percent: '0.00' } })
    const player = await world.player()
    const options = async () => (await player.get('/player/withdraw-options')).json.fee
    const fee = { NA: { flat: '5', percent: '1.25' }, IN: { flat: '0', percent: '0' } }
    await changed({ withdrawals: { ...withdrawals, fee } })
    expect(await options()).toEqual({ flat: '5.00', percent: '1.25' })
    await change({ withdrawals: { ...(await shown()).withdrawals, expected_minutes: 60 } })
    expect(await options()).toEqual({ flat: '5.00', percent: '1.25' })
    const { entries } = (await admin.get('/staff/audit?subject=setting:withdrawals')).json
    expect(entries[1].after.fee.NA).toEqual({ flat_minor: '500', percent_bp: 125 })
    for (const odd of [{ flat: '50' }, { flat: '-1' }, { percent: '100' }, { percent: '1.234' }, { percent: 'NaN' }]) {
      const wrong = { ...withdrawals, fee: { ...fee, NA: { ...fee.NA, ...odd } } }
      const answer = await admin.call('PUT', '/staff/settings', { change: { withdrawals: wrong }, reason: 'A test' })
      expect([odd, answer.status, answer.json.code]).toEqual([odd, 422, 'invalid_fields'])
    }
    await changed({ withdrawals })
    expect(await options()).toEqual({ flat: '0.00', percent: '0.00' })
  })

  it.each([
    ['a state that is none', { portal: { state: 'closed', message: null } }],
    ['a portal without a name', { names: { portal: ' ', operator: '', licence: null } }],
    ['a link that runs', { social: [{ name: 'x', url: 'javascript:alert(1)' }] }],
    ['a link without a lock', { social: [{ name: 'x', url: 'http://dhow.example' }] }],
    ['a country of three letters', { countries: { restricted: ['USA'], unknown: 'allow' } }],
    ['an address that is none', { support: { email: 'support', phone: null } }],
    ['limits the wrong way round', { deposit_limits: { NA: { min: '10', max: '5' }, IN: { min: '1', max: '2' } } }],
    ['an amount in words', { four_eyes: { NA: 'ten', IN: '1' } }],
    ['a four-eyes amount of nothing', { four_eyes: { NA: '0', IN: '1' } }],
    ['half an hour', { session: { idle_hours: 0.5, absolute_days: 30 } }],
    ['a session for ever', { session: { idle_hours: 12, absolute_days: 10_000 } }],
    ['a section that lacks a part', { session: { idle_hours: 12 } }],
  ])('are not changed by %s', async (_name, sections) => {
    const before = await shown()
    expect(refusal(await change(sections))).toEqual([422, 'invalid_fields'])
    expect(await shown()).toEqual(before)
  })

  it('are changed only by admins, with a reason', async () => {
    expect(refusal(await change({ auto_deposit: false }, manager))).toEqual([403, 'staff_forbidden'])
    const unsaid = await admin.call('PUT', '/staff/settings', { change: { auto_deposit: false }, reason: '' })
    expect(refusal(unsaid)).toEqual([422, 'invalid_fields'])
  })
})

describe('the quick amounts of a market', () => {
  it('are shown to its players at once, each once and smallest first', async () => {
    const before = (await shown()).quick_amounts
    expect(before.NA).toEqual(['50.00', '100.00', '200.00', '500.00'])
    const answer = await change({ quick_amounts: { ...before, NA: ['300', '75.5', '300.00'] } })
    expect([answer.status, answer.json.waits]).toEqual([200, false])
    const [namibia] = (await info()).json.settings.markets
    expect(namibia).toMatchObject({ market: 'NA', quick_amounts: ['75.50', '300.00'] })
  })

  it('are positive, and at most six', async () => {
    const { IN } = (await shown()).quick_amounts
    for (const NA of [['0'], ['1', '2', '3', '4', '5', '6', '7'], ['many']])
      expect(refusal(await change({ quick_amounts: { NA, IN } }))).toEqual([422, 'invalid_fields'])
  })
})

it('a setting changed by another server is read even without a bus message', async () => {
  await world.db.kysely
    .insertInto('portal.setting')
    .values({ name: 'names', value: JSON.stringify({ portal: 'Elsewhere' }), changed_at: world.clock.now() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify({ portal: 'Elsewhere' }) }))
    .execute()
  await world.clock.advance(15_000)
  await expect.poll(async () => (await info()).json.settings.portal_name).toBe('Elsewhere')
  expect((await info()).json.settings.licence).toBeNull()
})
