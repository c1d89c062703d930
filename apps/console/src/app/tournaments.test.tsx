import { afterEach, expect, it } from 'vitest'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const success = (more: object) => ({ json: { status: 'success', ...more } })
const open = async (more: Answers = {}) => {
  await openConsole('/tournaments', {
    'GET /staff/me': meAs('admin', { four_eyes: [{ market: 'NA', currency: 'NAD', from: '10000.00' }] }),
    'GET /staff/changes': success({ changes: [] }),
    'GET /staff/tournaments': success({ tournaments: [] }),
    ...more,
  })
}
afterEach(closeConsole)
const sent = (call: string) => server.sent.filter((one) => one.call === call).map(({ body }) => body)

const draft = {
  ...{ id: 'trn_1', market: 'NA', currency: 'NAD', name: 'Calm seas', names: {}, games: null, payout: 'by_itself' },
  ...{ starts_at: '2026-12-01T10:00:00.000Z', ends_at: '2026-12-02T10:00:00.000Z', points_by: 'multiplier' },
  ...{ best_rounds: 3, unit: null, day_cap: null, least_stake: '1.00', prizes: ['30.00', '20.00'], total: '50.00' },
  ...{ budget: '60.00', claim_until: null, state: 'draft', phase: null, players: 0, paid: '0.00', reason: null },
  ...{ created_by: 'selma', version: 2 },
}
const live = { ...draft, id: 'trn_2', name: 'Evening calm', state: 'live', phase: 'running', players: 12 }

it('the editor compares the sum of the prizes with the budget before saving', async () => {
  await open({
    'POST /staff/tournaments/liability': success({
      ...{ currency: 'NAD', total: '55.50', second_person_from: '10000.00', waits: false, budget: '50.00', left: null },
    }),
    'POST /staff/tournaments': success({ tournament: draft }),
  })
  await screen.press('New tournament')
  await screen.fill('Name', 'Calm seas')
  await screen.fill('Begins (your time)', '2026-12-01T10:00')
  await screen.fill('Ends (your time)', '2026-12-02T10:00')
  await screen.fill('Least stake of a round', '1')
  await screen.fill('Budget for all prizes', '50')
  await screen.fill('Prizes by place, one a line', '30\n25.50\n')
  await screen.settled()
  expect(screen.text()).toContain('Prizes: N$55.50, more than the budget of N$50.00.')
  await screen.fill('Points', 'turnover')
  await screen.fill('Amount of one point', '2')
  await screen.press('Create draft')
  expect(sent('POST /staff/tournaments')).toMatchObject([
    {
      ...{ name: 'Calm seas', market: 'NA', points_by: 'turnover', best_rounds: null, unit: '2', day_cap: 100 },
      ...{ least_stake: '1', budget: '50', prizes: ['30', '25.50'], names: {}, games: null, payout: 'by_itself' },
    },
  ])
})

it('a draft is changed with the seen version, and keeps what was typed if refused', async () => {
  const sentence = 'The prizes are more than the budget. Raise it, or give less.'
  await open({
    'GET /staff/tournaments': success({ tournaments: [draft] }),
    'PUT /staff/tournaments/trn_1': {
      status: 422,
      json: { status: 'error', code: 'tournament_budget_small', message: sentence, msg: sentence, errors: null },
    },
  })
  await screen.press('Change: Calm seas')
  expect(screen.field('Prizes by place, one a line').value).toBe('30.00\n20.00')
  await screen.fill('Budget for all prizes', '40')
  await screen.press('Save draft')
  expect(screen.text()).toContain(sentence)
  expect(screen.field('Budget for all prizes').value).toBe('40')
  expect(sent('PUT /staff/tournaments/trn_1')).toMatchObject([{ version: 2, best_rounds: 3, budget: '40' }])
})

it('a running one can be paused, ended with a reason and ranked, and is read-only without permission', async () => {
  const ranked = {
    ...{ rank: 1, player: { id: 'ply_1', player_name: 'selma' }, points: 1_250, rounds: 7 },
    ...{ reached_at: '2026-12-01T11:00:00.000Z', prize: '30.00', prize_state: null },
  }
  const answers = {
    'GET /staff/tournaments': success({ tournaments: [live] }),
    'GET /staff/tournaments/trn_2/ranking': success({ tournament: live, ranking: [ranked] }),
    'POST /staff/tournaments/trn_2/pause': success({ tournament: live }),
    'POST /staff/tournaments/trn_2/end': success({ tournament: live }),
  }
  await open(answers)
  await screen.press('Pause: Evening calm')
  expect(sent('POST /staff/tournaments/trn_2/pause')).toEqual([{ paused: true }])
  await screen.press('Ranking: Evening calm')
  expect(screen.text()).toContain('12.50×')
  await screen.press('End now: Evening calm')
  await screen.fill('Reason', 'Storm')
  await screen.press('End now')
  expect(sent('POST /staff/tournaments/trn_2/end')).toEqual([{ reason: 'Storm' }])
})
