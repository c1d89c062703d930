import { beforeAll, describe, expect, it } from 'vitest'
import type { SmsGateway } from '../../../test/sms-gateway.ts'
import { openSmsWorld } from '../../../test/sms-world.ts'
import type { World } from '../../../test/world.ts'
import { openSms } from './index.ts'
import { queueSms } from './queue-sms.ts'

const { opened, queue, row, settled, times, atOnce } = openSmsWorld()
let world: World
let first: SmsGateway
let second: SmsGateway
beforeAll(() => {
  ;({ world, first, second } = opened())
})

describe('the sender', () => {
  it(`sends ${atOnce} messages concurrently: the gateway answers none before it has that many`, async () => {
    const held: (() => void)[] = []
    first.answer = (response) =>
      new Promise<boolean>((resolve) => {
        held.push(() => resolve(first.accept(response)))
        if (held.length === atOnce) for (const release of held.splice(0)) release()
      })
    const ids = []
    for (let number = 0; number < 2 * atOnce; number++) ids.push(await queue())
    await first.waitFor(() => first.messages.length === 2 * atOnce)
    await world.app.features.sms.sendDue()
    expect(first.messages.map((sms) => sms.id).sort()).toEqual(ids.sort())
  })

  it('sends a code while all slots for notices wait for answers', async () => {
    const held: (() => void)[] = []
    first.answer = (response, sms) =>
      sms.text.includes('code')
        ? first.accept(response)
        : new Promise<boolean>((resolve) => held.push(() => resolve(first.accept(response))))
    for (let number = 0; number < atOnce; number++) await queue()
    await first.waitFor(() => held.length === atOnce)
    await world.visitor().post('/register', {
      player_name: 'code_first',
      mobile: '+264812345670',
      password: 'calm-sea-at-dusk',
      market: 'NA',
      accept_terms: true,
    })
    expect(await first.code('+264812345670')).toMatch(/^\d{6}$/)
    for (const release of held) release()
    await world.app.features.sms.sendDue()
  })

  it('drops an expired code instead of sending it', async () => {
    for (const gateway of [first, second]) gateway.answer = (response) => refuse(response, 503)
    const id = await queue({ kind: 'code', lifetimeMs: 300_000 })
    await settled(id)
    for (const gateway of [first, second]) {
      gateway.answer = gateway.accept
      gateway.requests.length = 0
    }
    world.clock.leap(300_000)
    expect(await settled(id)).toMatchObject({ state: 'failed', failure: 'expired', text: '' })
    expect([times(first, id), times(second, id)]).toEqual([0, 0])
  })

  it('drops a notice after a day', async () => {
    for (const gateway of [first, second]) gateway.answer = (response) => refuse(response, 500)
    const id = await queue()
    await settled(id)
    world.clock.leap(86_400_000)
    expect(await settled(id)).toMatchObject({ state: 'failed', failure: 'expired' })
  })
})

describe('a failing gateway', () => {
  it.each([
    ['answers 500', 500],
    ['is busy', 429],
    ['does not know our key', 401],
  ])('that %s leaves the message to the second one at once', async (_name, status) => {
    first.answer = (response) => refuse(response, status)
    const id = await queue()
    expect(await settled(id)).toMatchObject({ state: 'sent', gateway: 'second', text: '' })
    expect([times(first, id), times(second, id)]).toEqual([1, 1])
  })

  it('that breaks its connection gets a notice again under the same id, which it accepts once', async () => {
    first.answer = (response, sms) => {
      if (times(first, sms.id) > 1) return first.accept(response)
      response.destroy()
      return true
    }
    const id = await queue()
    expect(await settled(id)).toMatchObject({ state: 'queued', tries: 1 })
    world.clock.leap(10_000)
    expect(await settled(id)).toMatchObject({ state: 'sent', gateway: 'first' })
    expect([times(first, id), times(second, id)]).toEqual([2, 0])
    expect(first.messages.filter((sms) => sms.id === id)).toHaveLength(1)
  })

  it('that breaks its connection does not delay a code: the second one gets it', async () => {
    first.answer = (response) => {
      response.destroy()
      return false
    }
    const id = await queue({ kind: 'code', lifetimeMs: 300_000 })
    expect(await settled(id)).toMatchObject({ state: 'sent', gateway: 'second' })
  })

  it.each([
    ['with a page instead of JSON', '<html>Sign in to the network</html>'],
    ['with half of a JSON', '{"ok": tr'],
    ['with a JSON that is no object', '"ok"'],
  ])('and answers 200 %s has not accepted the message', async (_name, body) => {
    first.answer = (response) => {
      response.end(body)
      return false
    }
    const id = await queue()
    expect(await settled(id)).toMatchObject({ state: 'queued', tries: 1 })
  })

  it('that does not answer three times is skipped: the next messages do not wait for it', async () => {
    const hasty = openSms(
      {
        ...world.platform,
        jobs: { ...world.platform.jobs, areOff: true },
        config: { ...world.config, sms: { ...world.config.sms, timeoutMs: 500 } },
      },
      () => Promise.resolve(),
    )
    first.answer = () => new Promise<boolean>(() => undefined)
    const slow = await Promise.all([1, 2, 3].map(() => queue({ by: hasty })))
    await hasty.sendDue()
    expect(await Promise.all(slow.map(async (id) => (await row(id)).state))).toEqual(['queued', 'queued', 'queued'])
    expect(hasty.health()).toMatchObject([{ name: 'first', failures: 3 }, { failures: 0 }])
    const next = await queue({ by: hasty })
    await hasty.sendDue()
    expect(await row(next)).toMatchObject({ state: 'sent', gateway: 'second' })
    expect(times(first, next)).toBe(0)
  })

  it('that recovers is tried with a single message after its pause', async () => {
    first.answer = (response) => refuse(response, 503)
    for (let number = 0; number < 3; number++) await queue()
    await world.app.features.sms.sendDue()
    first.answer = first.accept
    world.clock.leap(5_000)
    const id = await queue()
    expect(await settled(id)).toMatchObject({ state: 'sent', gateway: 'first' })
    expect(world.app.features.sms.health()[0]).toMatchObject({ failures: 0, pausedMs: 0 })
  })

  it('a message that both refuse fails at once', async () => {
    for (const gateway of [first, second]) gateway.answer = (response) => refuse(response, 422)
    const id = await queue()
    expect(await settled(id)).toMatchObject({ state: 'failed', failure: 'refused', text: '' })
  })
})

it('two servers share the outbox without sending a message twice', async () => {
  const other = openSms(world.platform, () => Promise.resolve())
  const at = world.clock.now()
  const ids = Array.from({ length: 24 }, (_, index) => `sms_shared_${index}`)
  await world.db.transaction(async (tx) => {
    for (const id of ids)
      await queueSms(tx, {
        id,
        kind: 'notice',
        mobile: '+264817999999',
        text: id,
        language: 'en',
        messageId: null,
        at,
        expiresAt: new Date(at.getTime() + 60_000),
      })
  })
  await Promise.all([world.app.features.sms.sendDue(), other.sendDue()])
  expect(first.requests.map((sms) => sms.id).sort()).toEqual(ids.sort())
  await other.close()
})

function refuse(response: import('node:http').ServerResponse, status: number): boolean {
  response.writeHead(status).end('{"error":"invented"}')
  return false
}
