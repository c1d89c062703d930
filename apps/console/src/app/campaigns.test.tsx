import { afterEach, expect, it } from 'vitest'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const fields = [
  {
    ...{ field: 'cash', group: 'money', label: 'Balance', kind: 'amount' },
    operators: [
      { operator: 'at_least', label: 'at least' },
      { operator: 'at_most', label: 'at most' },
    ],
  },
  {
    ...{ field: 'moons', group: 'play', label: 'A field of tomorrow', kind: 'days' },
    operators: [{ operator: 'never', label: 'never' }],
  },
]
const success = (more: object) => ({ json: { status: 'success', ...more } })
const open = async (more: Answers = {}) => {
  await openConsole('/campaigns', {
    'GET /staff/me': meAs('admin', {
      four_eyes: [{ market: 'NA', currency: 'NAD', from: '10000.00' }],
    }),
    'GET /staff/changes': success({ changes: [] }),
    'GET /staff/campaigns': success({ campaigns: [] }),
    'GET /staff/segments': success({ segments: [] }),
    'GET /staff/segment-fields': success({ fields, currencies: [] }),
    ...more,
  })
}
afterEach(closeConsole)
const sent = (call: string) => server.sent.filter((one) => one.call === call).map(({ body }) => body)

it('the editor is built from the server’s description, and shows the matching players', async () => {
  const players = [{ id: 'ply_1', player_name: 'selma', unreachable: 'flagged' }]
  await open({
    'POST /staff/segments/match': success({
      ...{ matched: 1, all: 4, everybody: false, unreachable: { flagged: 1 }, players },
    }),
  })
  await screen.press('New segment')
  await screen.press('Add a rule')
  await screen.fill('Value 1', '100')
  await screen.press('Add a rule')
  await screen.fill('Field 2', 'moons')
  await screen.fill('Comparison 2', 'never')
  await screen.press('Show whom it matches')
  expect(sent('POST /staff/segments/match')).toEqual([
    {
      market: 'NA',
      rules: {
        match: 'all',
        rules: [
          { field: 'cash', operator: 'at_least', value: '100' },
          { field: 'moons', operator: 'never', value: '' },
        ],
      },
    },
  ])
  expect(screen.text()).toContain('1 of 4 players fit now.')
  expect(screen.text()).toContain('Flagged by a check')
})

it('rules that match everybody need a confirmation word, and keep what was typed', async () => {
  const sentence = 'These rules match every player of the market. Confirm that you mean everybody.'
  await open({
    'POST /staff/segments': {
      status: 409,
      json: {
        ...{ status: 'error', code: 'segment_everybody', message: sentence, msg: sentence },
        errors: null,
        data: { matched: 42 },
      },
    },
  })
  await screen.press('New segment')
  await screen.fill('Name', 'All of us')
  await screen.press('Save segment')
  expect(screen.text()).toContain(sentence)
  expect(screen.text()).toContain('I mean every player: 42')
  expect(screen.field('Name').value).toBe('All of us')
  expect(sent('POST /staff/segments')).toMatchObject([{ name: 'All of us', everybody: false }])
})

const draft = {
  ...{ id: 'cmp_1', name: 'A weekend', segment: { id: 'seg_1', name: 'Regulars' }, market: 'NA', currency: 'NAD' },
  ...{ kind: 'gift', amount: '10.00', budget: '100.00', players_at_most: 10, texts: null, state: 'draft' },
  ...{ starts_at: null, counts: {}, spent: '0.00', created_by: 'selma', version: 3 },
  ...{ trigger: 'hand', event: null, days: null, repeats: false, wait_minutes: 0, gaps: [] },
  steps: { entered: 0, held: 0, waiting: 0, reached: 0, claimed: 0 },
}

