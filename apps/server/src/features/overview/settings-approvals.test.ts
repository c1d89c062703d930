import { operatorText, typedText } from '@dhow/contract/operator-texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

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

describe('the operator’s payout accounts', () => {
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

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a section of the reply
type Section = any

describe('a setting that pays out more, or speeds up betting', () => {
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
      'a threshold of one action above the general one',
      'approvals',
      (before: Section) => ({ thresholds: { ...before.thresholds, withdrawal_return: { NA: '90000.00', IN: null } } }),
    ],
    ['no code on a new device', 'registration', () => ({ new_device_otp: false })],
    ['autoplay', 'autoplay', (before: Section) => ({ NA: { ...before.NA, allowed: true } })],
    [
      'rounds of autoplay closer together',
      'autoplay',
      (before: Section) => ({ IN: { ...before.IN, round_seconds: 3 } }),
    ],
    ['a larger deposit', 'deposit_limits', (before: Section) => ({ NA: { ...before.NA, max: '900000.00' } })],
  ])('waits for a second admin: %s', async (_name, section, more) => {
    await loose(section, more)()
  })

  it('waits for a second admin, such as no rest for new payout accounts, while tightened values apply at once', async () => {
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
    // A change by another admin meanwhile is kept.
    await change({ withdrawals: { ...(await shown()).withdrawals, expected_minutes: 7 } })
    await second.post(`/staff/changes/${waiting.id}/confirm`)
    expect((await shown()).withdrawals).toMatchObject({ rest_hours: 0, tier: 'person_verified', expected_minutes: 7 })
  })

  it('applies at once if it tightens', async () => {
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
