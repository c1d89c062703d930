import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTemporaryCluster } from '@dhow/platform/testing/postgres.mjs'
import { testEngine } from '../../../test/engines.ts'
import { openWorld } from '../../../test/world.ts'
import { UnconfirmedError } from './confirmed.ts'
import { afterCommit, openDatabase, type Database } from './index.ts'

/** Far longer than a busy machine needs. */
const withinMs = 120_000

describe.runIf(testEngine === 'postgres')('while the synchronous standby is down', { timeout: withinMs }, () => {
  let cluster: Awaited<ReturnType<typeof startTemporaryCluster>>
  let db: Database
  const run = (...statements: string[]) =>
    execFileSync(join(cluster.bin, 'psql'), [cluster.url, '-qAt', ...statements.flatMap((text) => ['-c', text])])
  async function takeStandby() {
    run("alter system set synchronous_standby_names = 'ANY 1 (*)'", 'select pg_reload_conf()')
    await vi.waitUntil(async () => {
      const { rows } = await sql<{
        on: boolean
      }>`select current_setting('synchronous_standby_names') <> '' as on`.execute(db.kysely)
      return rows[0]?.on
    })
  }
  const giveStandby = () => run('alter system reset synchronous_standby_names', 'select pg_reload_conf()')
  beforeAll(async () => {
    cluster = await startTemporaryCluster({ durable: true })
    db = await openDatabase({ url: cluster.url, log: pino({ level: 'silent' }) })
  }, withinMs)
  afterAll(async () => {
    await db.close()
    await cluster.stop()
  })

  it('any number of writes is refused, reads are served, and the writes are there once it is back', async () => {
    const note = (id: string) => ({ id, version: '1', machine: 'here', started_at: new Date(), seen_at: new Date() })
    const done: string[] = []
    const write = (id: string) =>
      db.transaction(async (tx) => {
        await tx.insertInto('platform.program').values(note(id)).execute()
        afterCommit(tx, () => done.push(id))
      })
    await write('before')
    await takeStandby()
    const writes = Array.from({ length: 40 }, async (_, index) => write(`write_${index}`))
    const outside = Array.from({ length: 20 }, async (_, index) =>
      db.kysely
        .insertInto('platform.program')
        .values(note(`outside_${index}`))
        .execute(),
    )
    const ends = Promise.allSettled([
      ...writes,
      ...outside,
      db.prepared('write', "insert into platform.program values ('prepared', '1', 'here', now(), now())", []),
    ])
    // Each write has a slot by now, or waits for one.
    const read = async () => (await db.kysely.selectFrom('platform.program').select('id').execute()).map(({ id }) => id)
    expect(await read()).toEqual(['before'])
    const refused = (await ends).map((end) => (end.status === 'rejected' ? end.reason : 'written'))
    expect(await read()).toEqual(['before'])
    expect(refused).not.toContain('written')
    expect(refused.at(-1)).toBeInstanceOf(UnconfirmedError)
    expect(done).toEqual(['before'])

    giveStandby()
    // Commits under way are kept, with their after-commit hooks; transactions that found no slot are not.
    const unconfirmed = refused.slice(0, -1).filter((reason) => reason instanceof UnconfirmedError).length
    await vi.waitFor(async () => expect((await read()).length).toBe(2 + unconfirmed), withinMs)
    await vi.waitFor(() => expect(done.length).toBe(1 + unconfirmed))
    await write('after')
  })

  it('every kind of call that writes is refused with a sentence and a time, and calls that read are served', async () => {
    const world = await openWorld({}, { withoutJobs: true, database: { db, url: cluster.url, drop: async () => {} } })
    try {
      const [one, two] = [await world.player(), await world.player()]
      const operator = await world.operator()
      // Each session's "last seen" is old enough to be noted with the next call.
      world.clock.leap(120_000)
      await takeStandby()
      const reads = [one.get('/player/devices'), two.get('/player/devices'), operator.get('/staff/health')]
      expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200])
      const answers = await Promise.all([
        // In a transaction.
        one.post('/player/logout-everywhere'),
        // Two in one statement of their own.
        one.post('/player/live-ticket'),
        two.post('/player/live-ticket'),
        // Of somebody without a session.
        world.visitor().post('/login', { mobile: two.mobile, password: two.password }),
      ])
      for (const { status, json, headers } of answers) {
        expect([status, json.message.length > 0], JSON.stringify(json)).toEqual([503, true])
        // A row may be locked by a note that waits for its confirmation.
        expect(['busy', 'unavailable']).toContain(json.code)
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
      giveStandby()
      await vi.waitFor(async () => expect((await two.post('/player/live-ticket')).status).toBe(200), withinMs)
    } finally {
      giveStandby()
      await world.close()
    }
  })
})
