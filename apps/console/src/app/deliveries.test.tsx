import { afterEach, expect, it } from 'vitest'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import { meAs } from '../testing/me.ts'
import type { Answers } from '../testing/render.tsx'

const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`
const failed = {
  ...{ message_id: 'msg_1', kind: 'deposit_rejected', channel: 'sms', class: 'money', state: 'failed' },
  ...{ reason: 'refused', created_at: at(0), next_at: null, tries: 2, tried_at: [at(1), at(2)], retried_at: null },
  ...{ sent_at: null, ended_at: at(2), cost: { amount: '0.60', currency: 'NAD' } },
  player: { id: 'ply_1', player_name: 'selma' },
}
const success = (more: object) => ({ json: { status: 'success', ...more } })
afterEach(closeConsole)
const open = (role: 'admin' | 'cashier', address: string, more: Answers = {}) =>
  openConsole(address, {
    'GET /staff/me': meAs(role),
    'GET /staff/deliveries': success({ deliveries: [failed], next_cursor: null }),
    'GET /staff/delivery-costs': success({
      days: [{ day: '2026-11-20', channel: 'sms', currency: 'NAD', deliveries: 4, parts: 5, cost: '3.00' }],
      counted: [{ day: '2026-11-20', market: 'NA', deliveries: 1_200 }],
      operator_a_day: 100_000,
    }),
    ...more,
  })
const calls = (begin: string) => server.sent.map(({ call }) => call).filter((call) => call.startsWith(begin))

it('shows why a delivery failed, its steps and its cost, and sends it again', async () => {
  await open('admin', '/deliveries', { 'POST /staff/deliveries/msg_1/retry': success({ delivery: failed }) })
  for (const words of ['Deposit rejected', 'refused by every service', 'N$0.60', 'Try 2'])
    expect(screen.text()).toContain(words)
  await screen.press('Send again: Deposit rejected, Text message, selma')
  expect(server.sent.find(({ call }) => call.startsWith('POST /staff/deliveries'))?.body).toEqual({ channel: 'sms' })
  expect(screen.text()).toContain('It is sent again now.')
})

it('filters by the address, and shows costs against the cap to operators with that permission', async () => {
  await open('admin', '/deliveries?channel=sms&state=failed&from=2026-11-20')
  expect(calls('GET /staff/deliveries')).toEqual(['GET /staff/deliveries?channel=sms&state=failed&from=2026-11-20'])
  expect(calls('GET /staff/delivery-costs')).toEqual(['GET /staff/delivery-costs?from=2026-11-20'])
  for (const words of ['N$3.00', '1,200 of 100,000']) expect(screen.text()).toContain(words)
})

it('hides costs from operators without that permission', async () => {
  await open('cashier', '/deliveries')
  expect(screen.text()).toContain('Deposit rejected')
  expect(calls('GET /staff/delivery-costs')).toEqual([])
})
