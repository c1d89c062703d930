import { act } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { meAs } from '../testing/me.ts'
import { fakeServer, renderScreen, type Answers } from '../testing/render.tsx'
import { App } from './app.tsx'

const at = '2026-11-21T09:00:00.000Z'
const none = { players: [], deposits: [], withdrawals: [], payments: [], rounds: [], more: [] }
const found = (more: object) => ({ json: { status: 'success', ...none, ...more } })
const maria = {
  ...{ id: 'ply_1', player_name: 'maria.n', mobile: '+264••••01', market: 'NA', active: true, found_by: 'spelling' },
}
const deposit = {
  ...{ id: 'dep_1', player_id: 'ply_1', player_name: 'maria.n', amount: '150.00', currency: 'NAD' },
  ...{ state: 'approved', reference: 'AB1234', at },
}

let screen: Awaited<ReturnType<typeof renderScreen>>
let server: ReturnType<typeof fakeServer>
function Address() {
  const { pathname, search, hash } = useLocation()
  return <output>{`${pathname}${search}${hash}`}</output>
}
const open = async (more: Answers = {}, me = meAs('admin'), path = '/my-account') => {
  server = fakeServer({ 'GET /staff/me': me, 'GET /staff/search': found({}), ...more })
  vi.stubGlobal('fetch', server.fetch)
  screen = await renderScreen(
    <MemoryRouter initialEntries={[path]}>
      <App />
      <Address />
    </MemoryRouter>,
  )
}
const here = () => screen.container.querySelector('output')?.textContent
const field = () => screen.container.querySelector<HTMLInputElement>('[role=combobox]')
const type = async (text: string) => {
  const input = field()!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await screen.settled()
}
const options = () => [...screen.container.querySelectorAll('[role=option]')].map((one) => one.textContent)
const chosen = () => {
  const active = document.getElementById(field()?.getAttribute('aria-activedescendant') ?? '')
  return active?.getAttribute('aria-selected') === 'true' ? active.textContent : undefined
}
const press = (key: string) => screen.key(key, field()!)
beforeEach(() => localStorage.setItem('dhow_console_signed_in', '1'))
afterEach(async () => {
  await screen.unmount()
  vi.unstubAllGlobals()
})

it('opens with / and with Ctrl-K', async () => {
  await open()
  const from = screen.container.querySelector<HTMLElement>('main a, main button')!
  from.focus()
  await screen.key('/', from)
  expect(document.activeElement).toBe(field())
  await act(async () => void screen.container.querySelector('dialog[open]')!.dispatchEvent(new Event('close')))
  await screen.settled()
  expect(field()).toBeNull()
  const ctrlK = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })
  await act(async () => void from.dispatchEvent(ctrlK))
  expect(ctrlK.defaultPrevented).toBe(true)
  await screen.settled()
  expect(document.activeElement).toBe(field())
})

it('leaves / to a focused field, and opens with the button in the header', async () => {
  await open()
  await screen.press('Change password')
  const password = screen.container.querySelector<HTMLInputElement>('input[type=password]')!
  await screen.key('/', password)
  expect(field()).toBeNull()
  await screen.press('Search everything')
  expect(field()).not.toBeNull()
})

it('shows hits by kind, cycles through them with the arrow keys, and opens one with Enter', async () => {
  await open({ 'GET /staff/search': found({ players: [maria], deposits: [deposit], more: ['players'] }) })
  await screen.key('/')
  await type('mraia')
  await screen.until('2 results')
  expect(server.sent.map(({ call }) => call)).toContain('GET /staff/search?q=mraia')
  expect([...screen.container.querySelectorAll('[role=group]')].map((one) => one.getAttribute('aria-label'))).toEqual([
    'Players',
    'Deposits',
  ])
  expect(options()).toEqual([
    'maria.n+264••••01 · Namibia · similar name',
    expect.stringMatching(/^N\$150\.00 · maria\.nApprovedAB1234 · .* · dep_1$/),
  ])
  expect(screen.text()).toContain('2 results · There are more results. Type more to narrow them down.')
  expect(chosen()).toContain('similar name')
  await press('ArrowDown')
  expect(chosen()).toContain('dep_1')
  await press('ArrowDown')
  expect(chosen()).toContain('similar name')
  await press('ArrowUp')
  expect(chosen()).toContain('dep_1')
  await press('Enter')
  expect([here(), field()]).toEqual(['/deposits/dep_1', null])
})

it('opens the first hit if Enter is pressed before the answer arrives', async () => {
  let answer: (value: { json: unknown }) => void = () => {}
  await open({ 'GET /staff/search': () => new Promise((resolve) => (answer = resolve)) })
  await screen.key('/')
  await type('maria')
  await press('Enter')
  expect(here()).toBe('/my-account')
  await vi.waitFor(() => expect(server.sent.map(({ call }) => call)).toContain('GET /staff/search?q=maria'))
  answer(found({ players: [maria] }))
  await vi.waitFor(async () => {
    await screen.settled()
    expect(here()).toBe('/players/ply_1')
  })
})

it('finds pages and sections of the settings by name, only those of the role', async () => {
  await open()
  await screen.key('/')
  await type('se')
  expect(options()[0]).toBe('Settings')
  await type('two op')
  expect(options()).toEqual([expect.stringMatching(/^Settings › Two operators/)])
  await press('Enter')
  expect(here()).toMatch(/^\/settings#/)
  await screen.unmount()
  await open({}, meAs('support'))
  await screen.key('/')
  await type('two op')
  await screen.until('Nothing found for “two op”.')
  expect(options()).toEqual([])
})

it('links a payment to its open case, else to its player', async () => {
  const payment = { ...deposit, id: 'pay_1', state: 'succeeded' }
  await open({ 'GET /staff/search': found({ payments: [payment, { ...payment, id: 'pay_2', state: 'review' }] }) })
  for (const [steps, path] of [
    [0, '/players/ply_1'],
    [1, '/cases/pay_2'],
  ] as const) {
    await screen.press('Search everything')
    await type('AB1234')
    await screen.until('2 results')
    for (let step = 0; step < steps; step++) await press('ArrowDown')
    await press('Enter')
    expect(here()).toBe(path)
  }
})

it('reports no hits, that masked numbers have to be typed in full, and a failure', async () => {
  const permissions = meAs('support').json.permissions.filter((one) => one !== 'players.see_identity')
  await open({}, meAs('support', { permissions }))
  await screen.key('/')
  expect(screen.text()).toContain('name, also misspelt')
  await type('081 200')
  await screen.until('Your role sees numbers masked. Type the whole number.')
  server.answers['GET /staff/search'] = { status: 422, json: { code: 'invalid_fields', message: 'Look again' } }
  await type('maria')
  await screen.until('Look again')
  server.answers['GET /staff/search'] = found({ players: [maria] })
  await screen.press('Try again')
  await screen.until('1 result')
})
