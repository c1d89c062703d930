import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, renderScreen } from '../testing/render.tsx'
import { App } from './app.tsx'

const at = '2026-11-21T09:00:00.000Z'
const player = {
  id: 'ply_1',
  player_name: 'maria.n',
  mobile: '+264812000001',
  market: 'NA',
  active: true,
  wallet: 'open',
  debt: '0.00',
}
const me = {
  status: 'success',
  operator: { id: 'op_nelao', name: 'nelao', role: 'cashier' },
  mode: 'sandbox',
  portal_name: 'Dhow',
  books: { ok: true, broken: 0, checked_at: at },
  queues: { deposits: 0, withdrawals: 1, statements: 1, batches: 1, cases: 0 },
  four_eyes: [{ market: 'NA', currency: 'NAD', amount: '10000.00' }],
}
const withdrawal = {
  ...{ id: 'wd_1', amount: '400.00', fee: '0.00', currency: 'NAD', state: 'requested', status: 'pending' },
  ...{ account: { label: 'Bank', number: '•• 4567' }, reason: null, requested_at: at, expected_by: null, version: 1 },
  ...{ payment_reference: null, player, stops: [], pay_to: [], pay_code: 'PAY1', batch_id: null, by_service: false },
  ...{ first_approver: null, age_s: 60, warnings: [], timeline: [] },
}
const line = {
  ...{ id: 'stl_1', statement_id: 'stm_1', account: '2', account_name: 'EFT', currency: 'NAD', day: '2026-11-21' },
  ...{ amount: '150.00', reference: 'AB 1234', text: 'Ester Nangolo', bank_id: 'B-77', state: 'waiting', age_s: 600 },
  ...{ version: 1, looks_like: null, candidates: [], payment_id: null, player: null, first_operator: null },
  ...{ decided_by: null, decided_at: null, note: null },
}
const batch = {
  ...{ id: 'bat_1', market: 'NA', kind: 'bank_na', currency: 'NAD', state: 'draft', payouts: 2, total: '800.00' },
  ...{ made_by: 'nelao', made_at: at, sent_by: null, sent_at: null, version: 1, states: { batched: 2 } },
}
const counts = { open: 0, exact: 0, by_hand: 0, outgoing: 0, awaiting_second_approval: 0 }

/** One form of each kind about something that a colleague decides first. */
const forms = [
  {
    name: 'a withdrawal',
    path: '/withdrawals/wd_1',
    get: '/staff/withdrawals/wd_1',
    post: '/staff/withdrawals/wd_1/approve',
    reply: (more: object) => ({ withdrawal: { ...withdrawal, ...more }, waiting: null }),
    decided: { state: 'rejected', version: 2 },
    code: 'withdrawal_state_changed',
    key: 'a',
    typed: ['Note for colleagues', 'Looks right'],
    confirm: 'Confirm approval',
  },
  {
    name: 'a bank line',
    path: '/statements/stl_1',
    get: '/staff/statement-lines/stl_1',
    post: '/staff/statement-lines/stl_1/dismiss',
    reply: (more: object) => ({ line: { ...line, ...more }, waiting: null }),
    decided: { state: 'assigned', decided_at: at, decided_by: 'hilma', version: 2 },
    code: 'statement_line_changed',
    key: 'r',
    typed: ['Reason in words', 'Sent back by the bank'],
    confirm: 'Confirm dismissal',
  },
  {
    name: 'a payout batch',
    path: '/payouts/bat_1',
    get: '/staff/payout-batches/bat_1',
    post: '/staff/payout-batches/bat_1/send',
    reply: (more: object) => ({
      ...{ batch: { ...batch, ...more }, withdrawals: [], pain001: 'unsupported' },
      layouts: [{ code: 'plain', name: 'Plain CSV', confirmed: true }],
    }),
    decided: { state: 'cancelled', version: 2 },
    code: 'batch_state_changed',
    key: 's',
    typed: undefined,
    confirm: 'Confirm sent',
  },
] as const

let screen: Awaited<ReturnType<typeof renderScreen>>
beforeEach(() => localStorage.setItem('dhow_console_signed_in', '1'))
afterEach(async () => {
  await screen.unmount()
  vi.unstubAllGlobals()
})

describe.each(forms)('a colleague’s decision about $name while its form is open', (form) => {
  const shown = (more: object = {}) => ({ json: { status: 'success', ...form.reply(more) } })
  const entry = { id: 'aud_1', at, operator: 'hilma', action: 'x', subject: 'x', before: null, after: null }
  const audit = (...entries: object[]) => ({ json: { status: 'success', entries, next_cursor: null } })

  it('is named in the form, which keeps what was typed, and nothing is sent twice by itself', async () => {
    const conflict = { status: 'error', code: form.code, message: 'This has moved on in the meantime.', errors: null }
    const server = fakeServer({
      'GET /staff/me': { json: me },
      'GET /staff/audit': audit(),
      'GET /staff/player-messages': { json: { status: 'success', messages: [], next_cursor: null } },
      'GET /staff/withdrawals': { json: { status: 'success', withdrawals: [], next_cursor: null, counts } },
      'GET /staff/statement-lines': { json: { status: 'success', lines: [], next_cursor: null, counts } },
      'GET /staff/payout-batches': {
        json: { status: 'success', batches: [], next_cursor: null, service: true, ready: [] },
      },
      [`GET ${form.get}`]: shown(),
      [`POST ${form.post}`]: { status: 409, json: conflict },
    })
    vi.stubGlobal('fetch', server.fetch)
    screen = await renderScreen(
      <MemoryRouter initialEntries={[form.path]}>
        <App />
      </MemoryRouter>,
    )
    await screen.key(form.key)
    if (form.typed) await screen.fill(form.typed[0], form.typed[1])
    server.answers[`GET ${form.get}`] = shown(form.decided)
    const subject = form.get.split('/').at(-1)
    server.answers[`GET /staff/audit?subject=${subject}`] = audit({ ...entry, text: 'Decided it first' })
    await screen.press(form.confirm)
    await screen.until('Decided in the meantime by hilma')
    expect(screen.text()).toContain('Decided it first')
    expect(screen.text()).toContain(conflict.message)
    if (form.typed) expect(screen.field(form.typed[0]).value).toBe(form.typed[1])
    expect(server.sent.filter(({ call }) => call === `POST ${form.post}`)).toHaveLength(1)
  })
})
