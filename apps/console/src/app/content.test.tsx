import { afterEach, expect, it } from 'vitest'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const draft = {
  ...{ id: 'cvr_2', number: 2, state: 'draft', title: 'Terms 2', text: 'Mine', to: null, picture: null, games: [] },
  ...{ binding: false, hash: null, revision: 3, edited_by: 'nelao', edited_at: '2026-11-21T09:00:00.000Z' },
  ...{ published_by: null, live_from: null, live_until: null, accepted: 0 },
}
const item = { id: 'cnt_1', kind: 'page', name: 'terms', market: null, language: 'en', versions: [draft] }

const open = async (path: string, more: Answers = {}) => {
  await openConsole(path, {
    'GET /staff/me': meAs('manager'),
    'GET /staff/changes': { json: { status: 'success', changes: [] } },
    'GET /staff/content/cnt_1': { json: { status: 'success', item } },
    ...more,
  })
}
afterEach(closeConsole)
const saves = () => server.sent.filter(({ call }) => call === 'PUT /staff/content/cnt_1/draft').map(({ body }) => body)

it('a conflicting save keeps what was typed, shows whose text is stored, and overwrites it on request', async () => {
  const theirs = { revision: 4, by: 'selma', at: '2026-11-21T09:05:00.000Z', title: 'Terms 2', text: 'Theirs' }
  const conflict = {
    ...{ status: 'error', status_code: 409, code: 'content_changed', errors: null },
    ...{ msg: 'Somebody else saved this draft.', message: 'Somebody else saved this draft.', data: theirs },
  }
  let answer: { status?: number; json: unknown } = { status: 409, json: conflict }
  await open('/content/cnt_1', { 'PUT /staff/content/cnt_1/draft': () => answer })
  await screen.fill('Text', 'Typed for an hour')
  await screen.press('Save draft')
  expect(screen.text()).toContain('selma saved this draft')
  expect(screen.text()).toContain('Theirs')
  expect(screen.field('Text').value).toBe('Typed for an hour')
  answer = { json: { status: 'success', item: { ...item, versions: [{ ...draft, revision: 5 }] } } }
  await screen.press('Replace theirs with mine')
  expect(saves()).toMatchObject([
    { text: 'Typed for an hour', revision: 3 },
    { text: 'Typed for an hour', revision: 4 },
  ])
  expect(screen.text()).not.toContain('selma saved this draft')
})

it('published terms wait for a second person', async () => {
  await open('/content/cnt_1', {
    'POST /staff/content/cnt_1/publish': { json: { status: 'success', waits: true, item } },
  })
  await screen.press('Publish')
  await screen.fill('Reason', 'The regulator asked')
  await screen.press('Publish')
  const sent = server.sent.find(({ call }) => call === 'POST /staff/content/cnt_1/publish')
  expect(sent?.body).toMatchObject({ revision: 3, from: null, until: null, reason: 'The regulator asked' })
})
