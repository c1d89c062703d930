import { givenRoles, type GivenRole } from '@dhow/contract/given-roles'
import type { Permission } from '@dhow/contract/permissions'
import { afterEach, describe, expect, it } from 'vitest'
import { bodies, buttons, closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import { meAs } from '../testing/me.ts'
import type { Answers } from '../testing/render.tsx'

const four_eyes = [
  { market: 'NA' as const, currency: 'NAD' as const, amount: '5000.00' },
  { market: 'IN' as const, currency: 'INR' as const, amount: '25000.00' },
]
const rows = (table = '') =>
  [...screen.container.querySelectorAll(`table${table} tbody tr`)].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
afterEach(closeConsole)
const open = (path: string, answers: Answers, role: GivenRole = 'manager') =>
  openConsole(path, {
    'GET /staff/me': meAs(role, { four_eyes }),
    'GET /staff/changes': { json: { status: 'success', changes: [] } },
    ...answers,
  })

const meWithout = (lacking: Permission) =>
  meAs('manager', { four_eyes, permissions: givenRoles.manager.permissions.filter((one) => one !== lacking) })

const values = { days: 1, threshold: '25000.00', weight: 3, on: true }
const ofRules = {
  ...{ status: 'success', market: 'NA', currency: 'NAD' },
  rules: [
    { code: 'linked_day', ...values },
    { code: 'payers', days: 30, threshold: '3', weight: 2, on: false },
  ],
  changes: [
    {
      ...{ id: 'prc_1', at: '2026-11-21T09:00:00.000Z', code: 'linked_day', operator: 'nelao', confirmed_by: 'selma' },
      ...{ reason: 'Asked by the authority', before: { ...values, threshold: '20000.00' }, after: values },
    },
  ],
}
const path = '/reports/laundering/rules?market=NA'
const ask = { 'GET /staff/reports/laundering/rules': { json: ofRules } }

describe('the rules of a report', () => {
  it('stand there with sums as amounts, and with who changed which from what to what', async () => {
    await open(path, ask)
    expect(rows('[aria-label="Rules"]').map((row) => row.slice(1, 5))).toEqual([
      ['1', 'N$25,000.00', '3', 'Yes'],
      ['30', '3', '2', 'No'],
    ])
    expect(rows('[aria-label="Changes"]')).toEqual([
      [
        ...[expect.any(String), 'nelao, confirmed by selma', 'Large deposits in a day'],
        ...['N$20,000.00, 1 day, 3 points', 'N$25,000.00, 1 day, 3 points', 'Asked by the authority'],
      ],
    ])
  })

  it('say how many players other values would find, and send the change with its reason', async () => {
    await open(path, {
      ...ask,
      'POST /staff/reports/laundering/rules/preview': {
        json: { status: 'success', now: 20, next: 12, loosens: true },
      },
      'PUT /staff/reports/laundering/rules': { json: { ...ofRules, waits: true } },
    })
    await screen.press('Change Large deposits in a day')
    await screen.fill('From this sum on', '30000')
    await screen.press('What would change?')
    expect(screen.text()).toContain('12 players would stand in the report of the last seven days instead of 20.')
    expect(screen.text()).toContain('a second person has to confirm it')
    const asked = { market: 'NA', code: 'linked_day', days: 1, threshold: '30000', weight: 3, on: true }
    expect(bodies('POST /staff/reports/laundering/rules/preview')).toEqual([asked])
    // Other values were not counted.
    await screen.fill('Points', '2')
    expect(screen.text()).not.toContain('12 players')
    await screen.fill('Reason', 'As the authority writes')
    await screen.press('Save')
    expect(bodies('PUT /staff/reports/laundering/rules')).toEqual([
      { ...asked, weight: 2, reason: 'As the authority writes' },
    ])
    expect(screen.text()).toContain('The change waits for a second person.')
  })

  it('keep what was typed where the server refuses it', async () => {
    await open(path, {
      ...ask,
      'PUT /staff/reports/laundering/rules': {
        status: 422,
        json: {
          ...{ status: 'error', code: 'invalid_fields', message: '', errors: { threshold: ['Write a whole number'] } },
        },
      },
    })
    await screen.press('Change Several payers')
    await screen.fill('From this number on', '2.5')
    await screen.fill('Reason', 'Fewer are enough')
    await screen.press('Save')
    expect(screen.text()).toContain('Write a whole number')
    expect(screen.field('From this number on').value).toBe('2.5')
    expect(screen.field('Reason').value).toBe('Fewer are enough')
  })

  it('of another market are read when it is chosen', async () => {
    await open(path, ask)
    await screen.fill('Market', 'IN')
    await screen.settled()
    expect(server.sent.some(({ call }) => call === 'GET /staff/reports/laundering/rules?market=IN')).toBe(true)
  })

  it('are only read by those who may not change them', async () => {
    const json = { ...ofRules, rules: [{ code: 'net_loss', ...values }] }
    const me = meWithout('reports.set_rules')
    await open('/reports/harm/rules?market=NA', { 'GET /staff/me': me, 'GET /staff/reports/harm/rules': { json } })
    expect(screen.text()).toContain('Net loss')
    expect(buttons()).not.toContain('Change')
  })
})

const report = {
  ...{ status: 'success', market: 'NA', currency: 'NAD', today: '2026-11-21', from: '2026-11-15', to: '2026-11-21' },
  ...{ before: { from: '2026-11-08', to: '2026-11-14' }, figures: [] },
  span: { from: '2026-11-14T22:00:00.000Z', to: '2026-11-21T22:00:00.000Z' },
  players: [{ id: 'ply_1', player_name: 'nelao', mobile: '+264••••17' }],
  tables: [
    {
      ...{ code: 'rules', next_cursor: null },
      rows: [
        { rule: 'linked_day', days: '1', threshold: '25000.00', weight: '3', players: '2' },
        { rule: 'payers', days: '30', threshold: '3', weight: '2', players: '0' },
      ],
    },
    {
      ...{ code: 'players', next_cursor: null },
      rows: [
        {
          ...{ player: 'ply_1', name: 'nelao', points: '5', signs: 'linked_day', deposits: '30000.00' },
          ...{ withdrawals: '0.00', turnover: '10.00', reviewed: 'open', reviewed_at: null, reviewed_by: null },
          assigned: null,
        },
      ],
    },
  ],
}
const noted = {
  ...{ id: 'prv_1', at: '2026-11-21T09:00:00.000Z', operator: 'selma', outcome: 'watch', points: 3 },
  ...{ reason: 'A car was sold', codes: ['linked_day'] },
}

const selma = { id: 'op_2', name: 'selma' }
const ofPlayer = { status: 'success', assigned: null, reviews: [noted] }

it('a sum of a rule is an amount with its currency, beside numbers of others', async () => {
  await open('/reports/laundering?market=NA', { 'GET /staff/reports/laundering': { json: report } })
  expect(rows('[aria-label="By rule"]').map((row) => row[2])).toEqual(['N$25,000.00', '3'])
})

it('a market’s amounts in the table of all markets have its own currency', async () => {
  const cells = { open: '5000.00', cash: '4000.00', hold: '0.00', in_play: '1000.00', bonus: '0.00' }
  const tables = [
    { code: 'markets', next_cursor: null, rows: [{ market: 'IN', currency: 'INR', ...cells }] },
    { code: 'days', next_cursor: null, rows: [] },
  ]
  await open('/reports/liability?market=NA', { 'GET /staff/reports/liability': { json: { ...report, tables } } })
  expect(rows()[0]?.slice(2, 4)).toEqual(['₹5,000.00', '₹4,000.00'])
})

describe('a review of a player', () => {
  const answers = {
    'GET /staff/reports/laundering': { json: report },
    'GET /staff/reports/laundering/players/ply_1/reviews': { json: ofPlayer },
    'POST /staff/reports/laundering/players/ply_1/reviews': { json: { ...ofPlayer, reviews: [noted, noted] } },
    'GET /staff/reports/laundering/reviewers': { json: { status: 'success', operators: [selma] } },
    'POST /staff/reports/laundering/players/ply_1/assign': { json: { ...ofPlayer, assigned: selma } },
  }

  it('is noted from the row, with outcome and reason, beside the reviews before', async () => {
    await open('/reports/laundering?market=NA', answers)
    await screen.press('Reviews of nelao')
    expect(document.activeElement?.textContent).toBe('Reviews of nelao')
    expect(rows('[aria-label="Reviews of nelao"]')[0]?.slice(1)).toEqual([
      ...['selma', 'Watch further', 'A car was sold', '3 points: Large deposits in a day'],
    ])
    await screen.fill('Outcome', 'nothing')
    await screen.fill('Reason', 'The sale is proven')
    await screen.press('Note a review')
    expect(bodies('POST /staff/reports/laundering/players/ply_1/reviews')).toEqual([
      { market: 'NA', from: '2026-11-15', to: '2026-11-21', outcome: 'nothing', reason: 'The sale is proven' },
    ])
    expect(screen.text()).toContain('Review of nelao noted.')
    expect(screen.container.querySelector('[aria-label="Reviews of nelao"]')?.tagName).toBe('BUTTON')
  })

  it('is assigned to an operator who may make it', async () => {
    await open('/reports/laundering?market=NA', answers)
    await screen.press('Reviews of nelao')
    await screen.fill('Assigned to', 'op_2')
    await screen.settled()
    expect(bodies('POST /staff/reports/laundering/players/ply_1/assign')).toEqual([{ operator_id: 'op_2' }])
  })

  it('is read without the form by those who may not note one', async () => {
    const me = meWithout('reports.review')
    await open('/reports/laundering?market=NA', { ...answers, 'GET /staff/me': me })
    await screen.press('Reviews of nelao')
    expect(screen.text()).toContain('A car was sold')
    expect(buttons()).not.toContain('Note a review')
  })

  it('stands in the row with its outcome, time and author', async () => {
    const [row] = report.tables[1]?.rows ?? []
    const reviewed = {
      ...row,
      reviewed: 'watch',
      reviewed_at: '2026-11-21T09:00:00.000Z',
      reviewed_by: 'selma',
      assigned: 'frans',
    }
    const tables = [{ code: 'players', next_cursor: null, rows: [reviewed] }]
    await open('/reports/laundering?market=NA', { 'GET /staff/reports/laundering': { json: { ...report, tables } } })
    expect(rows()[0]?.[6]).toMatch(/^Watch further21 Nov.*, selmaAssigned to frans$/)
  })

  it('has a filter in the address, which files have as well', async () => {
    await open('/reports/laundering?market=NA', answers)
    await screen.fill('Players', 'open')
    await screen.settled()
    expect(server.sent.map(({ call }) => call)).toContain('GET /staff/reports/laundering?market=NA&reviewed=open')
    const files = [...screen.container.querySelectorAll('main a[download]')].map((link) => link.getAttribute('href'))
    expect(files).toHaveLength(2)
    for (const href of files) expect(href).toContain('reviewed=open')
  })
})
