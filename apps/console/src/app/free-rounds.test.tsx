import { afterEach, expect, it } from 'vitest'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const success = (more: object) => ({ json: { status: 'success', ...more } })
const grant = {
  ...{ id: 'frg_1', game: { slug: 'dice', name: 'Pearl Dice' }, currency: 'NAD', rounds: 10, left: 7, used: 3 },
  ...{ stake: '2.00', max_win: '50.00', won: '12.50', cost: '12.50', expires_at: '2026-12-05T10:00:00.000Z' },
  ...{ state: 'active', player: { id: 'ply_1', player_name: 'selma' }, source: 'operator', reason: 'Bad line' },
  ...{ granted_by: 'maria', granted_at: '2026-11-28T10:00:00.000Z' },
}
const games = [{ id: 'game_dice', name: 'Pearl Dice', markets: ['NA'], min_stake: '1.00', max_stake: '10000.00' }]
const open = async (path = '/free-rounds', more: Answers = {}) => {
  await openConsole(path, {
    'GET /staff/me': meAs('admin', { four_eyes: [{ market: 'NA', currency: 'NAD', from: '10000.00' }] }),
    'GET /staff/changes': success({ changes: [] }),
    'GET /staff/free-rounds': success({ grants: [grant], next_cursor: null, games }),
    ...more,
  })
}
afterEach(closeConsole)
const sent = (call: string) => server.sent.filter((one) => one.call === call).map(({ body }) => body)

it('the list shows used, left and won, and a grant is stopped with a reason', async () => {
  await open('/free-rounds', {
    'POST /staff/free-rounds/frg_1/stop': success({ grant: { ...grant, state: 'stopped' } }),
  })
  for (const text of ['selma', 'Pearl Dice', '3 of 10, 7 left', 'N$12.50 / N$50.00', 'Bad line'])
    expect(screen.text()).toContain(text)
  await screen.press('Stop: selma')
  await screen.fill('Reason', 'A mistake')
  await screen.press('Stop')
  expect(sent('POST /staff/free-rounds/frg_1/stop')).toEqual([{ reason: 'A mistake' }])
})

it('a player’s form shows the possible cost before the rounds are given, and keeps what was typed', async () => {
  const sentence = 'The stake is outside the game’s limits, or the largest win is less than one stake.'
  await open('/free-rounds?player=ply_1', {
    'POST /staff/free-rounds/liability': success({
      ...{
        currency: 'NAD',
        total: '50.00',
        second_person_from: '10000.00',
        waits: false,
        staked: '20.00',
        barred: false,
      },
    }),
    'POST /staff/free-rounds': {
      status: 422,
      json: { status: 'error', code: 'free_rounds_terms', message: sentence, msg: sentence, errors: null },
    },
  })
  await screen.press('Give free rounds')
  expect(screen.field('Player’s id').value).toBe('ply_1')
  await screen.fill('Stake of each round', '2')
  await screen.fill('Largest win', '50')
  await screen.fill('Reason', 'Bad line')
  await screen.settled()
  // No game is preselected, so no cost is computed before the choice.
  expect(sent('POST /staff/free-rounds/liability')).toEqual([])
  await screen.fill('Game', 'game_dice')
  await screen.settled()
  expect(screen.text()).toContain('The operator stakes N$20.00')
  await screen.press('Give')
  expect(sent('POST /staff/free-rounds')).toEqual([
    {
      ...{ player: 'ply_1', game: 'game_dice', rounds: 10, stake: '2', max_win: '50', valid_days: 7 },
      reason: 'Bad line',
    },
  ])
  expect(screen.text()).toContain(sentence)
  expect(screen.field('Largest win').value).toBe('50')
})
