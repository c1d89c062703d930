import type { GivenRole } from '@dhow/contract/given-roles'
import { afterEach, describe, expect, it } from 'vitest'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import { meAs } from '../testing/me.ts'
import type { Answers } from '../testing/render.tsx'

const four_eyes = [{ market: 'NA' as const, currency: 'NAD' as const, amount: '5000.00' }]
const days = { market: 'NA', currency: 'NAD', today: '2026-11-21', from: '2026-11-15', to: '2026-11-21' }
const open = (path: string, answers: Answers, role: GivenRole = 'manager') =>
  openConsole(path, { 'GET /staff/me': meAs(role, { four_eyes }), ...answers })
const rows = () =>
  [...screen.container.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
const links = () => [...screen.container.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
afterEach(closeConsole)

const counts = (opened: number, chose: number, submitted: number, approved: number, credited: number) => ({
  ...{ opened, chose, submitted, approved, credited },
})
const none = { median_s: null, p90_s: null }

describe('the funnel', () => {
  const reply = {
    ...{ status: 'success', market: 'NA', today: '2026-11-21', from: '2026-11-15', to: '2026-11-21', opened: 40 },
    methods: [
      {
        ...{ method: 'manual_namibia', name: 'EFT', ...counts(40, 20, 10, 9, 8) },
        times: { chose: { median_s: 60, p90_s: 120 }, submitted: none, approved: none, credited: none },
      },
    ],
    days: [{ day: '2026-11-21', ...counts(40, 20, 10, 9, 8) }],
    hours: [{ hour: 9, ...counts(40, 20, 10, 9, 8) }],
  }

  it('shows each step with its time, and links to the payments', async () => {
    await open('/reports/funnel?market=NA', { 'GET /staff/reports/funnel': { json: reply } })
    expect(screen.text()).toContain('80.00 %')
    expect(rows()[1]?.slice(1)).toEqual(['20', '1 min', '2 min'])
    expect(links()).toContain(
      '/reports/funnel/payments?market=NA&from=2026-11-15&to=2026-11-21&method=manual_namibia&step=credited',
    )
    expect(screen.text()).toContain('Not credited: 2')
    await screen.press('Hours')
    expect(rows().at(-1)?.[0]).toBe('09:00')
  })

  it('shows that there were no visitors', async () => {
    const nobody = { ...reply, opened: 0, methods: [], days: [], hours: [] }
    await open('/reports/funnel', { 'GET /staff/reports/funnel': { json: nobody } })
    expect(screen.text()).toContain('Nobody opened the cashier in this period.')
  })
})

const play = { rounds: 5, stakes: '170.00', wins: '115.00', ggr: '55.00', rollbacks: 1, rolled_back: '10.00' }
const correction = { rounds: 0, stakes: '0.00', wins: '8.00', ggr: '-8.00', rollbacks: 0, rolled_back: '0.00' }
const fee = { from_day: '2026-11-01', base: 'ggr', basis_points: 1_250, base_amount: '55.00', fee: '6.88' }
const statement = {
  ...{ status: 'success', ...days, number: 'PS-NA-dhow-studio-000002', provider: 'dhow-studio' },
  ...{ closed_at: '2026-11-22T08:00:00.000Z', next_from: '2026-11-22', due: '5.88' },
  corrections: [
    {
      number: 'PS-NA-dhow-studio-000001',
      from: '2026-11-08',
      to: '2026-11-14',
      fee: '-1.00',
      games: [{ game_id: 'game_dhow', name: 'Dhow', ...correction }],
    },
  ],
  statements: [
    {
      number: 'PS-NA-dhow-studio-000001',
      from: '2026-11-08',
      to: '2026-11-14',
      closed_at: '2026-11-15T08:00:00.000Z',
      due: '9.00',
    },
  ],
  ...{ providers: ['dhow-studio'], games: [{ game_id: 'game_dhow', name: 'Dhow', ...play }], total: play },
  ...{ fees: [fee], fee: '6.88', sha256: 'ab12'.repeat(16) },
}

describe('the statement of a provider', () => {
  it('has its number, a row for each game, and the fee by rate', async () => {
    await open('/reports/providers?market=NA', { 'GET /staff/reports/providers': { json: statement } })
    expect(screen.text()).toContain('Number PS-NA-dhow-studio-000002, closed on')
    expect(screen.text()).toContain(`SHA-256 of all that it states: ${'ab12'.repeat(16)}`)
    expect(rows()).toEqual([
      ['Dhow', '5', 'N$170.00', 'N$115.00', 'N$55.00', '1 (N$10.00)'],
      ['Total', '5', 'N$170.00', 'N$115.00', 'N$55.00', '1 (N$10.00)'],
      ['12.50 % of GGR from 2026-11-01 on', 'N$55.00', 'N$6.88'],
      ['Total', '', 'N$6.88'],
      ['PS-NA-dhow-studio-000001', 'Dhow', '0', 'N$0.00', 'N$8.00', '−N$8.00', '0', ''],
      ['PS-NA-dhow-studio-000001', 'Total', '', '', '', '', '', '−N$1.00'],
      ['PS-NA-dhow-studio-000001', '2026-11-08 – 2026-11-14', 'N$9.00'],
    ])
    expect(screen.text()).toContain('N$5.88')
    expect(links()).toContain('/reports/providers?market=NA&provider=dhow-studio&from=2026-11-08&to=2026-11-14')
    expect(links().filter((href) => href?.includes('providers.'))).toHaveLength(2)
  })

  it('of an open period is a draft, which permitted operators close', async () => {
    const draft = {
      ...statement,
      number: null,
      closed_at: null,
      sha256: null,
      corrections: [],
      next_from: '2026-11-15',
      today: '2026-11-22',
    }
    await open('/reports/providers?market=NA', {
      'GET /staff/reports/providers': { json: draft },
      'POST /staff/reports/providers/statements': { json: statement },
    })
    expect(screen.text()).toContain('Not closed yet')
    await screen.press('Close this period')
    expect(server.sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      ...{ market: 'NA', provider: 'dhow-studio', from: '2026-11-15', to: '2026-11-21' },
    })
  })

  it('that does not follow the last one shows the next start day', async () => {
    const draft = { ...statement, number: null, closed_at: null, next_from: '2026-11-10' }
    await open('/reports/providers?market=NA', { 'GET /staff/reports/providers': { json: draft } })
    expect(screen.text()).toContain('The next statement begins on 2026-11-10.')
    expect(screen.text()).not.toContain('Close this period')
  })

  it('is refused without the permission', async () => {
    const forbidden = {
      status: 403,
      json: { code: 'staff_forbidden', message: 'Your role may not do this.', errors: null },
    }
    await open('/reports/providers', { 'GET /staff/reports/providers': forbidden }, 'cashier')
    expect(screen.text()).toContain('Your role may not do this.')
  })
})

it('the statement of payment methods has a difference only if there is a bank statement', async () => {
  const account = {
    account: 'bank_detail:2',
    name: 'EFT',
    count: 2,
    deposits: '580.00',
    reversed_count: 1,
    reversed: '80.00',
  }
  const reply = {
    ...{ status: 'success', ...days, payouts: { count: 1, amount: '400.00', theirs: null, difference: null } },
    accounts: [{ ...account, fee: '5.00', theirs: '525.50', difference: '25.50' }],
  }
  await open('/reports/methods', { 'GET /staff/reports/methods': { json: reply } })
  expect(rows()).toEqual([
    ['EFT', 'N$580.00 (2)', 'N$80.00 (1)', 'N$5.00', 'N$525.50', 'N$25.50'],
    ['N$400.00 (1)', '–', '–'],
  ])
})

it('taxes are listed by month, with their sum', async () => {
  const reply = { status: 'success', ...days, months: [{ month: '2026-11', tax: 'gaming tax', ...fee }], total: '6.88' }
  await open('/reports/tax', { 'GET /staff/reports/tax': { json: reply } })
  expect(rows()).toEqual([
    ['2026-11', 'gaming tax', '12.50 % of GGR from 2026-11-01 on', 'N$55.00', 'N$6.88'],
    ['Total', '', '', '', 'N$6.88'],
  ])
})

describe('long files', () => {
  const file = {
    ...{
      id: 'rex_1',
      kind: 'entries',
      figure: 'ggr',
      report: null,
      table: null,
      market: 'NA',
      from: '2026-01-01',
      to: '2026-11-21',
    },
    ...{ asked_at: '2026-11-21T09:00:00.000Z', ended_at: null, bytes: 0, sha256: null },
    ...{ state: 'failed', rows: 20_000, rows_total: 50_000 },
  }
  const done = { ...file, id: 'rex_2', state: 'done', rows: 50_000, bytes: 4_200_000, sha256: 'ab12' }

  it('are offered with rows and hash once complete, and restarted after a failure', async () => {
    await open('/reports/files', {
      'GET /staff/reports/exports': { json: { status: 'success', exports: [done, file] } },
      'POST /staff/reports/exports/rex_1/retry': {
        json: { status: 'success', exports: [done, { ...file, state: 'waiting', rows: 0 }] },
      },
    })
    expect(rows().map(([, state]) => state)).toEqual([
      'Rows: 50,000, 4.2 MBSHA-256 ab12',
      'Failed after 20,000 of 50,000 rows',
    ])
    expect(links().filter((href) => href?.endsWith('/file'))).toHaveLength(1)
    await screen.press('Start again')
    expect(rows()[1]?.[1]).toBe('Waits')
  })

  it('are requested with the address’s market and days', async () => {
    await open('/reports/files?market=NA&from=2026-11-01&to=2026-11-21', {
      'GET /staff/reports/exports': { json: { status: 'success', exports: [] } },
      'POST /staff/reports/exports': { json: { status: 'success', exports: [{ ...file, state: 'running' }] } },
    })
    expect(screen.text()).toContain('No files yet.')
    await screen.press('Write the file')
    expect(server.sent.find(({ call }) => call === 'POST /staff/reports/exports')?.body).toEqual({
      ...{ market: 'NA', kind: 'entries', figure: 'ggr', from: '2026-11-01', to: '2026-11-21' },
    })
    expect(screen.text()).toContain('20,000 of 50,000 rows')
  })
})

describe('a long file of a table', () => {
  const file = {
    ...{ id: 'rex_3', kind: 'report_table', figure: null, report: 'harm', table: 'players', market: 'NA' },
    ...{ from: '2026-11-15', to: '2026-11-21', asked_at: '2026-11-21T09:00:00.000Z', ended_at: null },
    ...{ bytes: 0, sha256: null, state: 'running', rows: 20_000, rows_total: 0 },
  }

  it('is asked for by its report, and says how many rows it has so far', async () => {
    await open('/reports/files?market=NA&from=2026-11-15&to=2026-11-21', {
      'GET /staff/reports/exports': { json: { status: 'success', exports: [] } },
      'POST /staff/reports/exports': { json: { status: 'success', exports: [file] } },
    })
    await screen.fill('Content', 'report_table')
    await screen.fill('Table', 'harm/players')
    await screen.press('Write the file')
    expect(server.sent.find(({ call }) => call === 'POST /staff/reports/exports')?.body).toEqual({
      ...{ market: 'NA', kind: 'report_table', report: 'harm', table: 'players' },
      ...{ from: '2026-11-15', to: '2026-11-21' },
    })
    expect(screen.text()).toContain('20,000 rows so far')
    expect(rows()[0]?.[0]).toContain('Markers of harm: Players by points')
  })

  it('is offered of those reports alone that the operator may see', async () => {
    await open(
      '/reports/files',
      { 'GET /staff/reports/exports': { json: { status: 'success', exports: [] } } },
      'finance',
    )
    await screen.fill('Content', 'report_table')
    expect(screen.container.querySelectorAll('option[value="harm/players"]')).toHaveLength(0)
  })
})

describe('a report of figures and tables', () => {
  const reply = {
    ...{ status: 'success', ...days, before: { from: '2026-11-08', to: '2026-11-14' } },
    span: { from: '2026-11-14T22:00:00.000Z', to: '2026-11-21T22:00:00.000Z' },
    players: [],
    figures: [
      { code: 'deposits', value: '220.00', before: '110.00' },
      { code: 'deposits_count', value: '2', before: '0' },
    ],
    tables: [
      {
        code: 'hours',
        next_cursor: null,
        rows: [{ hour: '9', deposits_count: '2', deposits: '220.00', withdrawals_count: '0', withdrawals: '0.00' }],
      },
      {
        code: 'cashiers',
        next_cursor: null,
        rows: [
          {
            operator: 'op_1',
            name: 'nelao',
            credited_count: '2',
            credited: '220.00',
            refused_count: '0',
            approved_count: '0',
            approved: '0.00',
            median_s: '120',
            p90_s: '600',
          },
        ],
      },
    ],
  }

  it('has figures compared with the previous period, and links to entries, players and shifts', async () => {
    await open('/reports/payments?market=NA', { 'GET /staff/reports/payments': { json: reply } })
    expect(screen.text()).toContain('+100 %')
    expect(rows()).toEqual([
      ['09:00', '2', 'N$220.00', '0', 'N$0.00'],
      ['nelao', '2', 'N$220.00', '0', '0', 'N$0.00', '2 min', '10 min'],
    ])
    expect(links()).toContain('/reports/entries?figure=deposits&market=NA&from=2026-11-15&to=2026-11-21&hour=9')
    expect(links()).toContain('/reports/entries?figure=deposits&market=NA&from=2026-11-15&to=2026-11-21')
    expect(links().find((href) => href?.startsWith('/reports/shift?operator=op_1&from=2026-11-14T22'))).toBeDefined()
    expect(links().filter((href) => href?.includes('/reports/payments.'))).toHaveLength(2)
  })

  const gifts = (from: number, count: number, next: string | null) => ({
    ...{ ...reply, figures: [] },
    tables: [
      {
        code: 'gifts',
        rows: Array.from({ length: count }, (_, n) => ({ gift: `Tide ${from + n}`, claimed: '2', amount: '5.00' })),
        next_cursor: next,
      },
    ],
  })

  it('loads page by page, with one button that names its table', async () => {
    await open('/reports/rewards?market=NA', { 'GET /staff/reports/rewards': { json: gifts(0, 100, '500~env_1') } })
    expect(screen.text()).toContain('100 rows are shown. Files have up to 20,000.')
    server.answers['GET /staff/reports/rewards'] = { json: gifts(100, 30, null) }
    await screen.press('More of “Gifts by envelope”')
    expect(server.sent.some(({ call }) => call.includes('table=gifts&cursor=500%7Eenv_1'))).toBe(true)
    expect(rows()).toHaveLength(130)
    expect(rows().map(([gift]) => gift)).toEqual(Array.from({ length: 130 }, (_, n) => `Tide ${n}`))
    const state = screen.container.querySelector('main section p[role="status"]')
    expect(state?.textContent).toBe('130 rows are shown. Files have up to 20,000.')
    // The button is gone without losing the focus.
    expect(screen.text()).not.toContain('More of')
    expect(document.activeElement).toBe(state)
  })

  it('keeps its rows and the button if the next page fails', async () => {
    await open('/reports/rewards?market=NA', { 'GET /staff/reports/rewards': { json: gifts(0, 100, '500~env_1') } })
    const failed = {
      status: 403,
      json: { code: 'staff_forbidden', message: 'Your role may not do this.', errors: null },
    }
    server.answers['GET /staff/reports/rewards'] = failed
    await screen.press('More of “Gifts by envelope”')
    expect(screen.text()).toContain('Your role may not do this.')
    expect(rows()).toHaveLength(100)
    server.answers['GET /staff/reports/rewards'] = { json: gifts(100, 1, null) }
    await screen.press('More of “Gifts by envelope”')
    expect(rows()).toHaveLength(101)
  })

  it('has no button if all rows are shown', async () => {
    await open('/reports/rewards?market=NA', { 'GET /staff/reports/rewards': { json: gifts(0, 99, null) } })
    expect(screen.text()).not.toContain('More of')
    expect(screen.text()).not.toContain('rows are shown')
  })

  it('shows a player by name and number, with a link and their markers in words', async () => {
    const players = [{ id: 'ply_1', player_name: 'nelao', mobile: '+264••••17' }]
    const row = {
      player: 'ply_1',
      name: 'nelao',
      level: '2',
      points: '5',
      markers: 'night net_loss',
      net_loss: '90.00',
    }
    await open('/reports/harm?market=NA', {
      'GET /staff/reports/harm': {
        json: { ...reply, figures: [], tables: [{ code: 'players', rows: [row], next_cursor: null }], players },
      },
    })
    expect(rows()).toEqual([['nelao +264••••17', '2', '5', 'Play at night; Net loss', 'N$90.00', '–', 'Reviews']])
    expect(links()).toContain('/players/ply_1')
  })

  it('shows that it is empty, and is saved as a view with its days', async () => {
    const empty = { ...reply, tables: reply.tables.map((table) => ({ ...table, rows: [] })) }
    await open('/reports/payments?market=NA&from=2026-11-15&to=2026-11-21', {
      'GET /staff/reports/payments': { json: empty },
      'GET /staff/reports/views': { json: { status: 'success', views: [] } },
      'GET /staff/reports/schedules': { json: { status: 'success', schedules: [], channels: [] } },
      'PUT /staff/reports/views': { json: { status: 'success', views: [] } },
    })
    expect(screen.text()).toContain('Nothing in this period.')
    await screen.fill('Name of this view', 'Hours')
    await screen.press('Save view')
    expect(server.sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      ...{
        name: 'Hours',
        screen: 'payments',
        market: 'NA',
        from: '2026-11-15',
        to: '2026-11-21',
        filters: {},
        shared: false,
      },
    })
  })
})
