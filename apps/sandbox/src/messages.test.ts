import { signWebhook } from '@dhow/platform/standard-webhook'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { key, openTestSandbox, type TestSandbox } from './testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

test('the sandbox is live and ready', async () => {
  for (const path of ['/health/live', '/health/ready'])
    expect([path, (await sandbox.call(path)).status]).toEqual([path, 200])
})

describe('text messages', () => {
  const sms = { to: '+264811234567', text: 'Your code is 123456.', language: 'en' }
  const sent = { 'x-sandbox-key': key, 'idempotency-key': 'sms-of-test' }

  test('appear in the inbox of an open page, once each, and are reported to the portal with a signature', async () => {
    const page = await sandbox.open('/')
    expect(page.heading()).toBe('The sandbox')
    expect(page.text()).toContain('No message yet.')
    for (let count = 0; count < 2; count++)
      expect((await sandbox.call('/sms', sms, sent)).json).toMatchObject({ ok: true })
    await vi.waitFor(() =>
      expect(page.items()).toEqual([expect.stringMatching(/^\+264811234567.*delivered.*123456\.$/)]),
    )
    await vi.waitFor(() => expect(sandbox.callsTo('/sms-gateways/first/reports')).toHaveLength(1))
    const [report] = sandbox.callsTo('/sms-gateways/first/reports')
    const at = new Date(Number(report?.headers['webhook-timestamp']) * 1000)
    expect(report?.headers).toMatchObject(signWebhook(Buffer.from(key), 'report-sms-of-test', at, report?.body ?? ''))
    expect(JSON.parse(report?.body ?? '')).toMatchObject({ type: 'sms.delivered', data: { id: 'sms-of-test' } })
    page.field('Only this number').type('+2648199')
    expect(page.items()).toEqual([])
    page.field('Only this number').type('81 123')
    expect(page.items()).toHaveLength(1)
  })

  test('are refused without the key, without a number, and by a gateway set to refuse', async () => {
    expect((await sandbox.call('/sms', sms)).status).toBe(401)
    expect((await sandbox.call('/sms', { to: '081', text: 'x' }, sent)).status).toBe(400)
    const page = await sandbox.open('/')
    page.field('Gateway').choose('second')
    page.field('Answers').choose('refuses')
    page.button('Set').press()
    await vi.waitFor(() => expect(page.status()).toBe('The second gateway refuses from now on.'))
    expect((await sandbox.call('/sms/second', sms, { 'x-sandbox-key': key })).status).toBe(422)
    expect((await sandbox.call('/sms', { ...sms, to: '+264812222222' }, { 'x-sandbox-key': key })).status).toBe(200)
    page.field('Delay in ms').type('70000')
    page.button('Set').press()
    await vi.waitFor(() => expect(page.status()).toBe('That could not be set.'))
  })
})

test('alarms show only messages signed by the portal', async () => {
  const body = { type: 'alarm', data: { code: 'books_differ', text: 'The books differ by 1.00.' } }
  expect(
    (await sandbox.call('/alarms', body, signWebhook(Buffer.from('another'), 'a1', new Date(), JSON.stringify(body))))
      .status,
  ).toBe(401)
  expect((await sandbox.open('/alarms')).text()).toContain('No alarm yet.')
  expect(
    (await sandbox.call('/alarms', body, signWebhook(Buffer.from(key), 'a1', new Date(), JSON.stringify(body)))).status,
  ).toBe(200)
  const page = await sandbox.open('/alarms')
  expect(page.heading()).toBe('Alarms')
  expect(page.items()).toEqual([expect.stringMatching(/^alarm books_differ.*The books differ by 1\.00\.$/)])
})

test('the country page opens the portal with the typed country, and resets it', async () => {
  const page = await sandbox.open('/country')
  const portal = 'http://localhost:8080/sandbox/country'
  expect(page.link('Open as ZA').href).toBe(`${portal}/ZA`)
  page.field('Country').type('us')
  expect(page.link('Open as US')).toEqual({ href: `${portal}/US`, isHidden: false })
  page.field('Country').type('u')
  expect(page.link('Open as U').isHidden).toBe(true)
  expect(page.link('Open with an unknown country').href).toBe(`${portal}/unknown`)
  expect(page.link('Switch off').href).toBe(`${portal}/off`)
})

test('the phone dials the portal’s USSD menu with a signature, shows the screens and ends', async () => {
  const page = await sandbox.open('/phone')
  expect(page.heading()).toBe('A phone without internet')
  page.field('Number of the phone').type('+264 81 200 00 01')
  page.button('Dial *123#').press()
  await vi.waitFor(() => expect(page.status()).toBe('Dhow 1 Balance'))
  page.field('Answer').type('1')
  page.button('Send').press()
  await vi.waitFor(() => expect(page.status()).toBe('Balance: NAD 500.00'))
  const [first, second] = sandbox.callsTo('/ussd')
  const formOf = (call?: { body: string }) => Object.fromEntries(new URLSearchParams(call?.body ?? ''))
  expect(formOf(first)).toMatchObject({ phoneNumber: '+264812000001', text: '' })
  expect(formOf(second)).toMatchObject({ sessionId: formOf(first)['sessionId'], text: '1' })
  const at = new Date(Number(first?.headers['webhook-timestamp']) * 1000)
  const id = String(first?.headers['webhook-id'])
  expect(first?.headers).toMatchObject(signWebhook(Buffer.from(key), id, at, first?.body ?? ''))
  expect((await sandbox.call('/phone/step', { session: 'x', mobile: '081', text: '' })).status).toBe(400)
})
