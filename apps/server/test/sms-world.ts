import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openSmsGateway, type SmsGateway } from './sms-gateway.ts'
import { openWorld, type World } from './world.ts'

/** A world with two gateways for text messages, which the tests of a file share; every test begins with gateways that work. */
export function openSmsWorld() {
  const reportKey = `whsec_${Buffer.from('the key of the reports').toString('base64')}`
  const atOnce = 5
  let world: World
  let second: SmsGateway
  const gateways = () => [world.inbox, second]
  beforeAll(async () => {
    second = await openSmsGateway()
    world = await openWorld({ SMS_2_URL: second.url, SMS_REPORT_KEY: reportKey, SMS_AT_ONCE: String(atOnce) })
  })
  afterAll(async () => {
    await world.close()
    second.close()
  })
  beforeEach(() => {
    for (const gateway of gateways()) {
      gateway.messages.length = 0
      gateway.requests.length = 0
    }
  })
  // A breaker that a test left open is closed by the next message that gets through.
  afterEach(async () => {
    for (const gateway of gateways()) gateway.answer = gateway.accept
    world.clock.leap(3_600_000)
    await queue({ lifetimeMs: 60_000 })
    await world.app.features.sms.sendDue()
  })

  let made = 0
  /** Queues a text message as a feature does; it starts to leave at the commit. */
  async function queue({
    kind = 'notice' as 'notice' | 'code',
    lifetimeMs = 86_400_000,
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
        expiresAt: new Date(at.getTime() + lifetimeMs),
      }),
    )
    return id
  }
  const row = (id: string) =>
    world.db.kysely.selectFrom('sms.outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  return {
    ...{ reportKey, atOnce, queue, row },
    /** Parts that exist once the hooks of this world have run. */
    opened: () => ({ world, first: world.inbox, second }),
    async settled(id: string) {
      await world.app.features.sms.sendDue()
      return row(id)
    },
    times: (gateway: SmsGateway, id: string) => gateway.requests.filter((sms) => sms.id === id).length,
  }
}
