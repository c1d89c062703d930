import { operatorText, typedText } from '@dhow/contract/operator-texts'
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
/** The same, with whatever waits for a second admin confirmed by one. */
const changed = async (sections: Record<string, unknown>) => {
  const answer = await change(sections)
  for (const { id } of (await second.get('/staff/changes')).json.changes)
    await second.post(`/staff/changes/${id}/confirm`)
  return answer
}
const info = () => world.visitor().get('/portal-info')

describe('the settings', () => {
  it('have a place each where an operator changes them', async () => {
    const places: Record<string, string> = {
      four_eyes_minor: 'four_eyes',
      deposit_limits_minor: 'deposit_limits',
      quick_amounts_minor: 'quick_amounts',
      closed: 'the switches of the payment methods',
      methods: 'the words of the payment methods',
    }
    const named = Object.keys(defaultSettings('live')).map((name) => places[name] ?? name)
    const onPage = named.filter((place) => !place.startsWith('the '))
    expect(Object.keys(await shown())).toEqual(expect.arrayContaining(onPage))
  })

  it('come back as they were sent, every section of them', async () => {
    const before = await shown()
    const { four_eyes: _fourEyes, ...sections } = before
    const answer = await change(sections)
    expect([answer.status, answer.json.waits]).toEqual([200, false])
    expect(await shown()).toEqual(before)
  })

  it('hold at once for the portal, and stand in the trail with before and after', async () => {
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

  it('close the portal for maintenance or for good, with the operator’s message or the usual one, and open it again', async () => {
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

  it('turn countries away and let them in again', async () => {
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

  it('carry the limits of deposits and withdrawals', async () => {
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

  it('are changed by admins alone, and need a reason', async () => {
    expect(refusal(await change({ auto_deposit: false }, manager))).toEqual([403, 'staff_forbidden'])
    const unsaid = await admin.call('PUT', '/staff/settings', { change: { auto_deposit: false }, reason: '' })
    expect(refusal(unsaid)).toEqual([422, 'invalid_fields'])
  })
})

describe('the accounts that payouts are paid from', () => {
  it('are changed by two admins, who see both accounts', async () => {
    const before = (await shown()).payer_accounts
    const NA = { ...before.NA, number: '62009999999', bic: 'FIRNNANX' }
    const answer = await change({ payer_accounts: { ...before, NA } })
    expect([answer.status, answer.json.waits]).toEqual([200, true])
    expect((await shown()).payer_accounts).toEqual(before)
    const [waiting] = (await second.get('/staff/changes')).json.changes
    expect(waiting).toMatchObject({
      subject: 'payer_accounts',
      facts: expect.arrayContaining([
        {
          label: operatorText('fact_setting', { path: 'payer_accounts.NA.number' }),
          before: typedText(before.NA.number),
          after: typedText('62009999999'),
        },
      ]),
    })
    expect(refusal(await admin.post(`/staff/changes/${waiting.id}/confirm`))).toEqual([409, 'same_operator'])
    expect((await second.post(`/staff/changes/${waiting.id}/confirm`)).status).toBe(200)
    expect((await shown()).payer_accounts.NA).toEqual(NA)
    const [entry] = (await admin.get('/staff/audit?subject=setting:payer_accounts')).json.entries
    expect([entry.operator, entry.after.NA.number]).toEqual([second.name, '62009999999'])
  })

  it.each([
    ['letters in the number', { number: '62-00' }],
    ['a BIC that is none', { bic: 'BANK' }],
  ])('are not changed by %s', async (_name, part) => {
    const before = (await shown()).payer_accounts
    const answer = await change({ payer_accounts: { ...before, NA: { ...before.NA, ...part } } })
    expect(refusal(answer)).toEqual([422, 'invalid_fields'])
  })
})

describe('the quick amounts of a market', () => {
  it('reach its players at once, each once and smallest first', async () => {
    const before = (await shown()).quick_amounts
    expect(before.NA).toEqual(['50.00', '100.00', '200.00', '500.00'])
    const answer = await change({ quick_amounts: { ...before, NA: ['300', '75.5', '300.00'] } })
    expect([answer.status, answer.json.waits]).toEqual([200, false])
    const [namibia] = (await info()).json.settings.markets
    expect(namibia).toMatchObject({ market: 'NA', quick_amounts: ['75.50', '300.00'] })
  })

  it('are above nothing, and six at most', async () => {
    const { IN } = (await shown()).quick_amounts
    for (const NA of [['0'], ['1', '2', '3', '4', '5', '6', '7'], ['many']])
      expect(refusal(await change({ quick_amounts: { NA, IN } }))).toEqual([422, 'invalid_fields'])
  })
})

describe('the amounts that need two operators', () => {
  it('are changed by two admins', async () => {
    const fourEyes = async () => (await manager.get('/staff/me')).json.four_eyes[0].amount
    const answer = await change({ four_eyes: { NA: '20000', IN: '60000' }, auto_deposit: true })
    expect([answer.status, answer.json.waits]).toEqual([200, true])
    expect(await fourEyes()).toBe('10000.00')
    expect(refusal(await change({ four_eyes: { NA: '30000', IN: '50000' } }, second))).toEqual([409, 'change_waits'])
    const [waiting] = (await manager.get('/staff/changes')).json.changes
    expect(waiting).toMatchObject({ kind: 'settings', subject: 'four_eyes', proposed_by: admin.name })
    expect(waiting.summary).toEqual(
      operatorText('settings_loosened', { paths: 'four_eyes_minor.NA; four_eyes_minor.IN' }),
    )
    const confirm = (by: typeof admin) => by.post(`/staff/changes/${waiting.id}/confirm`)
    expect(refusal(await confirm(manager))).toEqual([403, 'staff_forbidden'])
    expect(refusal(await confirm(admin))).toEqual([409, 'same_operator'])
    expect(await fourEyes()).toBe('10000.00')
    expect((await confirm(second)).status).toBe(200)
    expect(await fourEyes()).toBe('20000.00')
    await expect(
      world.db.kysely
        .updateTable('approvals.waiting_change')
        .set({ confirmed_by: admin.id })
        .where('id', '=', waiting.id)
        .execute(),
    ).rejects.toThrow(/waiting_change/)
  })

  it('stay unchanged without a confirmation within three days', async () => {
    await change({ four_eyes: { NA: '30000', IN: '60000' } })
    const [waiting] = (await second.get('/staff/changes')).json.changes
    await world.db.kysely
      .updateTable('approvals.waiting_change')
      .set({ until: world.clock.now() })
      .where('id', '=', waiting.id)
      .execute()
    expect(refusal(await second.post(`/staff/changes/${waiting.id}/confirm`))).toEqual([409, 'change_ended'])
    expect((await second.get('/staff/changes')).json.changes).toEqual([])
    expect((await change({ four_eyes: { NA: '40000', IN: '60000' } })).json.waits).toBe(true)
    const [next] = (await second.get('/staff/changes')).json.changes
    expect((await second.post(`/staff/changes/${next.id}/drop`)).status).toBe(200)
  })
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a section of the reply, as the door answered it
type Section = any

describe('a setting that lets more money out', () => {
  const loose = (section: string, more: (before: Section) => object) => async () => {
    const before = await shown()
    const wanted = { ...before[section], ...more(before[section]) }
    const answer = await change({ [section]: wanted })
    expect([answer.status, answer.json.waits]).toEqual([200, true])
    expect((await shown())[section]).toEqual(before[section])
    const [waiting] = (await second.get('/staff/changes')).json.changes
    expect(refusal(await admin.post(`/staff/changes/${waiting.id}/confirm`))).toEqual([409, 'same_operator'])
    expect((await second.post(`/staff/changes/${waiting.id}/confirm`)).status).toBe(200)
    expect((await shown())[section]).toEqual(wanted)
    return { before: before[section], wanted }
  }
  const most = (before: Section) => ({
    limits: { ...before.limits, NA: { ...before.limits.NA, max: '99999999.00' } },
  })
  it.each([
    ['a withdrawal maximum of N$99,999,999', 'withdrawals', most],
    [
      'a lower smallest withdrawal',
      'withdrawals',
      (before: Section) => ({ limits: { ...before.limits, NA: { ...before.limits.NA, min: '1.00' } } }),
    ],
    ['a lower tier', 'withdrawals', () => ({ tier: 'registered' })],
    ['a fee', 'withdrawals', (before: Section) => ({ fee: { ...before.fee, NA: { flat: '0.50', percent: '0.00' } } })],
    [
      'a larger sum of a day',
      'approvals',
      (before: Section) => ({ operator_day: { ...before.operator_day, NA: '900000.00' } }),
    ],
    [
      'an amount of one act above that of all',
      'approvals',
      (before: Section) => ({ thresholds: { ...before.thresholds, withdrawal_return: { NA: '90000.00', IN: null } } }),
    ],
    ['no code on a new device', 'registration', () => ({ new_device_otp: false })],
    ['a larger deposit', 'deposit_limits', (before: Section) => ({ NA: { ...before.NA, max: '900000.00' } })],
  ])('waits for a second admin: %s', async (_name, section, more) => {
    await loose(section, more)()
  })

  it('waits for a second admin: no rest for new payout accounts, while what tightens beside it holds at once', async () => {
    const before = (await shown()).withdrawals
    await change({ withdrawals: { ...before, rest_hours: 24 } })
    expect((await shown()).withdrawals.rest_hours).toBe(24)
    const both = { ...before, rest_hours: 0, tier: 'person_verified' }
    expect((await change({ withdrawals: both })).json.waits).toBe(true)
    expect((await shown()).withdrawals).toMatchObject({ rest_hours: 24, tier: 'person_verified' })
    const [waiting] = (await second.get('/staff/changes')).json.changes
    expect(waiting.facts).toEqual([
      {
        label: operatorText('fact_setting', { path: 'withdrawals.rest_hours' }),
        before: typedText('24'),
        after: typedText('0'),
      },
    ])
    // A change of another admin in between stays.
    await change({ withdrawals: { ...(await shown()).withdrawals, expected_minutes: 7 } })
    await second.post(`/staff/changes/${waiting.id}/confirm`)
    expect((await shown()).withdrawals).toMatchObject({ rest_hours: 0, tier: 'person_verified', expected_minutes: 7 })
  })

  it('holds at once where it tightens', async () => {
    const { four_eyes, approvals } = await shown()
    const tighter = {
      four_eyes: { ...four_eyes, NA: '5000.00' },
      approvals: { ...approvals, solo: false, separate_sides: true, bank_line_required: true },
    }
    expect((await change(tighter)).json).toMatchObject({ waits: false, alone: false })
    expect(await shown()).toMatchObject(tighter)
    const loose = { approvals: { ...tighter.approvals, solo: true } }
    expect((await change(loose)).json.waits).toBe(true)
    expect((await shown()).approvals.solo).toBe(false)
  })
})

it('a setting that another server changed reaches this one even where the bus was silent', async () => {
  await world.db.kysely
    .insertInto('portal.setting')
    .values({ name: 'names', value: JSON.stringify({ portal: 'Elsewhere' }), changed_at: world.clock.now() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify({ portal: 'Elsewhere' }) }))
    .execute()
  await world.clock.advance(15_000)
  await expect.poll(async () => (await info()).json.settings.portal_name).toBe('Elsewhere')
  expect((await info()).json.settings.licence).toBeNull()
})
