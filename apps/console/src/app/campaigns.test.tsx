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

it('the editor is built from what the server describes, and shows whom the rules match', async () => {
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
  expect(screen.text()).toContain('Flagged by a reward check')
})

it('rules that match everybody ask for a word more, and keep what was typed', async () => {
  const sentence = 'These rules match every player of the market. Confirm that you mean everybody.'
  await open({
    'POST /staff/segments': {
      status: 409,
      json: { status: 'error', code: 'segment_everybody', message: sentence, msg: sentence, errors: null },
    },
  })
  await screen.press('New segment')
  await screen.fill('Name', 'All of us')
  await screen.press('Save segment')
  expect(screen.text()).toContain(sentence)
  expect(screen.text()).toContain('I mean every player')
  expect(screen.field('Name').value).toBe('All of us')
  expect(sent('POST /staff/segments')).toMatchObject([{ name: 'All of us', everybody: false }])
})
