import { beforeAll, describe, expect, it } from 'vitest'
import { signWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import type { SmsGateway } from '../../../test/sms-gateway.ts'
import { openSmsWorld } from '../../../test/sms-world.ts'
import type { World } from '../../../test/world.ts'

const { opened, queue, row, settled, times, reportKey } = openSmsWorld()
let world: World
let first: SmsGateway
beforeAll(() => {
  ;({ world, first } = opened())
})

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
