import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startStandby, startTemporaryCluster } from '@dhow/platform/testing/postgres.mjs'
import { testEngine } from '../../../test/engines.ts'
import { openWorld } from '../../../test/world.ts'
import { openDatabase, type Database } from '../../platform/db/index.ts'
import { openStandbys } from './standbys.ts'

/** Far longer than a busy machine needs to start a standby, or to write what the standby should lack. */
const withinMs = 60_000

it('the Health screen names the primary database, and none for the embedded engine', async () => {
  const world = await openWorld({}, { withoutJobs: true })
  const { database } = (await (await world.operator('admin')).get('/staff/health')).json
  if (world.url === undefined) expect(database).toBeNull()
  else expect(database).toMatchObject({ writes_wait: false, hidden: false, standbys: [], leader: null })
  await world.close()
})

let cluster: Awaited<ReturnType<typeof startTemporaryCluster>>
let standby: Awaited<ReturnType<typeof startStandby>>
let db: Database
let standbys: ReturnType<typeof openStandbys>
const run = (url: string, ...statements: string[]) =>
  execFileSync(join(cluster.bin, 'psql'), [url, '-qAt', ...statements.flatMap((text) => ['-c', text])])
const shown = (expected: object) =>
  vi.waitFor(async () => expect(await standbys.read()).toMatchObject(expected), withinMs)

describe.runIf(testEngine === 'postgres')('standbys of PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTemporaryCluster({ durable: true })
    standby = await startStandby(cluster, 'pg2')
    db = await openDatabase({ url: cluster.url, log: pino({ level: 'silent' }) })
    standbys = openStandbys({ db })
  }, withinMs)
  afterAll(async () => {
    await db.close()
    await standby.stop()
    await cluster.stop()
  })

  it('shows that standbys are hidden from a user without pg_monitor', async () => {
    await shown({ hidden: true, standbys: [], writes_wait: false })
    run(cluster.url, 'grant pg_monitor to dhow_app')
    await shown({ hidden: false, standbys: [{ name: 'pg2', synchronous: false, streaming: true, ok: true }] })
    expect(await standbys.check.look()).toEqual([])
  })

  it(
    'raises an alarm for a standby that has stopped replaying, and clears it once it has caught up',
    async () => {
      run(standby.url, 'select pg_wal_replay_pause()')
      run(
        cluster.url,
        'create table missed as select repeat(md5(n::text), 60) as text from generate_series(1, 50000) n',
      )
      await shown({ standbys: [{ name: 'pg2', ok: false }] })
      expect(await standbys.check.look()).toMatchObject([{ subject: 'pg2', text: { code: 'alarm_standby' } }])
      run(standby.url, 'select pg_wal_replay_resume()')
      await shown({ standbys: [{ name: 'pg2', ok: true }] })
      expect(await standbys.check.look()).toEqual([])
    },
    2 * withinMs,
  )

  it(
    'shows that writes wait if commits need a standby and the last one has stopped',
    async () => {
      run(cluster.url, "alter system set synchronous_standby_names = 'ANY 1 (*)'", 'select pg_reload_conf()')
      await shown({ writes_wait: false, standbys: [{ synchronous: true }] })
      await standby.stop()
      await shown({ writes_wait: true, standbys: [] })
      run(cluster.url, 'alter system reset synchronous_standby_names', 'select pg_reload_conf()')
      await shown({ writes_wait: false })
    },
    2 * withinMs,
  )
})
