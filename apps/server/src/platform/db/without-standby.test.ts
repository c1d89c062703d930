import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTemporaryCluster } from '@dhow/platform/testing/postgres.mjs'
import { testEngine } from '../../../test/engines.ts'
import { UnconfirmedError } from './confirmed.ts'
import { afterCommit, openDatabase, type Database } from './index.ts'

/** Far longer than a busy machine needs. */
const withinMs = 120_000

describe.runIf(testEngine === 'postgres')('while the synchronous standby is down', { timeout: withinMs }, () => {
  let cluster: Awaited<ReturnType<typeof startTemporaryCluster>>
  let db: Database
  const run = (...statements: string[]) =>
    execFileSync(join(cluster.bin, 'psql'), [cluster.url, '-qAt', ...statements.flatMap((text) => ['-c', text])])
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
    run("alter system set synchronous_standby_names = 'ANY 1 (*)'", 'select pg_reload_conf()')
    await vi.waitUntil(async () => {
      const { rows } = await sql<{
        on: boolean
      }>`select current_setting('synchronous_standby_names') <> '' as on`.execute(db.kysely)
      return rows[0]?.on
    })
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

    run('alter system reset synchronous_standby_names', 'select pg_reload_conf()')
    // Commits under way are kept, with their after-commit hooks; transactions that found no slot are not.
    const unconfirmed = refused.slice(0, -1).filter((reason) => reason instanceof UnconfirmedError).length
    await vi.waitFor(async () => expect((await read()).length).toBe(2 + unconfirmed), withinMs)
    await vi.waitFor(() => expect(done.length).toBe(1 + unconfirmed))
    await write('after')
  })
})
