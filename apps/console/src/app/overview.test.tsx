import { keysOf } from '@dhow/contract/keys-of'
import { operatorText } from '@dhow/contract/operator-texts'
import { reportFigures } from '@dhow/contract/report-figures'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const at = '2026-11-21T09:00:00.000Z'
const ok = (more: object) => ({ json: { status: 'success', ...more } })
const values = (units: number) => Object.fromEntries(keysOf(reportFigures).map((code) => [code, `${units}.00`]))
const report = {
  ...{ market: 'NA', currency: 'NAD', timezone: 'Africa/Windhoek', today: '2026-11-21', as_of: at },
  ...{ from: '2026-11-20', to: '2026-11-21', before: { from: '2026-11-18', to: '2026-11-19' } },
  ...{
    figures: [],
    providers: [],
    methods: [],
    liability: { cash: '0.00', bonus: '0.00', hold: '0.00', in_play: '0.00' },
  },
  days: [
    { day: '2026-11-20', values: values(20) },
    { day: '2026-11-21', values: { ...values(21), ngr: '-3.50' } },
  ],
}
const figures = (['deposits', 'withdrawals', 'ggr', 'ngr'] as const).map((code) => ({
  code,
  value: '18.00',
  before: '12.00',
}))
const day = {
  at: '2026-11-21T11:05:00.000Z',
  alarms: [],
  queues: [
    { queue: 'deposits', count: 3, oldest: at },
    { queue: 'withdrawals', count: 1, oldest: '2026-11-21T11:00:00.000Z' },
    { queue: 'held_wins', count: 0, oldest: null },
  ],
  mine: [
    { kind: 'claimed_deposits', count: 2, oldest: at },
    { kind: 'second_withdrawals', count: 0, oldest: null },
    { kind: 'changes', count: 1, oldest: at },
  ],
  players_online: 1_204,
  bets: { last_minute: 317, per_minute_of_ten: 280 },
  servers: 2,
  today: { report, until: '12:45', compared_day: '2026-11-14', figures },
}
const nothing = { alarms: null, queues: [], mine: [], players_online: null, bets: null, today: null }
const change = (id: string, whyNot: 'own' | null) => ({
  ...{ id, kind: 'payment_detail', subject: '2', reason: id, title: operatorText('change_payment_detail', {}) },
  summary: operatorText('change_payment_detail', {}),
  ...{ facts: [], player_id: null, amount: null, why_not: whyNot, proposed_by: 'tuli', proposed_at: at, until: at },
})
const queues = { deposits: 3, withdrawals: 1, cases: 0, statements: 0, batches: 0, approvals: 1 }
const four_eyes = [{ market: 'NA', currency: 'NAD', amount: '5000.00' }]

