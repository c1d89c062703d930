import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deposit } from '../testing/decisions.ts'
import type { GivenRole } from '@dhow/contract/given-roles'
import { meAs } from '../testing/me.ts'
import { fakeServer, renderScreen, type Answers } from '../testing/render.tsx'
import { App } from './app.tsx'

const signedOut = {
  status: 401,
  json: { status: 'error', code: 'staff_session_invalid', message: 'Please sign in to the console.', errors: null },
}
const me = (role: GivenRole = 'cashier', name = 'nelao') =>
  meAs(
    role,
    {
      queues: { deposits: 1, withdrawals: 0 },
      four_eyes: [{ market: 'NA', currency: 'NAD', amount: '10000.00' }],
    },
    name,
  )
const shown = (more?: Record<string, unknown>) => ({ json: { status: 'success', deposit: deposit(more) } })
const answersWith = (more: Answers = {}): Answers => ({
  'GET /staff/me': me(),
  'GET /staff/deposits': {
    json: { status: 'success', deposits: [deposit()], next_cursor: null, counts: { open: 1 } },
  },
  'GET /staff/deposits/dep_1': shown(),
  'GET /staff/audit': { json: { status: 'success', entries: [], next_cursor: null } },
  ...more,
})

let page: Awaited<ReturnType<typeof renderScreen>>
let server: ReturnType<typeof fakeServer>
const open = async (answers: Answers, path = '/deposits/dep_1') => {
  server = fakeServer(answers)
  vi.stubGlobal('fetch', server.fetch)
  page = await renderScreen(
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>,
  )
}
const bodies = (call: string) => server.sent.filter((one) => one.call === call).map((one) => one.body)
beforeEach(() => localStorage.setItem('dhow_console_signed_in', '1'))
afterEach(async () => {
  await page.unmount()
  vi.unstubAllGlobals()
})

describe('the sign-in', () => {
  it('shows the form in a new browser without calling the server', async () => {
    localStorage.clear()
    await open({}, '/')
    expect(page.field('Name').value).toBe('')
    expect(server.sent).toEqual([])
  })

  it('accepts the second factor and opens the address’s screen', async () => {
    localStorage.clear()
    const ticket = { json: { status: 'success', next: 'totp', ticket: 't1', enrol: null } }
    const wrong = { code: 'staff_credentials_wrong', message: 'The name, the password or the code is wrong.' }
    await open(
      answersWith({
        'POST /staff/sign-in': ticket,
        'POST /staff/sign-in/totp': (body) =>
          (body as { code: string }).code === '123456'
            ? { json: { status: 'success', operator: me().json.operator } }
            : { status: 401, json: { status: 'error', errors: null, ...wrong } },
      }),
    )
    await page.fill('Name', 'nelao')
    await page.fill('Password', 'a long one')
    await page.press('Sign in')
    await page.fill('Code', '000000')
    await page.press('Confirm')
    expect(page.text()).toContain(wrong.message)
    expect(page.field('Code').value).toBe('000000')
    await page.fill('Code', '123 456')
    await page.press('Confirm')
    expect(page.text()).toContain('N$500.00')
    expect(bodies('POST /staff/sign-in/totp').at(-1)).toEqual({ ticket: 't1', code: '123456' })
  })

  it('that reappears after the session expired keeps what was typed', async () => {
    await open(answersWith({ 'POST /staff/deposits/dep_1/approve': signedOut }))
    await page.press('Approve')
    await page.fill('Received amount', '480')
    server.answers['GET /staff/me'] = signedOut
    await page.press('Confirm approval')
    expect(page.text()).toContain('Your session has ended')
    expect(page.text()).not.toContain('Received amount')
    server.answers['GET /staff/me'] = me()
    server.answers['POST /staff/sign-in'] = {
      json: { status: 'success', next: 'totp', ticket: 't2', enrol: null },
    }
    server.answers['POST /staff/sign-in/totp'] = { json: { status: 'success', operator: me().json.operator } }
    await page.fill('Name', 'nelao')
    await page.fill('Password', 'a long one')
    await page.press('Sign in')
    await page.fill('Code', '123456')
    await page.press('Confirm')
    expect(page.field('Received amount').value).toBe('480')
  })
})

