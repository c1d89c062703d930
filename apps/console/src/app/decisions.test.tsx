import { afterEach, describe, expect, it } from 'vitest'
import type { GivenRole } from '@dhow/contract/given-roles'
import type { HeldWin } from '@dhow/contract/held-wins'
import type { RewardCheck } from '@dhow/contract/reward-checks'
import { meAs } from '../testing/me.ts'
import { bodies, closeConsole, openConsole, screen } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const win: HeldWin = {
  id: 'win_1',
  state: 'held',
  provider: 'Pine Games',
  game: 'Pine Slots',
  round_id: 'r-7',
  player_id: 'ply_1',
  player_name: 'maria.n',
  currency: 'NAD',
  stake: '10.00',
  win: '9000.00',
  held: '9000.00',
  multiple: '900.00',
  ceilings: ['multiple'],
  held_at: '2026-11-21T09:00:00.000Z',
  decided_at: null,
  decided_by: null,
  reason: null,
  waits: false,
  version: 1,
}
const check: RewardCheck = {
  id: 'rck_1',
  kind: 'welcome',
  state: 'waiting',
  player_id: 'ply_1',
  player_name: 'maria.n',
  friend_id: null,
  currency: 'NAD',
  amount: '50.00',
  points: 60,
  reasons: [{ code: 'same_address', count: 2, points: 60 }],
  created_at: '2026-11-21T09:00:00.000Z',
  decided_by: null,
  decided_at: null,
  note: null,
}
const ok = (more: object) => ({ json: { status: 'success', ...more } })

async function open(path: string, role: GivenRole, more: Answers) {
  await openConsole(path, {
    'GET /staff/me': meAs(role, { queues: { deposits: 0, withdrawals: 0, cases: 0 }, four_eyes: [] }),
    ...more,
  })
}
const buttons = () => [...screen.container.querySelectorAll('button')].map((button) => button.textContent)
afterEach(closeConsole)

describe('held wins', () => {
  const lists = {
    'GET /staff/held-wins?state=held': ok({ wins: [win] }),
    'GET /staff/held-wins?state=decided': ok({ wins: [] }),
    'POST /staff/held-wins/win_1/pay': ok({ win, waiting: false }),
  }

  it('are paid with a required reason', async () => {
    await open('/held-wins', 'manager', lists)
    await screen.until('Pine Slots')
    await screen.press('Pay win: maria.n, N$9,000.00')
    expect(screen.text()).toContain('Check the round with the provider first.')
    await screen.fill('Reason', 'The provider confirms it')
    await screen.press('Pay win')
    expect(bodies('POST /staff/held-wins/win_1/pay')).toEqual([{ version: 1, reason: 'The provider confirms it' }])
    expect(screen.text()).toContain('to maria.n.')
  })

  it('that are decided have their own list, which can be empty', async () => {
    await open('/held-wins', 'manager', lists)
    await screen.press('Show decided wins')
    await screen.until('No decided wins')
    expect(buttons()).toContain('Show held wins')
    expect(screen.text()).not.toContain('Pine Slots')
  })

  it('are read-only without permission to decide', async () => {
    await open('/held-wins', 'support', lists)
    await screen.until('Pine Slots')
    expect(screen.text()).toContain('Your role can view them, and does not decide about them.')
    expect(buttons()).not.toContain('Pay win')
  })
})

describe('reward checks', () => {
  it('are refused with a reason, and show why they wait', async () => {
    await open('/reward-checks', 'manager', {
      'GET /staff/reward-checks?state=waiting': ok({ checks: [check] }),
      'POST /staff/reward-checks/rck_1/refuse': ok({ check: { ...check, state: 'refused' } }),
    })
    await screen.until('Other accounts at the address: 2')
    await screen.press('Refuse reward: maria.n, N$50.00')
    await screen.fill('Reason', 'One person')
    await screen.press('Refuse reward')
    expect(bodies('POST /staff/reward-checks/rck_1/refuse')).toEqual([{ reason: 'One person' }])
  })
})
