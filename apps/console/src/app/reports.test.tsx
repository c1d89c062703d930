import { keysOf } from '@dhow/contract/keys-of'
import { reportFigures } from '@dhow/contract/report-figures'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { GivenRole } from '@dhow/contract/given-roles'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const at = '2026-11-21T09:00:00.000Z'
const me = (role: GivenRole) =>
  meAs(role, {
    four_eyes: [
      { market: 'NA', currency: 'NAD', amount: '5000.00' },
      { market: 'IN', currency: 'INR', amount: '25000.00' },
    ],
  })
const codes = keysOf(reportFigures)
const isMoney = (code: (typeof codes)[number]) => reportFigures[code].unit === 'money'
const valuesAt = (amount: number) =>
  Object.fromEntries(codes.map((code) => [code, isMoney(code) ? `${amount}.00` : String(amount)]))
const report = {
  ...{ status: 'success', market: 'NA', currency: 'NAD', timezone: 'Africa/Windhoek', today: '2026-11-21' },
  ...{ from: '2026-11-15', to: '2026-11-21', before: { from: '2026-11-08', to: '2026-11-14' }, as_of: at },
  figures: codes.map((code) => ({
    code,
    value: isMoney(code) ? '1500.00' : '15',
    before: isMoney(code) ? '1000.00' : '0',
  })),
  days: ['15', '16', '17', '18', '19', '20', '21'].map((day) => ({
    day: `2026-11-${day}`,
    values: valuesAt(Number(day)),
  })),
  providers: [{ code: 'dhow-studio', turnover: '900.00', wins: '800.00', ggr: '100.00', fee: '12.50' }],
  methods: [{ account: 'bank_detail:2', name: 'EFT', deposits: '1500.00', count: 3, fee: '0.00' }],
  liability: { cash: '420.00', bonus: '0.00', hold: '0.00', in_play: '7.00' },
}
const entry = {
  ...{
    id: '7',
    at,
    reason: 'game-win',
    key: 'game:dhow-studio:1',
    player_id: 'ply_1',
    mobile: '+264••••17',
    debit: 'gaming_result:dhow-studio',
  },
  ...{ credit: 'cash', amount: '-25.00' },
}

const open = async (path: string, more: Answers = {}, role: GivenRole = 'manager') => {
  await openConsole(path, {
    'GET /staff/me': me(role),
    'GET /staff/reports': { json: report },
    'GET /staff/reports/entries': { json: { status: 'success', currency: 'NAD', entries: [entry], next_cursor: null } },
    'GET /staff/reports/views': { json: { status: 'success', views: [] } },
    ...more,
  })
}
const calls = () => server.sent.map(({ call }) => call).filter((call) => call.startsWith('GET /staff/reports'))
const links = () => [...screen.container.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))
afterEach(closeConsole)

describe('the reports', () => {
  it('show each figure with its change, and its definition on demand', async () => {
    await open('/reports')
    expect(screen.text()).toContain('N$1,500.00')
    expect(screen.text()).toContain('+50 %')
    expect(screen.text()).toContain('Nothing before')
    expect(screen.text()).toContain('Changes are against 8 Nov to 14 Nov.')
    expect(screen.text()).toContain('Save this view')
    expect(screen.text()).not.toContain('Saved views')
    for (const code of codes) expect(screen.text()).toContain(reportFigures[code].definition)
  })

  it('link a figure to its entries in the same period', async () => {
    await open('/reports')
    const link = [...screen.container.querySelectorAll('a')].find((one) =>
      one.getAttribute('aria-label')?.includes('GGR'),
    )
    expect(link?.getAttribute('href')).toBe('/reports/entries?figure=ggr&market=NA&from=2026-11-15&to=2026-11-21')
  })

  it('show the days as a table too', async () => {
    await open('/reports')
    await screen.press('Table')
    const rows = [...screen.container.querySelectorAll('table[aria-label="By day"] tbody tr')]
    expect(rows.map((row) => row.textContent)).toHaveLength(7)
    expect(rows[0]?.textContent).toContain('21 Nov')
  })

  it('request the chosen period, and keep it in the address', async () => {
    await open('/reports?market=IN')
    await screen.press('30 days')
    expect(calls()).toContain('GET /staff/reports?market=IN&from=2026-10-23&to=2026-11-21')
  })

  it('show a refusal, and retry', async () => {
    const refused = {
      status: 422,
      json: { code: 'report_too_long', message: 'A report covers at most 400 days.', errors: null },
    }
    await open('/reports?from=2016-01-01&to=2026-01-01', { 'GET /staff/reports': refused })
    expect(screen.text()).toContain('A report covers at most 400 days.')
    // The days can still be changed.
    expect(screen.field('First day').value).toBe('2016-01-01')
    await screen.fill('First day', '2025-06-01')
    await screen.press('Show')
    expect(calls()).toContain('GET /staff/reports?market=NA&from=2025-06-01&to=2026-01-01')
  })

  it('list entries with their sign', async () => {
    await open('/reports/entries?figure=ggr&market=NA&from=2026-11-15&to=2026-11-21')
    expect(screen.text()).toContain('−N$25.00')
    // The id links to the player, if permitted, with the number masked as for the operator.
    expect(screen.text()).toContain('ply_1 +264••••17')
    expect(screen.container.querySelector('main a[href="/players/ply_1"]')).not.toBeNull()
    expect(screen.text()).toContain('GGR from 15 Nov to 21 Nov: N$1,500.00.')
    const period = 'market=NA&from=2026-11-15&to=2026-11-21'
    expect(calls().toSorted()).toEqual([
      `GET /staff/reports/entries?${period}&figure=ggr`,
      `GET /staff/reports?${period}`,
    ])
  })

  it.each<[GivenRole, boolean]>([
    ['manager', true],
    ['cashier', false],
  ])('are in the navigation of a %s: %s', async (role, isShown) => {
    await open('/reports', {}, role)
    expect(links().includes('/reports')).toBe(isShown)
  })
})

