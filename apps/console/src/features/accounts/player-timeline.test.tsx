import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../../app/app.tsx'
import { meAs } from '../../testing/me.ts'
import { fakeServer, renderScreen, type Answers } from '../../testing/render.tsx'

const path = 'GET /staff/players/ply_1/timeline'
const event = (id: string, at: string, more: object = {}) => ({
  ...{ id, at, kind: 'account', text: { code: 'event_registered', params: {} }, about: null },
  ...more,
})
const page = (events: object[], next_cursor: string | null = null) => ({
  json: { status: 'success', kinds: ['deposits', 'rewards', 'account'], events, next_cursor },
})
const deposit = event('dst_1', '2026-11-22T10:00:00.000Z', {
  ...{ kind: 'deposits', text: { code: 'text', params: { text: 'Submitted.' } }, about: 'dep_1' },
})
const gift = event('gft_1:1', '2026-11-22T09:00:00.000Z', {
  kind: 'rewards',
  text: { code: 'event_gift', params: { amount: '5.00', currency: 'NAD', title: 'Welcome' } },
})
const registered = event('ply_1:registered', '2026-11-20T09:00:00.000Z')

let screen: Awaited<ReturnType<typeof renderScreen>>
let server: ReturnType<typeof fakeServer>
const open = async (answers: Answers) => {
  const amounts = { chips: '0.00', held: '0.00', bonus: '0.00', in_play: '0.00', debt: '0.00' }
  const who = { id: 'ply_1', player_name: 'maria.n', mobile: '+264812000001', market: 'NA', currency: 'NAD' }
  const state = {
    open_withdrawals: [],
    wallet: 'open',
    may: [],
    active: true,
    created_at: registered.at,
    closing: null,
  }
  server = fakeServer({
    'GET /staff/me': meAs('manager'),
    'GET /staff/audit': { json: { status: 'success', entries: [], next_cursor: null } },
    'GET /staff/players/ply_1': { json: { status: 'success', entries: [], player: { ...who, ...amounts, ...state } } },
    'GET /staff/players/ply_1/limits': { json: { status: 'success', limits: [], blocks: [] } },
    ...answers,
  })
  vi.stubGlobal('fetch', server.fetch)
  screen = await renderScreen(
    <MemoryRouter initialEntries={['/players/ply_1']}>
      <App />
    </MemoryRouter>,
  )
}
beforeEach(() => localStorage.setItem('dhow_console_signed_in', '1'))
afterEach(async () => {
  await screen.unmount()
  vi.unstubAllGlobals()
})

const timeline = () => screen.container.querySelector('section[aria-label="Timeline"]')!
const lines = () => [...timeline().querySelectorAll('h3, li')].map((one) => one.textContent)
const chips = () =>
  [...timeline().querySelectorAll('button[aria-pressed]')].map(
    (one) => `${one.textContent}${one.getAttribute('aria-pressed') === 'true' ? '*' : ''}`,
  )

it('lists events by day, with links to the records, and loads older ones with a button', async () => {
  await open({ [path]: page([deposit, gift], '1.gft_1:1'), [`${path}?cursor=1.gft_1%3A1`]: page([registered]) })
  expect(lines()).toEqual([
    expect.stringMatching(/^Sunday,? 22 November 2026$/),
    expect.stringMatching(/DepositsSubmitted\.Open$/),
    expect.stringMatching(/Bonuses and giftsGift of N\$5\.00 claimed: Welcome\.$/),
  ])
  const link = timeline().querySelector('li a')
  expect([link?.getAttribute('href'), link?.getAttribute('aria-label')]).toEqual(['/deposits/dep_1', 'Open dep_1'])
  await screen.press('Older')
  expect(lines().slice(3)).toEqual([
    expect.stringMatching(/^Friday,? 20 November 2026$/),
    expect.stringMatching(/AccountRegistered\.$/),
  ])
  expect(timeline().textContent).not.toContain('Older')
})

it('filters by the kinds that the role may see, and shows that there are none', async () => {
  await open({
    [path]: page([deposit, gift]),
    [`${path}?kind=rewards`]: page([gift]),
    [`${path}?kind=account`]: page([]),
  })
  expect(chips()).toEqual(['Everything*', 'Deposits', 'Bonuses and gifts', 'Account'])
  await screen.press('Bonuses and gifts')
  expect(chips()).toEqual(['Everything', 'Deposits', 'Bonuses and gifts*', 'Account'])
  expect(lines()).toHaveLength(2)
  await screen.press('Account')
  expect(timeline().textContent).toContain('Nothing of this kind yet.')
})

it('shows a failure, and retries', async () => {
  await open({ [path]: { status: 403, json: { code: 'forbidden', message: 'Not for you.', errors: null } } })
  expect(timeline().textContent).toContain('Not for you.')
  server.answers[path] = page([registered])
  await screen.press('Try again')
  expect(lines()).toHaveLength(2)
})

it('lists every message to the player, with its delivery state', async () => {
  const message = { id: 'msg_1', kind: 'complaint_decided', params: { conversation: 'hlp_1', number: 'NA-2026-0001' } }
  const state = { created_at: '2026-11-22T09:00:00.000Z', read_at: null, sms: null }
  await open({
    [path]: page([registered]),
    'GET /staff/players/ply_1/messages': {
      json: { status: 'success', messages: [{ ...message, ...state }], next_cursor: null },
    },
  })
  const list = document.querySelector('[aria-label="Messages sent to the player"]')?.textContent
  expect(list).toContain('We decided your complaint NA-2026-0001.')
  expect(list).toContain('Inbox only')
})
