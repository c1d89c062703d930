import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { counts, deposit, line, me, withdrawal } from '../testing/decisions.ts'
import { fakeServer, renderScreen } from '../testing/render.tsx'
import { App } from './app.tsx'

const candidate = {
  ...{ payment_id: 'dep_1', score: 100, exact: true, why: ['amount'], amount: '150.00', reference: 'AB1234' },
  ...{
    player: { id: 'ply_1', player_name: 'maria.n' },
    state: 'submitted',
    at: line.day,
    action: 'credit',
    note: null,
  },
  ...{ warnings: [], failed: null, ready: true },
}
/** Forms that credit or pay out a player's money, each opened by its key. */
const forms = [
  { action: 'crediting a deposit', path: '/deposits/dep_1', key: 'a', state: 'submitted', other: 'a withdrawal' },
  { action: 'crediting a bank line', path: '/statements/stl_1', key: 'a', state: 'waiting', other: 'a withdrawal' },
  { action: 'assigning a bank line', path: '/statements/stl_1', key: 's', state: 'waiting', other: 'a withdrawal' },
  { action: 'approving a withdrawal', path: '/withdrawals/wd_1', key: 'a', state: 'requested', other: 'a deposit' },
  { action: 'paying a withdrawal', path: '/withdrawals/wd_1', key: 'p', state: 'approved', other: 'a deposit' },
  { action: 'sending a withdrawal', path: '/withdrawals/wd_1', key: 's', state: 'approved', other: 'a deposit' },
] as const

let screen: Awaited<ReturnType<typeof renderScreen>>
beforeEach(() => localStorage.setItem('dhow_console_signed_in', '1'))
afterEach(async () => {
  await screen.unmount()
  vi.unstubAllGlobals()
})

it.each(forms)(
  'the form for $action notes, in a sandbox only, that live mode may need a second person',
  async (form) => {
    for (const mode of ['sandbox', 'live']) {
      const json = (more: object) => ({ json: { status: 'success', ...more } })
      const server = fakeServer({
        'GET /staff/me': { json: { ...me, mode } },
        'GET /staff/audit': json({ entries: [], next_cursor: null }),
        'GET /staff/player-messages': json({ messages: [], next_cursor: null }),
        'GET /staff/withdrawals': json({ withdrawals: [], next_cursor: null, counts }),
        'GET /staff/statement-lines': json({ lines: [], next_cursor: null, counts }),
        'GET /staff/deposits': json({ deposits: [], next_cursor: null, counts }),
        'GET /staff/deposits/dep_1': json({ deposit: deposit() }),
        'GET /staff/deposits/dep_1/bank-lines': json({ lines: [] }),
        'GET /staff/withdrawals/wd_1': json({ withdrawal: { ...withdrawal, state: form.state }, waiting: null }),
        'GET /staff/statement-lines/stl_1': json({ line: { ...line, candidates: [candidate] }, waiting: null }),
      })
      vi.stubGlobal('fetch', server.fetch)
      screen = await renderScreen(
        <MemoryRouter initialEntries={[form.path]}>
          <App />
        </MemoryRouter>,
      )
      await screen.key(form.key)
      const text = screen.container.querySelector('form[data-action-form]')?.textContent
      const sentence = `in live mode a second person would be asked for if you decided on ${form.other} of this player today`
      expect([mode, text?.includes(sentence)]).toEqual([mode, mode === 'sandbox'])
      if (mode === 'sandbox') await screen.unmount()
    }
  },
)
