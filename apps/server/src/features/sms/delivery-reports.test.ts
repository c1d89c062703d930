import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { openSmsGateway, type SmsGateway } from '../../../test/sms-gateway.ts'
import { openWorld, type World } from '../../../test/world.ts'

const reportKey = `whsec_${Buffer.from('the key of the reports').toString('base64')}`
const atOnce = 5
let world: World
let first: SmsGateway
let second: SmsGateway
beforeAll(async () => {
  second = await openSmsGateway()
  world = await openWorld({
    SMS_2_URL: second.url,
    SMS_REPORT_KEY: reportKey,
    SMS_AT_ONCE: String(atOnce),
  })
  first = world.inbox
})
afterAll(async () => {
  await world.close()
  second.close()
})
beforeEach(() => {
  for (const gateway of [first, second]) {
    gateway.messages.length = 0
    gateway.requests.length = 0
  }
})
// Close a circuit breaker that a test left open with a successful message.
afterEach(async () => {
  for (const gateway of [first, second]) gateway.answer = gateway.accept
  world.clock.leap(3_600_000)
  await queue({ livesMs: 60_000 })
  await world.app.features.sms.sendDue()
})

let made = 0
/** Queues a text message as features do; it is sent after the commit. */
async function queue({
  kind = 'notice' as 'notice' | 'code',
  livesMs = 86_400_000,
  by = world.app.features.sms,
} = {}): Promise<string> {
  const id = `sms_test_${++made}`
  const at = world.clock.now()
  await world.db.transaction((tx) =>
    by.queue(tx, {
      id,
      kind,
      mobile: `+264817${String(100_000 + made)}`,
      text: `Dhow: invented text ${made}`,
      language: 'en',
      messageId: null,
      at,
      expiresAt: new Date(at.getTime() + livesMs),
    }),
  )
  return id
}
const row = (id: string) =>
  world.db.kysely.selectFrom('sms.outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const settled = async (id: string) => {
  await world.app.features.sms.sendDue()
  return row(id)
}
const times = (gateway: SmsGateway, id: string) => gateway.requests.filter((sms) => sms.id === id).length

describe('delivery reports', () => {
  const report = async (
    event: { type: string; id: string; reason?: string },
    { key = reportKey, atMs = world.clock.now().getTime(), gateway = 'first', tampered = false } = {},
  ) => {
    const { type, ...data } = event
    const body = JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data })
    const headers = signWebhook(webhookSecret(key), 'msg_report_1', new Date(atMs), body)
    const { status } = await world
      .visitor()
      .call('POST', `/sms-gateways/${gateway}/reports`, tampered ? body.replace('delivered', 'failed') : body, {
        'content-type': 'application/json',
        ...headers,
      })
    return status
  }
  const sent = async () => {
    const id = await queue()
    await world.app.features.sms.sendDue()
    return id
  }

  it('move a message to delivered or failed with its reason', async () => {
    const [good, bad] = [await sent(), await sent()]
    expect(await report({ type: 'sms.delivered', id: good })).toBe(200)
    expect(await report({ type: 'sms.failed', id: bad, reason: 'unknown_number' })).toBe(200)
    expect(await row(good)).toMatchObject({ state: 'delivered', failure: null })
    expect(await row(bad)).toMatchObject({ state: 'failed', failure: 'unknown_number' })
  })

  it('give the same state in any order and when repeated', async () => {
    const types = ['sms.accepted', 'sms.failed', 'sms.delivered']
    for (const order of [types, types.toReversed(), ['sms.delivered', 'sms.delivered', 'sms.failed', 'sms.accepted']]) {
      const id = await sent()
      for (const type of order) expect(await report({ type, id })).toBe(200)
      expect(await row(id)).toMatchObject({ state: 'delivered', failure: null })
    }
  })

  it('before the message is marked as sent are kept, and the message is not sent again', async () => {
    first.answer = async (response, sms) => {
      await report({ type: 'sms.delivered', id: sms.id })
      response.destroy()
      return true
    }
    const id = await queue()
    expect(await settled(id)).toMatchObject({ state: 'delivered', gateway: 'first', text: '' })
    world.clock.leap(60_000)
    await settled(id)
    expect(times(first, id)).toBe(1)
  })

  it('are refused if forged, stale, changed, of an unknown gateway or of one without a key', async () => {
    const id = await sent()
    const event = { type: 'sms.delivered', id }
    const hourAgoMs = world.clock.now().getTime() - 3_600_000
    expect([
      await report(event, { key: `whsec_${Buffer.from('another key').toString('base64')}` }),
      await report(event, { atMs: hourAgoMs }),
      await report(event, { tampered: true }),
      await report(event, { gateway: 'third' }),
      await report(event, { gateway: 'second' }),
      await report({ type: 'sms.unheard_of', id }),
    ]).toEqual([401, 401, 401, 401, 401, 400])
    expect(await row(id)).toMatchObject({ state: 'sent' })
  })
})