const open = async (me: Answers[string], more: Answers = {}) => {
  await openConsole('/', {
    'GET /staff/me': me,
    'GET /staff/changes': ok({ changes: [change('asked by tuli', null), change('asked by me', 'own')] }),
    'GET /staff/overview': ok(day),
    ...more,
  })
}
const main = () => screen.container.querySelector('main')?.textContent ?? ''
const links = () => [...screen.container.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
const calls = () => server.sent.map(({ call }) => call.split('?')[0]).filter((call) => call !== 'GET /staff/me')
afterEach(closeConsole)

it('the console opens with the overview in one call: money, queues with their oldest, and the operator’s own work', async () => {
  await open(meAs('manager', { queues, four_eyes }))
  expect(screen.container.querySelector('h1')?.textContent).toBe('Overview')
  for (const text of ['N$21.00', 'N$3.50', '3 wait', '1 waits', 'Nothing waits', 'asked by tuli'])
    expect(main()).toContain(text)
  for (const text of ['Oldest: 2 h 5 min', 'Oldest: 5 min', 'Deposits you claimed', '1,204', 'on 2 servers', '317'])
    expect(main()).toContain(text)
  expect(main()).toContain('N$12.00 last week (+50 %)')
  expect(main()).toContain('Compared with 14 Nov, both until 12:45')
  expect(main()).not.toContain('N$20.00')
  expect(main()).not.toContain('asked by me')
  expect(main()).not.toContain('Withdrawals to confirm')
  expect(links()).toContain('/deposits')
  expect(links()).toContain('/reports?market=NA&from=2026-11-21&to=2026-11-21')
  expect(calls()).toEqual(['GET /staff/overview', 'GET /staff/changes'])
})

it('no list of changes is requested if none is pending', async () => {
  const mine = day.mine.map((one) => ({ ...one, count: 0, oldest: null }))
  await open(meAs('manager', { queues, four_eyes }), { 'GET /staff/overview': ok({ ...day, mine }) })
  expect(main()).toContain('Nothing waits for you.')
  expect(calls()).toEqual(['GET /staff/overview'])
})

it('shortly after midnight nothing is compared yet', async () => {
  await open(meAs('manager', { queues, four_eyes }), {
    'GET /staff/overview': ok({ ...day, today: { ...day.today, until: null } }),
  })
  expect(main()).toContain('begins a quarter of an hour after midnight')
  expect(main()).not.toContain('last week')
})

it('each figure has a button that shows its definition', async () => {
  await open(meAs('manager', { queues, four_eyes }))
  for (const code of ['deposits', 'withdrawals', 'ggr', 'ngr'] as const) {
    const { name, definition } = reportFigures[code]
    const button = screen.container.querySelector(`button[aria-label="Definition of ${name}"]`)
    const shown = document.getElementById(button?.getAttribute('popovertarget') ?? '')
    expect([code, shown?.hasAttribute('popover'), shown?.textContent]).toEqual([code, true, `${name} ${definition}`])
  }
})

it('a definition opens beside its button: below it, and above it in the lower half of the window', async () => {
  await open(meAs('manager', { queues, four_eyes }))
  const button = screen.container.querySelector<HTMLElement>('button[popovertarget]')
  const shown = document.getElementById(button?.getAttribute('popovertarget') ?? '')
  const placeAt = async (top: number) => {
    if (button) button.getBoundingClientRect = () => new DOMRect(300, top, 24, 24)
    await act(async () => shown?.dispatchEvent(new Event('beforetoggle')))
    return ['--beside', 'top', 'bottom'].map((name) => shown?.style.getPropertyValue(name))
  }
  expect(await placeAt(100)).toEqual(['300px', '128px', 'auto'])
  expect(await placeAt(innerHeight - 100)).toEqual(['300px', 'auto', '104px'])
})

it('no two screens about money share an icon in the navigation', async () => {
  await open(meAs('admin', { queues, four_eyes }))
  const signs = ['/deposits', '/withdrawals', '/payouts', '/campaigns', '/gifts'].map(
    (path) => screen.container.querySelector(`nav a[href="${path}"] svg`)?.innerHTML,
  )
  expect(new Set(signs).size).toBe(signs.length)
})

it('open alarms are listed', async () => {
  await open(meAs('manager', { queues, four_eyes }))
  expect(main()).not.toContain('Open alarms')
  await screen.unmount()
  const alarms = [{ id: 'a', since: at, text: operatorText('change_payment_detail', {}) }]
  await open(meAs('manager', { queues, four_eyes }), { 'GET /staff/overview': ok({ ...day, alarms }) })
  expect(main()).toContain('Open alarms')
  expect(screen.container.querySelectorAll('main [role="alert"] li')).toHaveLength(1)
})

it('a role that sees no part of the overview gets links to its pages', async () => {
  await open(meAs('cashier', { queues, permissions: ['games.see'] }), {
    'GET /staff/overview': ok({ ...day, ...nothing }),
  })
  expect(calls()).toEqual(['GET /staff/overview'])
  expect(links()).toEqual(['/games', '/providers', '/held-wins', '/game-calls'])
})

it('a role without permissions is shown whom to ask', async () => {
  await open(meAs('cashier', { queues, permissions: [] }), { 'GET /staff/overview': ok({ ...day, ...nothing }) })
  expect(main()).toContain('Ask an admin')
})
