import { afterEach, expect, it } from 'vitest'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import { meAs } from '../testing/me.ts'
import type { Answers } from '../testing/render.tsx'

const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`
const success = (more: object = {}) => ({ json: { status: 'success', ...more } })
const hook = { id: 'nch_1', name: 'Duty hook', kind: 'webhook', address: 'https://hook.example/x', active: true }
const channel = {
  ...hook,
  last: { at: at(1), sent: false, failure: { code: 'notice_status', params: { status: '503' } } },
}
const rule = {
  ...{ id: 'nru_1', name: 'Slow deposits', kind: 'queue', enabled: true, channels: ['nch_1'], quiet_minutes: 60 },
  ...{ queue: 'deposits', minutes: 15, market: null, amount: null, hours: null },
}
const failed = {
  ...{ id: 'ntd_1', channel: { id: 'nch_1', name: 'Duty hook', kind: 'webhook' }, step: 'raised', state: 'failed' },
  ...{ title: 'Notice: Slow deposits', tries: 9, created_at: at(0), next_at: null, sent_at: null },
  failure: { code: 'notice_silent', params: {} },
}
const notice = {
  ...{ id: 'alm_1', rule: 'Slow deposits', kind: 'queue', about: null, since: at(0), cleared_at: null, is_new: true },
  text: { code: 'notice_queue', params: { queue: 'deposits', count: '3', minutes: '20' } },
  deliveries: [failed],
}
afterEach(closeConsole)
const open = (role: 'admin' | 'cashier', address: string, more: Answers = {}) =>
  openConsole(address, {
    'GET /staff/me': meAs(role, { notices_unread: 2 }),
    'GET /staff/notices': success({ notices: [notice], next_cursor: null }),
    'POST /staff/notices/read': success(),
    'GET /staff/notice-channels': success({ channels: [channel], mail_server: true }),
    'GET /staff/notice-rules': success({ rules: [rule] }),
    'GET /staff/notice-deliveries': success({ deliveries: [failed], next_cursor: null }),
    ...more,
  })
const bodyOf = (call: string) => server.sent.find((one) => one.call === call)?.body

it('lists notices with their deliveries, counts the new ones in the header and marks them as read', async () => {
  await open('cashier', '/notices')
  for (const words of [
    'Slow deposits',
    '3 deposits wait, the oldest for 20 min.',
    'Notice to Duty hook: Failed',
    'Open',
  ])
    expect(screen.text()).toContain(words)
  expect(document.querySelector('[aria-label="Notices, 2 new"]')).not.toBeNull()
  expect(bodyOf('POST /staff/notices/read')).toEqual({ up_to: 'alm_1' })
  expect(screen.text()).not.toContain('Rules and channels')
})

it('adds a rule with the fields of its kind', async () => {
  await open('admin', '/notices/setup', { 'POST /staff/notice-rules': success({ rules: [rule] }) })
  expect(screen.text()).toContain('Deposits: the oldest waits 15 min or longer')
  await screen.press('Add a rule')
  await screen.fill('Name', 'Slow withdrawals')
  await screen.fill('Watches', 'queue')
  await screen.press('Save')
  expect(bodyOf('POST /staff/notice-rules')).toEqual({
    ...{ name: 'Slow withdrawals', kind: 'queue', enabled: true, channels: [], quiet_minutes: 60 },
    ...{ queue: 'deposits', minutes: 15 },
  })
})

it('shows the result of a channel test, and a new webhook’s key until it is dismissed', async () => {
  await open('admin', '/notices/setup', {
    'POST /staff/notice-channels/nch_1/test': success({
      sent: false,
      failure: { code: 'notice_status', params: { status: '404' } },
    }),
    'POST /staff/notice-channels/nch_1/secret': success({ channels: [channel], id: 'nch_1', secret: 'whsec_abc' }),
  })
  await screen.press('Send a test Duty hook')
  expect(screen.text()).toContain('Duty hook did not accept the test. The address answered with status 404.')
  await screen.press('New key Duty hook')
  expect(screen.text()).toContain('whsec_abc')
  await screen.press('Done')
  expect(screen.text()).not.toContain('whsec_abc')
})

it('sends a failed delivery again', async () => {
  await open('admin', '/notices/setup', {
    'POST /staff/notice-deliveries/ntd_1/retry': success({ delivery: { ...failed, state: 'waiting' } }),
  })
  await screen.press('Send again Notice: Slow deposits')
  expect(screen.text()).toContain('It is sent again now.')
})

it('removes a channel with a reason, and lists what was sent to it', async () => {
  const gone = { ...failed, channel: { ...failed.channel, removed: true } }
  await open('admin', '/notices/setup', {
    'POST /staff/notice-channels/nch_1/remove': success({ channels: [] }),
    'GET /staff/notice-deliveries': success({ deliveries: [gone], next_cursor: null }),
  })
  expect(screen.text()).toContain('Duty hook (removed)')
  expect(document.querySelector('[aria-label="Send again Notice: Slow deposits"]')).toBeNull()
  await screen.press('Remove Duty hook')
  await screen.fill('Reason', 'The duty desk has moved')
  await screen.press('Remove channel')
  expect(bodyOf('POST /staff/notice-channels/nch_1/remove')).toEqual({ reason: 'The duty desk has moved' })
  expect(screen.text()).toContain('Duty hook is removed.')
})