it('a draft is changed in the same form, with the seen version, and can be ended', async () => {
  await open({
    'GET /staff/campaigns': success({ campaigns: [draft] }),
    'GET /staff/segments': success({
      segments: [{ id: 'seg_1', name: 'Regulars', market: 'NA', rules: { match: 'all', rules: [] }, version: 1 }],
    }),
    'PUT /staff/campaigns/cmp_1': success({ campaign: draft }),
    'POST /staff/campaigns/cmp_1/end': success({ campaign: { ...draft, state: 'ended' } }),
  })
  await screen.press('Change: A weekend')
  expect(screen.field('Amount for each player').value).toBe('10.00')
  await screen.fill('Amount for each player', '5.00')
  await screen.press('Save draft')
  expect(sent('PUT /staff/campaigns/cmp_1')).toMatchObject([
    { name: 'A weekend', segment: 'seg_1', amount: '5.00', budget: '100.00', players_at_most: 10, version: 3 },
  ])
  await screen.press('End: A weekend')
  expect(sent('POST /staff/campaigns/cmp_1/end')).toHaveLength(1)
})

it('a campaign for everybody shows the number of players, and is sent after a confirmation', async () => {
  const sentence = 'These rules match every player of the market. Confirm that you mean everybody.'
  const refused = { ...{ status: 'error', code: 'segment_everybody', message: sentence, msg: sentence }, errors: null }
  const start = 'POST /staff/campaigns/cmp_1/start'
  await open({
    'GET /staff/campaigns': success({ campaigns: [draft] }),
    [start]: { status: 409, json: { ...refused, data: { matched: 42 } } },
  })
  await screen.press('Start: A weekend')
  await screen.press('Start')
  expect(screen.text()).toContain(sentence)
  const box = [...screen.container.querySelectorAll('label')].find(
    (one) => one.textContent === 'I mean every player: 42',
  )
  box!.querySelector('input')!.click()
  await screen.settled()
  await screen.press('Start')
  expect(sent(start)).toEqual([
    { at: null, everybody: false },
    { at: null, everybody: true },
  ])
})

it('players enter after an event and a wait, as set in the form, and the steps name what is missing', async () => {
  const unfinished = { ...draft, trigger: 'event', event: null, gaps: ['campaign_no_event', 'campaign_no_cap'] }
  const running = {
    ...{ ...draft, id: 'cmp_2', name: 'Back again', state: 'running', trigger: 'event', event: 'idle', days: 30 },
    ...{ wait_minutes: 120, spent: '20.00', counts: { given: 2, restricted: 3, conditions: 1 } },
    steps: { entered: 10, held: 4, waiting: 4, reached: 2, claimed: 2 },
  }
  await open({
    'GET /staff/campaigns': success({ campaigns: [unfinished, running] }),
    'GET /staff/segments': success({
      segments: [{ id: 'seg_1', name: 'Regulars', market: 'NA', rules: { match: 'all', rules: [] }, version: 1 }],
    }),
    'POST /staff/campaigns': success({ campaign: draft }),
  })
  await screen.press('Steps: A weekend')
  expect(screen.text()).toContain('Choose the event that lets a player enter.')
  expect(screen.text()).toContain('Set how many players the campaign may reach at most.')
  await screen.press('Steps: Back again')
  expect(screen.text()).toContain('enter after 30 days without a stake. Each waits 2 hours. A player enters once.')
  expect(screen.text()).toContain('Excluded, on a break, blocked, suspended or frozen: 3')
  expect(screen.text()).toContain('Cost so far: N$20.00 of N$100.00.')
  await screen.press('Close')
  await screen.press('New campaign')
  await screen.fill('Name', 'Come back')
  await screen.fill('Players enter', 'event')
  await screen.fill('Event', 'idle')
  await screen.fill('Days without a stake', '30')
  await screen.fill('Then wait', '2')
  await screen.fill('Unit of the wait', 'hours')
  await screen.press('Create draft')
  expect(sent('POST /staff/campaigns')).toMatchObject([
    { name: 'Come back', trigger: 'event', event: 'idle', days: 30, repeats: false, wait_minutes: 120 },
  ])
})
