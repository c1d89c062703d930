import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueSms } from '../../src/features/sms/queue-sms.ts'
import { testEngine } from '../engines.ts'
import { openWorldOfProcesses, startServer } from '../processes.ts'
import { eventually } from '../sandbox.ts'
import type { World } from '../world.ts'

describe.runIf(testEngine === 'postgres')('a kill -9 of the server while it sends text messages', () => {
  let world: World
  beforeAll(async () => {
    // The world itself sends nothing; its server is a process.
    world = await openWorldOfProcesses({}, { withoutJobs: true })
  })
  afterAll(() => world.close())

  it('between the gateway’s acceptance and our record loses none: each is repeated under its id, and accepted once', async () => {
    const ids = ['sms_kill_1', 'sms_kill_2', 'sms_kill_3']
    const at = world.platform.clock.now()
    await world.db.transaction(async (tx) => {
      for (const id of ids)
        await queueSms(tx, {
          id,
          kind: 'notice',
          mobile: '+264817888888',
          text: `Dhow: invented text ${id}`,
          language: 'en',
          messageId: null,
          at,
          expiresAt: new Date(at.getTime() + 86_400_000),
        })
    })
    // The gateway accepts them all and answers none: its answers would not reach the server.
    world.inbox.answer = () => true
    const server = await startServer(world.environment, world.url!)
    await world.inbox.waitFor(() => world.inbox.messages.length === ids.length)
    await server.kill()
    const rows = () => world.db.kysely.selectFrom('sms.outbox').select('state').where('id', 'in', ids).execute()
    expect((await rows()).map((row) => row.state)).toEqual(['queued', 'queued', 'queued'])

    // As if the killed server’s lease had expired.
    await world.db.kysely.updateTable('sms.outbox').set({ next_at: at }).where('id', 'in', ids).execute()
    world.inbox.answer = world.inbox.accept
    const next = await startServer(world.environment, world.url!)
    await eventually(rows, (seen) => seen.every((row) => row.state === 'sent'))
    await next.stop()
    expect(world.inbox.messages.map((sms) => sms.id).sort()).toEqual(ids)
    expect(world.inbox.requests.map((sms) => sms.id).sort()).toEqual([...ids, ...ids].sort())
  })
})
