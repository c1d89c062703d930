import { afterEach, expect, it } from 'vitest'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const draft = {
  ...{
    id: 'cvr_2',
    number: 2,
    state: 'draft',
    title: 'Terms 2',
    text: 'Mine',
    to: null,
    picture: null,
    games: [],
    sms: '',
  },
  ...{ binding: false, hash: null, revision: 3, edited_by: 'nelao', edited_at: '2026-11-21T09:00:00.000Z' },
  ...{ published_by: null, live_from: null, live_until: null, accepted: 0 },
}
const item = {
  id: 'cnt_1',
  kind: 'page',
  name: 'terms',
  market: null,
  language: 'en',
  segment: null,
  versions: [draft],
}

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

const message = { ...item, name: 'deposit_rejected', kind: 'message', market: 'NA', versions: [] }
const openMessage = (more: Answers = {}) =>
  open('/content/cnt_1', { 'GET /staff/content/cnt_1': { json: { status: 'success', item: message } }, ...more })
const inboxText = 'Text in the inbox, notifications and e-mails'

it('a message begins with the standard text, with its parameters and a sample of both texts', async () => {
  await openMessage()
  expect(screen.text()).toContain('Deposit not credited')
  expect(screen.field(inboxText).value).toBe('Your deposit of {amount} was not credited. {reason}')
  expect(screen.container.textContent).toContain('{reason} sentence with the reason needed')
  expect(screen.text()).toContain('Dhow: Your deposit of N$9,999,999.99 was not credited. Log in')
  expect(screen.text()).toContain('one part (GSM-7)')
  expect(screen.text()).not.toContain('Preview link')
})

it('a text without a needed parameter is marked as it is typed, and the sample waits', async () => {
  await openMessage()
  await screen.fill(inboxText, 'Not credited: {amount} {device}')
  expect(screen.text()).toContain('Add {reason}: without it, the message leaves out what players need')
  expect(screen.text()).toContain('Remove {device}: this text takes only {amount}, {reason}')
  expect(screen.text()).toContain('Shown once the parameters are right.')
  await screen.fill('Text message', `{amount} ${'x'.repeat(140)}’`)
  expect(screen.text()).toContain('3 parts (UCS-2). Outside the GSM alphabet: ’')
  expect(screen.text()).toContain('At most 2 parts; with the longest values, it has 3.')
  await screen.press('Use the standard text')
  expect(screen.field('Text message').value).toMatch(/^Your deposit of \{amount\} was not credited\./)
  expect(screen.text()).not.toContain('At most 2 parts')
})

it('a wording that the server refuses is explained by the form that publishes it', async () => {
  const text = { code: 'wording_link', params: { address: 'evil.example', host: 'play.example' } }
  const refused = {
    ...{ status: 'error', status_code: 422, code: 'content_wording', errors: { text: ['Remove evil.example'] } },
    ...{ texts: { text: [text] }, msg: 'It cannot be sent.', message: 'It cannot be sent.', data: {} },
  }
  const versions = [{ ...draft, title: 'Own', text: '{amount} {reason}', sms: '{amount}' }]
  await openMessage({
    'GET /staff/content/cnt_1': { json: { status: 'success', item: { ...message, versions } } },
    'POST /staff/content/cnt_1/publish': { status: 422, json: refused },
  })
  await screen.press('Publish')
  await screen.fill('Reason', 'Shorter')
  await screen.press('Publish')
  expect(screen.text()).toContain('Remove evil.example')
})

it('a new text of a message is chosen from those that may be worded, and the others are explained', async () => {
  await open('/content', {
    'GET /staff/content': { json: { status: 'success', items: [] } },
    'POST /staff/content': { json: { status: 'success', item: message } },
  })
  await screen.press('New content')
  await screen.fill('Kind', 'message')
  expect(screen.text()).toContain('One-time codes')
  await screen.fill('Message', 'withdrawal_paid')
  await screen.press('Create draft')
  expect(server.sent.find(({ call }) => call === 'POST /staff/content')?.body).toEqual({
    ...{ kind: 'message', name: 'withdrawal_paid', market: null, language: 'en' },
  })
})