describe('cohorts', () => {
  const cohort = {
    month: '2026-11',
    players: 4,
    retention: [
      { day: 1, back: 2, of: 4 },
      { day: 7, back: 0, of: 0 },
      { day: 30, back: 1, of: 3 },
    ],
    vintage: [
      { month: 0, deposits: '900.00', withdrawals: '400.00' },
      { month: 1, deposits: '50.00', withdrawals: '0.00' },
    ],
    ltv: [
      { days: 30, per_player: '25.50' },
      { days: 60, per_player: null },
    ],
  }
  const reply = {
    ...{ status: 'success', market: 'NA', currency: 'NAD', from: '2026-06-01', to: '2026-11-21', today: '2026-11-21' },
  }

  it('show shares with their base, and leave out unknown ones', async () => {
    await open('/reports/cohorts?market=NA', {
      'GET /staff/reports/cohorts': { json: { ...reply, cohorts: [cohort] } },
    })
    const tables = [...screen.container.querySelectorAll('table')].map((table) =>
      [...table.querySelectorAll('tbody td')].map((cell) => cell.textContent),
    )
    expect(tables).toEqual([
      ['2026-11', '4', '50 % (2/4)', '–', '33 % (1/3)'],
      ['2026-11', '4', 'N$25.50', '–'],
      ['2026-11', '4', 'N$900.00', 'N$50.00'],
      ['2026-11', '4', 'N$400.00', 'N$0.00'],
    ])
    expect(server.sent.at(-1)?.call).toBe('GET /staff/reports/cohorts?market=NA')
  })

  it('show that there are none', async () => {
    await open('/reports/cohorts?market=IN', { 'GET /staff/reports/cohorts': { json: { ...reply, cohorts: [] } } })
    expect(screen.text()).toContain('No first deposits in this period.')
  })
})

it('a view is saved with the address’s query, and listed as a link', async () => {
  const views = [
    { id: 'rvw_1', name: 'Mine', filters: {}, screen: 'report', market: 'IN', from: '2026-11-01', to: '2026-11-30' },
    { id: 'rvw_2', name: 'Theirs', filters: {}, screen: 'cohorts', market: 'NA', from: null, to: null },
  ].map((view, index) => ({ ...view, shared: index === 1, by: 'tuli', mine: index === 0 }))
  await open('/reports?market=NA&from=2026-11-01&to=2026-11-21', {
    'GET /staff/reports/views': { json: { status: 'success', views } },
    'PUT /staff/reports/views': { json: { status: 'success', views: views.slice(0, 1) } },
  })
  const links = () => [...screen.container.querySelectorAll('details a')].map((link) => link.getAttribute('href'))
  expect(links()).toEqual(['/reports?market=IN&from=2026-11-01&to=2026-11-30', '/reports/cohorts?market=NA'])
  expect(screen.text()).toContain('(shared by tuli)')
  await screen.fill('Name of this view', 'So far')
  await screen.press('Save view')
  expect(server.sent.find(({ call }) => call === 'PUT /staff/reports/views')?.body).toEqual({
    ...{ name: 'So far', screen: 'report', market: 'NA', shared: false, filters: {} },
    ...{ from: '2026-11-01', to: '2026-11-21' },
  })
  expect(links()).toHaveLength(1)
})

describe('the shift report', () => {
  const reply = {
    ...{ status: 'success', operator: { id: 'op_1', name: 'nelao' }, operators: [], at },
    ...{ from: '2026-11-21T00:00:00.000Z', to: at, left: [{ queue: 'deposits', count: 2, oldest: at }] },
    done: [
      {
        ...{ kind: 'deposits_approved', count: 3, median_s: 120, p90_s: 600 },
        sums: [{ currency: 'NAD', amount: '600.50' }],
      },
    ],
  }

  it('shows a cashier their own work, its times and the open rest, without a choice of operators', async () => {
    await open('/reports/shift', { 'GET /staff/reports/shift': { json: reply } }, 'cashier')
    await vi.waitFor(() => expect(screen.container.textContent).toContain('N$600.50'))
    const { textContent } = screen.container
    for (const part of ['nelao', 'Deposits credited', '2 min', '10 min', 'Left in the queues'])
      expect(textContent).toContain(part)
    expect(screen.container.querySelector('select')).toBeNull()
    const files = [...screen.container.querySelectorAll('a[download]')].map((link) => link.getAttribute('href') ?? '')
    expect(files.map((href) => new URL(href, 'https://console').searchParams.get('from'))).toEqual([
      reply.from,
      reply.from,
    ])
  })

  it('shows that nothing was done, and lets operators with reports choose an operator', async () => {
    const operators = [reply.operator, { id: 'op_2', name: 'tuli' }]
    await open('/reports/shift', { 'GET /staff/reports/shift': { json: { ...reply, operators, done: [] } } })
    await vi.waitFor(() => expect(screen.container.textContent).toContain('No work in this span.'))
    expect([...screen.container.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'nelao',
      'tuli',
    ])
  })
})
