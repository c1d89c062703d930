import { operatorText, typedText } from '@dhow/contract/operator-texts'
import { amountActions } from '@dhow/contract/money-actions'
import { afterEach, describe, expect, it } from 'vitest'
import type { GivenRole } from '@dhow/contract/given-roles'
import { meAs } from '../testing/me.ts'
import { bodies, buttons, closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const at = '2026-11-21T09:00:00.000Z'
const me = (role: GivenRole = 'admin', books: Record<string, unknown> = { ok: true, broken: 0, checked_at: at }) =>
  meAs(role, { books })
const done = { json: { status: 'success' } }
const detail = {
  id: 2,
  rail: 'eft_na',
  name: 'EFT',
  name_code: null,
  lines: [{ label: 'Account number', label_code: 'line_account_number', value: '0800123456', copy: true }],
  upi: null,
  note: null,
  min: '10.00',
  max: '500.00',
  schedule: null,
  enabled: true,
  within: true,
  version: 3,
}
const method = {
  code: 'manual_namibia',
  market: 'NA',
  currency: 'NAD',
  kind: 'manual',
  configured: true,
  display_name: 'Bank transfer',
  description: 'Pay by EFT.',
  position: 2,
  closed: null,
  shown: true,
  limits: { min: '10.00', max: '500.00' },
  rails: [{ rail: 'eft_na', label: 'Payment reference' }],
  details: [detail],
}
const market = {
  market: 'NA',
  currency: 'NAD',
  timezone: 'Africa/Windhoek',
  legal: true,
  deposits: null,
  withdrawals: null,
}
const list = (more: Record<string, unknown> = {}) => ({
  json: { status: 'success', markets: [{ ...market, ...more }], methods: [method] },
})
const change = {
  id: 'chg_1',
  kind: 'payment_detail',
  subject: '2',
  summary: operatorText('detail_changed', { id: '2', method: 'EFT', before: 'EFT', name: 'New bank' }),
  reason: 'The bank has moved',
  title: operatorText('change_payment_detail', {}),
  facts: [{ label: operatorText('fact_name', {}), before: typedText('EFT'), after: typedText('New bank') }],
  player_id: null,
  amount: null,
  why_not: null,
  proposed_by: 'tuli',
  proposed_at: at,
  until: at,
}
const waiting = (...changes: unknown[]) => ({ json: { status: 'success', changes } })
const limits = { NA: { min: '10.00', max: '20.00' }, IN: { min: '100.00', max: '200.00' } }
const settings = {
  portal: { state: 'active', message: null },
  names: { portal: 'Dhow', operator: '', licence: null },
  welcome: { en: null, hi: null, af: null },
  support: { email: 'support@dhow.example', phone: null, hours: null },
  social: [],
  auto_deposit: true,
  registration: { open: true, otp: true, new_device_otp: true, forgot_password: true },
  countries: { restricted: ['US'], unknown: 'allow' },
  session: { idle_hours: 12, absolute_days: 30 },
  guessing: {
    unanswered_codes_a_day: 20_000,
    networks: [{ name: 'Carrier', network: '198.51.100.0/24', allowance: 10 }],
  },
  four_eyes: { NA: '10000.00', IN: '50000.00' },
  approvals: {
    solo: true,
    separate_sides: false,
    passkey_required: false,
    bank_line_required: false,
    operator_day: { NA: '50000.00', IN: '250000.00' },
    player_day: { NA: '10000.00', IN: '50000.00' },
    thresholds: Object.fromEntries(amountActions.map((action) => [action, { NA: null, IN: null }])),
  },
  deposits: { expire_after_hours: 72, open_at_most: 3, expected_minutes: 30 },
  deposit_limits: limits,
  quick_amounts: { NA: ['50.00', '100.00'], IN: ['500.00'] },
  withdrawals: {
    open: true,
    rest_hours: 24,
    expected_minutes: 120,
    tier: 'mobile_verified',
    limits,
    fee: { NA: { flat: '0.00', percent: '0.00' }, IN: { flat: '0.00', percent: '0.00' } },
  },
}

const open = async (path: string, more: Answers = {}) => {
  await openConsole(path, {
    'GET /staff/me': me(),
    'GET /staff/audit': { json: { status: 'success', entries: [], next_cursor: null } },
    'GET /staff/changes': waiting(),
    'GET /staff/payment-methods': list(),
    'GET /staff/settings': {
      json: { status: 'success', settings, licence_of_environment: null, countries_known: true },
    },
    ...more,
  })
}
afterEach(closeConsole)

describe('payment methods', () => {
  it('have a switch for each market, used with a reason', async () => {
    await open('/methods', { 'POST /staff/payment-markets/NA/switch': done })
    await screen.press('Close deposits: Namibia')
    await screen.fill('Reason', 'The bank is down')
    server.answers['GET /staff/payment-methods'] = list({ deposits: { at, reason: 'The bank is down' } })
    await screen.press('Close now')
    expect(bodies('POST /staff/payment-markets/NA/switch')).toEqual([
      { what: 'deposits', open: false, reason: 'The bank is down' },
    ])
    expect(screen.text()).toContain('Open deposits')
  })

  it('have details that are changed with the seen version, and show that a second operator has to confirm', async () => {
    await open('/methods/manual_namibia', {
      'PUT /staff/payment-details/2': { json: { status: 'success', waits: true } },
    })
    await screen.press('Change “EFT”')
    await screen.fill('Text 1', '0800999999')
    await screen.press('Add a line')
    await screen.fill('Own label 2', 'Shop code')
    await screen.fill('Text 2', '7')
    await screen.press('Add a line')
    await screen.fill('Label 3', 'line_bank')
    await screen.fill('Text 3', 'Skeleton Coast Bank')
    await screen.fill('Shown to players', 'within')
    await screen.fill('Reason', 'The bank has moved')
    await screen.press('Save')
    expect(bodies('PUT /staff/payment-details/2')).toEqual([
      {
        name: 'EFT',
        name_code: null,
        lines: [
          { label: 'Account number', label_code: 'line_account_number', value: '0800999999', copy: true },
          { label: 'Shop code', label_code: null, value: '7', copy: true },
          { label: 'Bank', label_code: 'line_bank', value: 'Skeleton Coast Bank', copy: true },
        ],
        upi: null,
        note: null,
        min: '10.00',
        max: '500.00',
        schedule: { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', until: '20:00' },
        version: 3,
        reason: 'The bank has moved',
      },
    ])
    expect(screen.text()).toContain('A second operator has to confirm it.')
  })

  it('are read-only for a cashier', async () => {
    await open('/methods/manual_namibia', { 'GET /staff/me': me('cashier') })
    expect(screen.text()).toContain('0800123456')
    expect(buttons()).toEqual([])
  })
})

describe('a pending change', () => {
  it('is confirmed by another operator', async () => {
    await open('/methods', { 'GET /staff/changes': waiting(change), 'POST /staff/changes/chg_1/confirm': done })
    expect(screen.text()).toContain('Change detail 2 of EFT, “EFT”, to “New bank”')
    server.answers['GET /staff/changes'] = waiting()
    await screen.press('Confirm')
    expect(bodies('POST /staff/changes/chg_1/confirm')).toHaveLength(1)
    expect(screen.text()).not.toContain('New bank')
  })

  it('is withdrawn only by its proposer', async () => {
    const own = { ...change, proposed_by: 'nelao', why_not: 'own' }
    await open('/methods', { 'GET /staff/changes': waiting(own), 'POST /staff/changes/chg_1/drop': done })
    expect(buttons()).not.toContain('Confirm')
    await screen.press('Cancel change')
    expect(bodies('POST /staff/changes/chg_1/drop')).toHaveLength(1)
  })
})

describe('settings', () => {
  it('are sent by whole section, with a reason', async () => {
    await open('/settings', { 'PUT /staff/settings': { json: { status: 'success', waits: false } } })
    const change = async (section: string, fields: Record<string, string>) => {
      await screen.press(`Change: ${section}`)
      for (const [label, text] of Object.entries(fields)) await screen.fill(label, text)
      await screen.fill('Reason', 'Asked by the owner')
      await screen.press('Save')
    }
    await change('Portal state', { State: 'maintenance', 'Message to visitors': ' Back at noon. ' })
    await change('Countries', { 'Restricted countries': 'us, gb;fr' })
    await change('Sessions', { 'Idle timeout (hours)': '6' })
    await change('Sign-in limits', { 'Network 1: times the usual allowance': '20' })
    await change('Quick amounts', { 'Namibia (NAD)': '50, 75.50; 200' })
    await change('Withdrawals', { 'Namibia: minimum (NAD)': '15' })
    const sent = (bodies('PUT /staff/settings') as { change: unknown }[]).map((body) => body.change)
    expect(sent).toEqual([
      { portal: { state: 'maintenance', message: 'Back at noon.', until: null } },
      { countries: { restricted: ['US', 'GB', 'FR'], unknown: 'allow' } },
      { session: { idle_hours: 6, absolute_days: 30 } },
      { guessing: { ...settings.guessing, networks: [{ ...settings.guessing.networks[0], allowance: 20 }] } },
      { quick_amounts: { NA: ['50', '75.50', '200'], IN: ['500.00'] } },
      { withdrawals: { ...settings.withdrawals, limits: { ...limits, NA: { min: '15', max: '20.00' } } } },
    ])
  })

  it('list the threshold of one action once it is set, and add others one by one', async () => {
    const thresholds = { ...settings.approvals.thresholds, deposit_credit: { NA: '500.00', IN: null } }
    const approvals = { ...settings.approvals, thresholds }
    await open('/settings', {
      'PUT /staff/settings': { json: { status: 'success', waits: false } },
      'GET /staff/settings': {
        json: {
          status: 'success',
          settings: { ...settings, approvals },
          licence_of_environment: null,
          countries_known: true,
        },
      },
    })
    const listed = [...screen.container.querySelectorAll('dt')].map((term) => term.textContent)
    expect(listed.filter((term) => term.includes(': from ('))).toEqual(['Credit a deposit: from (NAD)'])
    expect(screen.text()).toContain('N$500.00')
    await screen.press('Change: Second person')
    await screen.fill('Add a threshold', 'thresholds.case_credit.NA')
    await screen.fill('Credit a payment case: from (NAD)', '250')
    await screen.fill('Reason', 'Asked by the owner')
    await screen.press('Save')
    expect(bodies('PUT /staff/settings')).toMatchObject([
      { change: { approvals: { thresholds: { ...thresholds, case_credit: { NA: '250', IN: null } } } } },
    ])
  })

  it('keep what was typed beside the field’s error', async () => {
    const errors = { 'change.session.idle_hours': ['Write a whole number'] }
    await open('/settings', {
      'PUT /staff/settings': { status: 422, json: { code: 'invalid_fields', message: 'Look again', errors } },
    })
    await screen.press('Change: Sessions')
    await screen.fill('Idle timeout (hours)', 'six')
    await screen.fill('Reason', 'Asked by the owner')
    await screen.press('Save')
    expect(screen.text()).toContain('Write a whole number')
    expect(screen.field('Idle timeout (hours)').value).toBe('six')
  })

  it.each<[GivenRole, boolean]>([
    ['manager', true],
    ['cashier', false],
  ])('are not changed by a %s', async (role, sees) => {
    await open('/settings', { 'GET /staff/me': me(role) })
    expect([screen.text().includes('Registration and sign-in'), buttons()]).toEqual([sees, []])
  })
})

describe('broken books', () => {
  it.each(['/gifts', '/settings', '/audit'])('are shown on %s to every role', async (path) => {
    const broken = { ok: false, broken: 2, checked_at: at }
    await open(path, { 'GET /staff/me': me('cashier', broken) })
    const alarm = [...screen.container.querySelectorAll('[role="alert"]')].map((element) => element.textContent)
    expect(alarm.join(' ')).toContain('2 of the checks failed. Withdrawals are stopped.')
  })

  it('are not shown if the books balance', async () => {
    await open('/audit')
    expect(screen.text()).not.toContain('found a fault')
  })
})

it('the audit trail can be searched by each field of its form', async () => {
  await open('/audit')
  await screen.fill('Operator', ' tuli ')
  await screen.fill('Player', 'maria.n')
  await screen.fill('Action', 'deposit')
  await screen.press('Search')
  expect(server.sent.map((one) => one.call)).toContain('GET /staff/audit?operator=tuli&player=maria.n&action=deposit')
})
