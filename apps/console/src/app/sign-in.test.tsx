import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, renderScreen, type Answers } from '../testing/render.tsx'
import { App } from './app.tsx'

const signedOut = {
  status: 401,
  json: { status: 'error', code: 'staff_session_invalid', message: 'Please sign in to the console.', errors: null },
}
const me = (role = 'cashier', name = 'nelao') => ({
  json: {
    status: 'success',
    operator: { id: `op_${name}`, name, role },
    mode: 'sandbox',
    portal_name: 'Dhow',
    queues: { deposits: 1, withdrawals: 0 },
    four_eyes: [{ market: 'NA', currency: 'NAD', amount: '10000.00' }],
    books: { ok: true, broken: 0, checked_at: '2026-11-21T09:00:00.000Z' },
  },
})
const deposit = (more: Record<string, unknown> = {}) => ({
  id: 'dep_1',
  family: 'manual-namibia',
  method: 'Bank transfer (EFT)',
  declared_amount: '500.00',
  credited_amount: null,
  currency: 'NAD',
  utr: 'REF1',
  status: 'pending',
  state: 'submitted',
  reason: null,
  has_proof: false,
  submitted_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
  expected_by: null,
  player: {
    id: 'ply_1',
    player_name: 'maria.n',
    mobile: '+264812000001',
    market: 'NA',
    active: true,
    wallet: 'open',
    debt: '0.00',
  },
  held: [],
  rail: 'eft_na',
  deposit_code: 'ABC123',
  paid_to: 'EFT (2)',
  claimed_by: null,
  claim_expires_at: null,
  first_approver: null,
  age_s: 60,
  version: 1,
  warnings: [],
  question: null,
  answer: null,
  proof: null,
  proofs: 0,
  timeline: [],
  ...more,
})
const shown = (more?: Record<string, unknown>) => ({ json: { status: 'success', deposit: deposit(more) } })
const desks = (more: Answers = {}): Answers => ({
  'GET /staff/me': me(),
  'GET /staff/deposits': {
    json: { status: 'success', deposits: [deposit()], next_cursor: null, counts: { open: 1 } },
  },
  'GET /staff/deposits/dep_1': shown(),
  'GET /staff/audit': { json: { status: 'success', entries: [], next_cursor: null } },
  ...more,
})

let desk: Awaited<ReturnType<typeof renderScreen>>
let server: ReturnType<typeof fakeServer>
const open = async (answers: Answers, path = '/deposits/dep_1') => {
  server = fakeServer(answers)
  vi.stubGlobal('fetch', server.fetch)
  desk = await renderScreen(
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>,
  )
}
const bodies = (call: string) => server.sent.filter((one) => one.call === call).map((one) => one.body)
beforeEach(() => localStorage.setItem('dhow_console_signed_in', '1'))
afterEach(async () => {
  await desk.unmount()
  vi.unstubAllGlobals()
})

describe('the door', () => {
  it('asks a browser that never was in for a name, and the server for nothing', async () => {
    localStorage.clear()
    await open({}, '/')
    expect(desk.field('Name').value).toBe('')
    expect(server.sent).toEqual([])
  })

  it('takes the second factor and opens the screen of the address', async () => {
    localStorage.clear()
    const ticket = { json: { status: 'success', next: 'totp', ticket: 't1', enrol: null } }
    const wrong = { code: 'staff_credentials_wrong', message: 'The name, the password or the code is not right.' }
    await open(
      desks({
        'POST /staff/sign-in': ticket,
        'POST /staff/sign-in/totp': (body) =>
          (body as { code: string }).code === '123456'
            ? { json: { status: 'success', operator: me().json.operator } }
            : { status: 401, json: { status: 'error', errors: null, ...wrong } },
      }),
    )
    await desk.fill('Name', 'nelao')
    await desk.fill('Password', 'a long one')
    await desk.press('Sign in')
    await desk.fill('Code', '000000')
    await desk.press('Confirm')
    expect(desk.text()).toContain(wrong.message)
    expect(desk.field('Code').value).toBe('000000')
    await desk.fill('Code', '123 456')
    await desk.press('Confirm')
    expect(desk.text()).toContain('N$500.00')
    expect(bodies('POST /staff/sign-in/totp').at(-1)).toEqual({ ticket: 't1', code: '123456' })
  })

  it('that closes by itself keeps what was being written', async () => {
    await open(desks({ 'POST /staff/deposits/dep_1/approve': signedOut }))
    await desk.press('Approve')
    await desk.fill('Received amount', '480')
    server.answers['GET /staff/me'] = signedOut
    await desk.press('Confirm approval')
    expect(desk.text()).toContain('Your session has ended')
    expect(desk.text()).not.toContain('Received amount')
    server.answers['GET /staff/me'] = me()
    server.answers['POST /staff/sign-in'] = {
      json: { status: 'success', next: 'totp', ticket: 't2', enrol: null },
    }
    server.answers['POST /staff/sign-in/totp'] = { json: { status: 'success', operator: me().json.operator } }
    await desk.fill('Name', 'nelao')
    await desk.fill('Password', 'a long one')
    await desk.press('Sign in')
    await desk.fill('Code', '123456')
    await desk.press('Confirm')
    expect(desk.field('Received amount').value).toBe('480')
  })
})

