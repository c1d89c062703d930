import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { silentLog } from '@dhow/platform/log'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestDatabase, testEngine } from '../engines.ts'
import { openEmptyDatabase, startServers } from '../processes.ts'
import { firstPassword } from '../world.ts'

const migrations = readdirSync(new URL('../../database/migrations/', import.meta.url)).filter((name) =>
  name.endsWith('.sql'),
)

const { revision } = JSON.parse(readFileSync(new URL('../../database/lock.json', import.meta.url), 'utf8')) as {
  revision: number
}

/** A migrated database from before a change of two functions. */
async function openOlderDatabase() {
  const opened = await openTestDatabase(silentLog)
  const client = new pg.Client({ connectionString: opened.url })
  await client.connect()
  await client.query(`update schema_source set hash = 'before' where path in
    ('functions/limits/day.sql', 'functions/gateway/decide.sql')`)
  await client.query('update schema_state set revision = revision - 1')
  await client.end()
  return opened
}

describe.runIf(testEngine === 'postgres')('servers that start together on one database', { timeout: 120_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dhow-start-'))
  const environment = {
    SECRET_KEY: 'a key of the tests that is long enough',
    STUDIO_WALLET_KEY: 'the key of the studio in the tests',
    DHOW_FIRST_OPERATOR_PASSWORD: firstPassword,
    DHOW_FIRST_GIFTS: 'NA:FIRSTGIFTOFTHETESTS,IN:SECONDGIFTOFTHETESTS',
    DATA_DIR: dataDir,
  }
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('live mode is refused on a database that may lose acknowledged writes', async () => {
    const { url, drop } = await openTestDatabase(silentLog)
    const live = { ...environment, DHOW_MODE: 'live', SMS_URL: 'http://127.0.0.1:9/sms' }
    // Test databases do not sync to disk.
    await expect(startServers(1, live, url!)).rejects.toThrow(
      'Live mode needs a PostgreSQL that keeps what it has acknowledged: switch fsync, synchronous_commit, full_page_writes on.',
    )
    await drop()
  })

  it.each([
    ['that is empty', openEmptyDatabase],
    ['that is migrated and that nobody has filled', () => openTestDatabase(silentLog)],
    ['whose functions are those of the version before', openOlderDatabase],
  ])('%s all come up: each migration applied once, everything filled in once', async (_name, open) => {
    const { url, drop } = await open()
    try {
      const servers = await startServers(4, environment, url!)
      const health = await Promise.all(servers.map((server) => fetch(`${server.portal}/health`)))
      await Promise.all(servers.map((server) => server.stop()))
      expect(health.map((answer) => answer.status)).toEqual([200, 200, 200, 200])

      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const column = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows.flat()
      expect(await column('select name from schema_migration order by name')).toEqual(migrations.sort())
      expect(await column('select revision from schema_state')).toEqual([revision])
      expect(await column('select hash from schema_source where length(hash) < 64')).toEqual([])
      expect(await column('select name from staff.operator')).toEqual(['admin'])
      expect(await column('select market from rewards.gift_envelope order by market')).toEqual(['IN', 'NA'])
      expect(await column('select slug from catalog.game')).toContain('dhow')
      await client.end()
    } finally {
      await drop()
    }
  })
})
