import { afterEach, describe, expect, it } from 'vitest'
import type { GivenRole } from '@dhow/contract/given-roles'
import { meAs } from '../testing/me.ts'
import { bodies, closeConsole, openConsole, screen } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const me = (role: GivenRole = 'cashier') =>
  meAs(role, {
    queues: { deposits: 0, withdrawals: 0, statements: 2, batches: 1, cases: 0 },
    four_eyes: [{ market: 'NA', currency: 'NAD', amount: '10000.00' }],
  })
const trail = { json: { status: 'success', entries: [], next_cursor: null } }

async function open(path: string, answers: Answers, role: GivenRole = 'cashier') {
  await openConsole(path, { 'GET /staff/me': me(role), 'GET /staff/audit': trail, ...answers })
}
afterEach(closeConsole)

describe('batches of payouts', () => {
  const batch = (more: Record<string, unknown> = {}) => ({
    id: 'bat_1',
    market: 'NA',
    kind: 'bank_na',
    currency: 'NAD',
    state: 'draft',
    payouts: 2,
    total: '800.00',
    made_by: 'nelao',
    made_at: '2026-11-21T09:00:00.000Z',
    sent_by: null,
    sent_at: null,
    version: 1,
    states: { batched: 2 },
    ...more,
  })
  it('are made of approved payouts, and marked as sent by keyboard', async () => {
    const shown = (more = {}) => ({
      json: {
        status: 'success',
        batch: batch(more),
        withdrawals: [],
        layouts: [
          { code: 'plain', name: 'Plain CSV', confirmed: true },
          { code: 'na_fnb', name: 'FNB Namibia, bulk payment CSV', confirmed: false },
        ],
        held_back: [],
        pain001: 'ready',
      },
    })
    await open('/payouts', {
      'GET /staff/payout-batches': {
        json: {
          status: 'success',
          batches: [],
          next_cursor: null,
          service: true,
          ready: [
            {
              kind: 'bank_na',
              label: 'Bank account',
              market: 'NA',
              currency: 'NAD',
              payouts: 2,
              amount: '800.00',
              held_back: [],
            },
          ],
        },
      },
      'POST /staff/payout-batches': shown(),
      'GET /staff/payout-batches/bat_1': shown(),
      'POST /staff/payout-batches/bat_1/send': shown({
        state: 'sent',
        version: 2,
        sent_by: 'nelao',
        sent_at: '2026-11-21T10:00:00.000Z',
      }),
    })
    await screen.press('Create batch of 2')
    expect(bodies('POST /staff/payout-batches')).toEqual([{ kind: 'bank_na' }])
    expect([...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'))).toEqual([
      '/api/v1/dhow/staff/payout-batches/bat_1/csv?layout=plain',
      '/api/v1/dhow/staff/payout-batches/bat_1/pain001',
    ])
    await screen.fill('CSV layout', 'na_fnb')
    expect(screen.text()).toContain('Layout not confirmed with the bank.')
    expect(document.querySelector('a[download]')?.getAttribute('href')).toContain('layout=na_fnb')
    await screen.key('s')
    await screen.press('Confirm sent')
    expect(bodies('POST /staff/payout-batches/bat_1/send')).toEqual([{ version: 1 }])
  })
})