describe('a decision', () => {
  it('is sent with what was received and the version that was seen, and what was typed stays when it fails', async () => {
    const fault = { received_amount: ['Enter a valid number'] }
    await open(
      desks({
        'POST /staff/deposits/dep_1/approve': {
          status: 422,
          json: { status: 'error', code: 'invalid_fields', message: 'Enter a valid number', errors: fault },
        },
      }),
    )
    await desk.key('a')
    await desk.fill('Received amount', '48,0')
    await desk.press('Confirm approval')
    expect(desk.field('Received amount').value).toBe('48,0')
    expect(desk.text()).toContain('Enter a valid number')
    await desk.fill('Received amount', '480')
    expect(desk.text()).not.toContain('Enter a valid number')
    server.answers['POST /staff/deposits/dep_1/approve'] = shown({
      state: 'approved',
      credited_amount: '480.00',
      version: 3,
    })
    await desk.press('Confirm approval')
    expect(desk.text()).toContain('N$480.00 credited to maria.n.')
    expect(bodies('POST /staff/deposits/dep_1/approve')).toEqual([
      { received_amount: '48,0', version: 1 },
      { received_amount: '480', version: 1 },
    ])
    expect(server.sent.at(-1)!.headers.get('x-dhow-console')).toBe('1')
  })

  it('about something that has moved on is asked again about what stands there now', async () => {
    const moved = { code: 'deposit_state_changed', message: 'This deposit has moved on in the meantime.' }
    await open(
      desks({
        'POST /staff/deposits/dep_1/reject': { status: 409, json: { status: 'error', errors: null, ...moved } },
      }),
    )
    await desk.key('r')
    await desk.fill('Reason', 'not_received')
    server.answers['GET /staff/deposits/dep_1'] = shown({ version: 4, state: 'under_review' })
    await desk.press('Confirm rejection')
    expect(desk.text()).toContain(moved.message)
    expect(desk.field('Reason').value).toBe('not_received')
    await desk.press('Confirm rejection')
    expect(bodies('POST /staff/deposits/dep_1/reject').map((body) => (body as { version: number }).version)).toEqual([
      1, 4,
    ])
  })

  it('waits for a claim under way, and is about what the claim left', async () => {
    let answerClaim = () => {}
    const claim = new Promise<void>((resolve) => (answerClaim = resolve))
    const claimed = { claimed_by: 'nelao', claim_expires_at: '2026-11-21T09:10:00.000Z', version: 2 }
    await open(
      desks({
        'POST /staff/deposits/dep_1/claim': async () => {
          await claim
          return shown(claimed)
        },
        'POST /staff/deposits/dep_1/approve': shown({ state: 'approved', credited_amount: '500.00', version: 4 }),
      }),
    )
    await desk.press('Claim')
    await desk.press('Approve')
    await desk.key('a')
    expect(() => desk.field('Received amount')).toThrow()
    answerClaim()
    await desk.settled()
    await desk.press('Approve')
    await desk.fill('Received amount', '500')
    await desk.press('Confirm approval')
    expect(bodies('POST /staff/deposits/dep_1/approve')).toEqual([{ received_amount: '500', version: 2 }])
  })

  it('of a colleague meanwhile is named in the form, which keeps what was typed', async () => {
    const entry = {
      id: 'aud_1',
      at: '2026-11-21T09:30:00.000Z',
      operator: 'hilma',
      action: 'deposit.approve',
      subject: 'dep_1',
      text: 'Credited N$500.00',
      before: null,
      after: null,
    }
    const conflict = { code: 'deposit_state_changed', message: 'This deposit has moved on in the meantime.' }
    await open(
      desks({
        'POST /staff/deposits/dep_1/approve': { status: 409, json: { status: 'error', errors: null, ...conflict } },
      }),
    )
    await desk.press('Approve')
    await desk.fill('Received amount', '499')
    server.answers['GET /staff/deposits/dep_1'] = shown({ state: 'approved', credited_amount: '500.00', version: 2 })
    server.answers['GET /staff/audit?subject=dep_1'] = {
      json: { status: 'success', entries: [entry], next_cursor: null },
    }
    await desk.press('Confirm approval')
    await desk.until('Decided in the meantime by hilma')
    expect(desk.text()).toContain('Credited N$500.00')
    expect(desk.field('Received amount').value).toBe('499')
  })

  it('takes keys that come before the deposit has loaded into its form, and never navigates by them', async () => {
    await open(desks(), '/deposits')
    for (const key of ['j', 'a', '2', '5', '0'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await desk.until('Received amount')
    expect(desk.field('Received amount').value).toBe('250')
    await desk.key('5')
    expect(desk.text()).not.toContain('Approved withdrawals as files')
  })

  it('never navigates by digits behind a letter that opens nothing', async () => {
    await open(desks({ 'GET /staff/deposits/dep_1': shown({ state: 'approved', credited_amount: '500.00' }) }))
    for (const key of ['a', '5']) await desk.key(key)
    expect(desk.text()).not.toContain('Approved withdrawals as files')
  })

  it.each([
    ['4,999.00', '4999.00'],
    ['N$4 999', '4999'],
    ['4,99', '4,99'],
  ])('sends the amount %s as %s', async (typed, sent) => {
    const declared = { 'GET /staff/deposits/dep_1': shown({ declared_amount: '4999.00' }) }
    await open(desks({ ...declared, 'POST /staff/deposits/dep_1/approve': shown({ state: 'approved' }) }))
    await desk.press('Approve')
    await desk.fill('Received amount', typed)
    await desk.press('Confirm approval')
    expect(bodies('POST /staff/deposits/dep_1/approve')).toEqual([{ received_amount: sent, version: 1 }])
  })

  it('asks for more than the player declared a second time, in words', async () => {
    await open(desks({ 'POST /staff/deposits/dep_1/approve': shown({ state: 'approved' }) }))
    await desk.press('Approve')
    await desk.fill('Received amount', '5000')
    expect(desk.text()).toContain('You credit five thousand Namibian dollars.')
    await desk.fill('Received amount again', '5,000')
    await desk.press('Confirm approval')
    expect(bodies('POST /staff/deposits/dep_1/approve')).toEqual([
      { received_amount: '5000', amount_confirmation: '5000', version: 1 },
    ])
  })

  it('of a large amount says that two are needed', async () => {
    await open(desks())
    await desk.press('Approve')
    await desk.fill('Received amount', '9999.99')
    expect(desk.text()).not.toContain('two operators')
    await desk.fill('Received amount', '10000')
    expect(desk.text()).toContain('From N$10,000.00, two operators have to approve.')
  })

  it.each([
    ['is a colleague’s while they check', { claimed_by: 'tuli', claim_expires_at: '2026-11-21T09:10:00.000Z' }],
    ['is not for whom has approved first', { state: 'awaiting_second_approval', first_approver: 'nelao' }],
  ])('%s', async (_name, more) => {
    await open(desks({ 'GET /staff/deposits/dep_1': shown(more) }))
    await desk.key('a')
    expect(() => desk.field('Received amount')).toThrow()
    expect([...desk.place.querySelectorAll('button')].map((button) => button.textContent)).not.toContain('Approve a')
  })

  it('is not for whom only reads', async () => {
    await open(desks({ 'GET /staff/me': me('support') }))
    expect(desk.text()).toContain('Your role can view this queue')
    await desk.key('r')
    expect(() => desk.field('Reason')).toThrow()
  })
})

it('a server that does not answer is said to be silent, with a way to try again', async () => {
  await open({})
  await desk.until('The server does not answer.')
  Object.assign(server.answers, desks())
  await desk.press('Try again')
  expect(desk.text()).toContain('N$500.00')
})
