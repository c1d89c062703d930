import { operatorText, operatorTexts } from '@dhow/contract/operator-texts'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { GivenRole } from '@dhow/contract/given-roles'
import { meAs } from '../testing/me.ts'
import { bodies, closeConsole, openConsole, screen } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const me = (role: GivenRole = 'cashier') =>
  meAs(role, {
    queues: { deposits: 0, withdrawals: 0, statements: 2, batches: 1, cases: 0 },
    four_eyes: [{ market: 'NA', currency: 'NAD', amount: '10000.00' }],
  })
const candidate = (more: Record<string, unknown> = {}) => ({
  payment_id: 'dep_1',
  score: 100,
  exact: true,
  why: ['reference', 'amount'],
  amount: '150.00',
  reference: 'AB1234',
  player: { id: 'ply_1', player_name: 'maria.n' },
  state: 'submitted',
  at: '2026-11-21T09:00:00.000Z',
  action: 'credit',
  note: null,
  warnings: [],
  failed: null,
  ready: true,
  ...more,
})
const line = (more: Record<string, unknown> = {}) => ({
  id: 'stl_1',
  statement_id: 'stm_1',
  account: '2',
  account_name: 'EFT (0800123456)',
  currency: 'NAD',
  day: '2026-11-21',
  amount: '150.00',
  reference: 'AB 1234',
  text: 'Ester Nangolo',
  bank_id: 'B-77',
  state: 'waiting',
  age_s: 600,
  version: 1,
  looks_like: null,
  candidates: [candidate()],
  payment_id: null,
  player: null,
  first_operator: null,
  decided_by: null,
  decided_at: null,
  note: null,
  ...more,
})
const lines = (...rows: unknown[]) => ({
  json: {
    status: 'success',
    lines: rows,
    next_cursor: null,
    counts: { open: 2, exact: 1, by_hand: 1, outgoing: 0, awaiting_second_approval: 0 },
  },
})
const trail = { json: { status: 'success', entries: [], next_cursor: null } }

async function open(path: string, answers: Answers, role: GivenRole = 'cashier') {
  await openConsole(path, { 'GET /staff/me': me(role), 'GET /staff/audit': trail, ...answers })
}
afterEach(closeConsole)

