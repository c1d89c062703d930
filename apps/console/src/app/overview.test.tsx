import { keysOf } from '@dhow/contract/keys-of'
import { operatorText } from '@dhow/contract/operator-texts'
import { reportFigures } from '@dhow/contract/report-figures'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { meAs } from '../testing/me.ts'
import { fakeServer, renderScreen, type Answers } from '../testing/render.tsx'
import { App } from './app.tsx'

const at = '2026-11-21T09:00:00.000Z'
const ok = (more: object) => ({ json: { status: 'success', ...more } })
const values = (units: number) => Object.fromEntries(keysOf(reportFigures).map((code) => [code, `${units}.00`]))
const report = ok({
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
})
const change = (id: string, whyNot: 'own' | null) => ({
  ...{ id, kind: 'payment_detail', subject: '2', reason: id, title: operatorText('change_payment_detail', {}) },
  summary: operatorText('change_payment_detail', {}),
  ...{ facts: [], player_id: null, amount: null, why_not: whyNot, proposed_by: 'tuli', proposed_at: at, until: at },
})
const queues = { deposits: 3, withdrawals: 1, cases: 0, statements: 0, batches: 0, approvals: 1 }
const four_eyes = [{ market: 'NA', currency: 'NAD', amount: '5000.00' }]

let screen: Awaited<ReturnType<typeof renderScreen>>
let server: ReturnType<typeof fakeServer>
const open = async (me: Answers[string], more: Answers = {}) => {
  server = fakeServer({
    'GET /staff/me': me,
    'GET /staff/changes': ok({ changes: [change('asked by tuli', null), change('asked by me', 'own')] }),
    'GET /staff/health': ok({ alarms: [] }),
    'GET /staff/reports': report,
    ...more,
  })
  vi.stubGlobal('fetch', server.fetch)
  screen = await renderScreen(
    <MemoryRouter initialEntries={['/']}>
      <App />
    </MemoryRouter>,
  )
}
const main = () => screen.container.querySelector('main')?.textContent ?? ''
const links = () => [...screen.container.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
const calls = () => server.sent.map(({ call }) => call.split('?')[0]).filter((call) => call !== 'GET /staff/me')
beforeEach(() => localStorage.setItem('dhow_console_signed_in', '1'))
afterEach(async () => {
  await screen.unmount()
  vi.unstubAllGlobals()
})

it('the console opens on the day: money of today, the queues, and changes that wait for the reader', async () => {
  await open(meAs('manager', { queues, four_eyes }))
  expect(screen.container.querySelector('h1')?.textContent).toBe('Overview')
  for (const text of ['N$21.00', 'N$3.50', '3 wait', '1 waits', 'Nothing waits', 'asked by tuli'])
    expect(main()).toContain(text)
  expect(main()).not.toContain('N$20.00')
  expect(main()).not.toContain('asked by me')
  expect(links()).toContain('/deposits')
  expect(links()).toContain('/reports?market=NA&from=2026-11-21&to=2026-11-21')
})

it('each figure of the day has a button that shows its definition', async () => {
  await open(meAs('manager', { queues, four_eyes }))
  for (const code of ['deposits', 'withdrawals', 'ggr', 'ngr'] as const) {
    const { name, definition } = reportFigures[code]
    const button = screen.container.querySelector(`button[aria-label="Definition of ${name}"]`)
    const shown = document.getElementById(button?.getAttribute('popovertarget') ?? '')
    expect([code, shown?.hasAttribute('popover'), shown?.textContent]).toEqual([code, true, `${name} ${definition}`])
  }
})

it('open alarms are named, cleared ones are not', async () => {
  const alarm = (subject: string, cleared_at: string | null) => ({
    ...{ id: subject, code: 'x', subject, since: at, cleared_at, notices: [] },
    text: operatorText('change_payment_detail', {}),
  })
  await open(meAs('manager', { queues, four_eyes }), { 'GET /staff/health': ok({ alarms: [alarm('a', at)] }) })
  expect(main()).not.toContain('Open alarms')
  await screen.unmount()
  await open(meAs('manager', { queues, four_eyes }), {
    'GET /staff/health': ok({ alarms: [alarm('a', at), alarm('b', null)] }),
  })
  expect(main()).toContain('Open alarms')
  expect(screen.container.querySelectorAll('main [role="alert"] li')).toHaveLength(1)
})

it('a role with rights to games alone gets its pages, and asks for nothing that it may not see', async () => {
  await open(meAs('cashier', { queues, permissions: ['games.see'] }))
  expect(calls()).toEqual([])
  expect(links()).toEqual(['/games', '/providers', '/held-wins', '/game-calls'])
})

it('a role without any right is told whom to ask', async () => {
  await open(meAs('cashier', { queues, permissions: [] }))
  expect(main()).toContain('Ask an admin')
})
