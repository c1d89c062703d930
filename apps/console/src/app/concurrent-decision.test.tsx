import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { at, counts, line, me, withdrawal } from '../testing/decisions.ts'
import { fakeServer, renderScreen } from '../testing/render.tsx'
import { App } from './app.tsx'

const batch = {
  ...{ id: 'bat_1', market: 'NA', kind: 'bank_na', currency: 'NAD', state: 'draft', payouts: 2, total: '800.00' },
  ...{ made_by: 'nelao', made_at: at, sent_by: null, sent_at: null, version: 1, states: { batched: 2 } },
}
/** One form of each kind, whose subject a colleague decides first. */
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

  it('is shown in the form, which keeps what was typed and sends nothing by itself', async () => {
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