describe('lines of statements', () => {
  it('exact matches are selected by keyboard and credited together, except deselected ones', async () => {
    const two = line({
      id: 'stl_2',
      reference: 'CD5678',
      candidates: [candidate({ payment_id: 'dep_2', reference: 'CD5678' })],
    })
    await open('/statements', {
      'GET /staff/statement-lines': lines(line(), two),
      'POST /staff/statement-lines/approve-exact': {
        json: {
          status: 'success',
          outcomes: [{ line_id: 'stl_1', done: true, text: operatorText('outcome_credited', {}) }],
        },
      },
    })
    await screen.key('x')
    expect(screen.text()).toContain('Credit 2')
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    await act(async () => boxes[1]!.click())
    await screen.press('Credit 1')
    expect(bodies('POST /staff/statement-lines/approve-exact')).toEqual([
      { pairs: [{ line_id: 'stl_1', deposit_id: 'dep_1', version: 1 }] },
    ])
    expect(screen.text()).toContain('1 credited.')
  })

  it('has the catalogue’s current wording of a warning', async () => {
    const changed = vi.spyOn(operatorTexts, 'proof_seen').mockReturnValue('Seen before.')
    const warnings = [{ code: 'proof_seen', params: {}, deposit_id: 'dep_9' }]
    const doubted = line({ candidates: [candidate({ payment_id: 'dep_2', ready: false, warnings })] })
    await open('/statements', { 'GET /staff/statement-lines': lines(doubted) })
    await screen.key('x')
    expect(screen.text()).toContain('Seen before.')
    changed.mockRestore()
  })

  it('with doubts or an earlier failure are listed with their reasons and not selected', async () => {
    const doubted = line({
      id: 'stl_2',
      candidates: [
        candidate({
          payment_id: 'dep_2',
          ready: false,
          warnings: [{ code: 'proof_seen', params: {}, deposit_id: 'dep_9' }],
        }),
      ],
    })
    const failed = line({
      id: 'stl_3',
      candidates: [
        candidate({
          payment_id: 'dep_3',
          ready: false,
          failed: {
            text: operatorText('outcome_refused', { refusal: 'deposit_has_warnings' }),
            by: 'hilma',
            at: '2026-11-21T09:30:00.000Z',
          },
        }),
      ],
    })
    await open('/statements', { 'GET /staff/statement-lines': lines(line(), doubted, failed) })
    await screen.key('x')
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(1)
    expect(screen.text()).toContain('Credit 1')
    expect(screen.text()).toContain('The very same screenshot was sent before.')
    expect(screen.text()).toContain('Credit by hilma failed: This deposit has warnings. Decide it on its own.')
    const links = [...document.querySelectorAll<HTMLAnchorElement>('form a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/statements/stl_2', '/statements/stl_3']))
  })

  it('offer no link that would fail, and name the possible decision', async () => {
    const note = operatorText('line_credited_other', { credited: '2500.00', received: '150.00', currency: 'NAD' })
    await open('/statements/stl_1', {
      'GET /staff/statement-lines': lines(line()),
      'GET /staff/statement-lines/stl_1': {
        json: {
          status: 'success',
          line: line({
            candidates: [candidate({ state: 'approved', amount: '2500.00', action: null, ready: false, note })],
          }),
        },
      },
    })
    await screen.key('l')
    expect(screen.text()).toContain(
      'Credited N$2,500.00; the bank received N$150.00. Reverse the credit, then assign the line.',
    )
    expect(screen.text()).not.toContain('Confirm link')
    expect(document.querySelector('[aria-label^="Open payment: maria.n"]')?.getAttribute('href')).toBe(
      '/deposits/dep_1',
    )
  })

  it('are credited, assigned or ignored by keyboard', async () => {
    const done = {
      json: {
        status: 'success',
        line: line({ state: 'credited', decided_at: '2026-11-21T10:00:00.000Z', decided_by: 'nelao' }),
      },
    }
    await open('/statements/stl_1', {
      'GET /staff/statement-lines': lines(line()),
      'GET /staff/statement-lines/stl_1': {
        json: { status: 'success', line: line({ candidates: [candidate({ exact: false, amount: '200.00' })] }) },
      },
      'POST /staff/statement-lines/stl_1/credit': done,
    })
    await screen.key('a')
    expect(screen.text()).toContain('The player declared N$200.00.')
    await screen.press('Confirm credit')
    expect(bodies('POST /staff/statement-lines/stl_1/credit')).toEqual([{ version: 1, deposit_id: 'dep_1' }])
  })

  it('are read-only for support', async () => {
    await open(
      '/statements/stl_1',
      {
        'GET /staff/statement-lines': lines(line()),
        'GET /staff/statement-lines/stl_1': { json: { status: 'success', line: line() } },
      },
      'support',
    )
    await screen.key('a')
    await screen.key('x')
    expect(screen.text()).not.toContain('Confirm')
    expect(screen.text()).not.toContain('Import statement')
  })
})

describe('reconciliation', () => {
  it('lists every difference with a link to settle it', async () => {
    await open('/reconciliation?day=2026-11-20', {
      'GET /staff/reconciliation?day=2026-11-20': {
        json: {
          status: 'success',
          day: '2026-11-20',
          accounts: [
            {
              account: '2',
              account_name: 'EFT',
              kind: 'bank',
              currency: 'NAD',
              timezone: 'Africa/Windhoek',
              covered: true,
              ours: '150.00',
              theirs: '149.00',
              matched: 0,
              differences: 1,
              suspense: '149.00',
            },
          ],
          differences: [
            {
              kind: 'amount_mismatch',
              account: '2',
              account_name: 'EFT',
              day: '2026-11-20',
              currency: 'NAD',
              ours: '150.00',
              theirs: '149.00',
              payment_id: 'dep_1',
              line_id: 'stl_1',
              reference: 'AB1234',
              text: operatorText('difference_ledger_amount', { ours: '150.00', theirs: '149.00', currency: 'NAD' }),
              action: 'reverse_credit',
              action_id: 'dep_1',
            },
          ],
        },
      },
    })
    expect(screen.text()).toContain('N$149.00')
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
    expect(links).toContain('/deposits/dep_1')
    expect(screen.text()).toContain('Reverse credit')
    expect(links).toContain('/api/v1/dhow/staff/reconciliation/download?day=2026-11-20')
  })
})