describe('a decision', () => {
  it('is sent with the received amount and the seen version, and keeps what was typed if it fails', async () => {
    const fault = { received_amount: ['Enter a valid number'] }
    await open(
      answersWith({
        'POST /staff/deposits/dep_1/approve': {
          status: 422,
          json: { status: 'error', code: 'invalid_fields', message: 'Enter a valid number', errors: fault },
        },
      }),
    )
    await page.key('a')
    await page.fill('Received amount', '48,0')
    await page.press('Confirm approval')
    expect(page.field('Received amount').value).toBe('48,0')
    expect(page.text()).toContain('Enter a valid number')
    await page.fill('Received amount', '480')
    expect(page.text()).not.toContain('Enter a valid number')
    server.answers['POST /staff/deposits/dep_1/approve'] = shown({
      state: 'approved',
      credited_amount: '480.00',
      version: 3,
    })
    await page.press('Confirm approval')
    expect(page.text()).toContain('N$480.00 credited to maria.n.')
    expect(bodies('POST /staff/deposits/dep_1/approve')).toEqual([
      { received_amount: '48,0', version: 1 },
      { received_amount: '480', version: 1 },
    ])
    expect(server.sent.at(-1)!.headers.get('x-dhow-console')).toBe('1')
  })

  it('on a changed record is requested again with the current state', async () => {
    const moved = { code: 'deposit_state_changed', message: 'This deposit has moved on in the meantime.' }
    await open(
      answersWith({
        'POST /staff/deposits/dep_1/reject': { status: 409, json: { status: 'error', errors: null, ...moved } },
      }),
    )
    await page.key('r')
    await page.fill('Reason', 'not_received')
    server.answers['GET /staff/deposits/dep_1'] = shown({ version: 4, state: 'under_review' })
    await page.press('Confirm rejection')
    expect(page.text()).toContain(moved.message)
    expect(page.field('Reason').value).toBe('not_received')
    await page.press('Confirm rejection')
    expect(bodies('POST /staff/deposits/dep_1/reject').map((body) => (body as { version: number }).version)).toEqual([
      1, 4,
    ])
  })

  it('waits for a running claim, and uses the version after it', async () => {
    let answerClaim = () => {}
    const claim = new Promise<void>((resolve) => (answerClaim = resolve))
    const claimed = { claimed_by: 'nelao', claim_expires_at: '2026-11-21T09:10:00.000Z', version: 2 }
    await open(
      answersWith({
        'POST /staff/deposits/dep_1/claim': async () => {
          await claim
          return shown(claimed)
        },
        'POST /staff/deposits/dep_1/approve': shown({ state: 'approved', credited_amount: '500.00', version: 4 }),
      }),
    )
    await page.press('Claim')
    await page.press('Approve')
    await page.key('a')
    expect(() => page.field('Received amount')).toThrow('there is no')
    answerClaim()
    await page.settled()
    await page.press('Approve')
    await page.fill('Received amount', '500')
    await page.press('Confirm approval')
    expect(bodies('POST /staff/deposits/dep_1/approve')).toEqual([{ received_amount: '500', version: 2 }])
  })

  it('of a colleague meanwhile is shown in the form, which keeps what was typed', async () => {
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
      answersWith({
        'POST /staff/deposits/dep_1/approve': { status: 409, json: { status: 'error', errors: null, ...conflict } },
      }),
    )
    await page.press('Approve')
    await page.fill('Received amount', '499')
    server.answers['GET /staff/deposits/dep_1'] = shown({ state: 'approved', credited_amount: '500.00', version: 2 })
    server.answers['GET /staff/audit?subject=dep_1'] = {
      json: { status: 'success', entries: [entry], next_cursor: null },
    }
    await page.press('Confirm approval')
    await page.until('Decided in the meantime by hilma')
    expect(page.text()).toContain('Credited N$500.00')
    expect(page.field('Received amount').value).toBe('499')
  })

  it('puts keys typed before the deposit has loaded into its form, without navigating', async () => {
    await open(answersWith(), '/deposits')
    for (const key of ['j', 'a', '2', '5', '0'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await page.until('Received amount')
    expect(page.field('Received amount').value).toBe('250')
    await page.key('5')
    expect(page.text()).not.toContain('Approved withdrawals as files')
  })

  it('never navigates by digits after a letter that opens nothing', async () => {
    await open(answersWith({ 'GET /staff/deposits/dep_1': shown({ state: 'approved', credited_amount: '500.00' }) }))
    for (const key of ['a', '5']) await page.key(key)
    expect(page.text()).not.toContain('Approved withdrawals as files')
  })

  it.each([
    ['4,999.00', '4999.00'],
    ['N$4 999', '4999'],
    ['4,99', '4,99'],
  ])('sends the amount %s as %s', async (typed, sent) => {
    const declared = { 'GET /staff/deposits/dep_1': shown({ declared_amount: '4999.00' }) }
    await open(answersWith({ ...declared, 'POST /staff/deposits/dep_1/approve': shown({ state: 'approved' }) }))
    await page.press('Approve')
    await page.fill('Received amount', typed)
    await page.press('Confirm approval')
    expect(bodies('POST /staff/deposits/dep_1/approve')).toEqual([{ received_amount: sent, version: 1 }])
  })

  it('of more than the declared amount needs a second confirmation, shown in words', async () => {
    await open(answersWith({ 'POST /staff/deposits/dep_1/approve': shown({ state: 'approved' }) }))
    await page.press('Approve')
    await page.fill('Received amount', '5000')
    expect(page.text()).toContain('You credit five thousand Namibian dollars.')
    await page.fill('Received amount again', '5,000')
    await page.press('Confirm approval')
    expect(bodies('POST /staff/deposits/dep_1/approve')).toEqual([
      { received_amount: '5000', amount_confirmation: '5000', version: 1 },
    ])
  })

  it('of a large amount names the second operator it needs', async () => {
    await open(answersWith())
    await page.press('Approve')
    await page.fill('Received amount', '9999.99')
    expect(page.text()).not.toContain('two operators')
    await page.fill('Received amount', '10000')
    expect(page.text()).toContain('From N$10,000.00, two operators have to approve.')
  })

  it.each([
    ['is a colleague’s while they check', { claimed_by: 'tuli', claim_expires_at: '2026-11-21T09:10:00.000Z' }],
    ['is not for whom has approved first', { state: 'awaiting_second_approval', first_approver: 'nelao' }],
  ])('%s', async (_name, more) => {
    await open(answersWith({ 'GET /staff/deposits/dep_1': shown(more) }))
    await page.key('a')
    expect(() => page.field('Received amount')).toThrow('there is no')
    expect([...page.container.querySelectorAll('button')].map((button) => button.textContent)).not.toContain(
      'Approve a',
    )
  })

  it('is not offered to a read-only operator', async () => {
    await open(answersWith({ 'GET /staff/me': me('support') }))
    expect(page.text()).toContain('Your role can view this queue')
    await page.key('r')
    expect(() => page.field('Reason')).toThrow('there is no')
  })
})

it('a deposit’s history refers to the player in the third person, and quotes the player’s texts', async () => {
  const steps = [
    { code: 'deposit_declared', params: { amount: '500.00', currency: 'NAD', reference: 'REF1' } },
    { code: 'deposit_rejected', params: { reason: 'not_received' } },
  ]
  const timeline = steps.map((text) => ({ at: '2026-11-21T09:00:00.000Z', state: 'submitted', text }))
  await open(answersWith({ 'GET /staff/deposits/dep_1': shown({ timeline }) }))
  expect(page.text()).toContain('The player reported a payment of N$500.00 with the reference REF1.')
  expect(page.text()).toContain('Rejected. The player reads: “We did not receive this payment.”')
  expect(page.text()).not.toContain('You reported')
})

it('shows that the server does not answer, with a retry button', async () => {
  await open({})
  await page.until('The server does not answer.')
  Object.assign(server.answers, answersWith())
  await page.press('Try again')
  expect(page.text()).toContain('N$500.00')
})
