import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeDatabase, startTemporaryCluster } from '@dhow/platform/testing/postgres.mjs'
import { openDatabase } from '../../src/platform/db/index.ts'
import { testEngine } from '../engines.ts'
import { openWorld, type World } from '../world.ts'

/** Null if it is not installed. */
const version = /(\d+)\.(\d+)/.exec(String(spawnSync('pgbackrest', ['version']).stdout))
const isInstalled = version !== null
/** Block incremental backup, which older versions refuse. */
const knowsBlocks = Number(version?.[1]) > 2 || Number(version?.[2]) >= 46
if (!isInstalled) console.warn('left out: backups by pgBackRest, which is not installed')

const ofDeploy = (name: string) => fileURLToPath(new URL(`../../../../deploy/backup/${name}`, import.meta.url))

/** The programs and configuration of deploy/backup, on a temporary cluster with a temporary repository. */
describe.runIf(testEngine === 'postgres' && isInstalled)('a backup by pgBackRest', () => {
  let cluster: Awaited<ReturnType<typeof startTemporaryCluster>>
  let world: World
  let folder: string
  const running: ChildProcess[] = []

  /** The file that setup.sh writes, with this test's paths. */
  function writeConfig(name: string, secret: string) {
    const path = join(folder, name)
    const options = {
      'repo1-cipher-pass': secret,
      'repo1-path': join(folder, 'repository'),
      'spool-path': join(folder, 'spool'),
      'pg1-path': cluster.data,
      'pg1-port': `${cluster.port}\npg1-socket-path=${cluster.folder}`,
    }
    const given = readFileSync(ofDeploy('pgbackrest.conf'), 'utf8')
    const text = Object.entries(options).reduce(
      (all, [option, value]) => all.replace(new RegExp(`^${option}=.*$`, 'm'), `${option}=${value}`),
      given.replace('[global]', `[global]\nlock-path=${join(folder, 'lock')}\nlog-level-file=off`),
    )
    writeFileSync(path, knowsBlocks ? text : text.replace(/^repo1-block=.*$/m, ''))
    return path
  }
  const as = (config: string) => ({
    ...cluster.as,
    cwd: folder,
    env: {
      PATH: [cluster.bin, dirname(process.execPath), process.env['PATH']].join(':'),
      ...{ HOME: folder, TMPDIR: folder, PGHOST: cluster.folder, PGPORT: String(cluster.port), PGUSER: 'postgres' },
      PGBACKREST_CONFIG: join(folder, config),
    },
  })
  const run = (command: string, args: string[], config = 'pgbackrest.conf') =>
    execFileSync(command, args, { ...as(config), encoding: 'utf8', stdio: 'pipe' })
  const pgbackrest = (...args: string[]) => run('pgbackrest', ['--stanza=dhow', ...args])
  const backUp = (type: 'full' | 'incr') => run('sh', [ofDeploy('backup.sh'), type])
  const drill = (config?: string) => {
    const result = join(folder, 'drill.json')
    try {
      run('sh', [ofDeploy('drill.sh'), result, String(cluster.port)], config)
    } catch {
      // The result file says why it failed.
    }
    return JSON.parse(readFileSync(result, 'utf8')) as Record<string, unknown>
  }
  async function ask<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows[0]!
    } finally {
      await client.end()
    }
  }
  const noteOf = async (task: string) =>
    (await ask<{ outcome: string }>(world.url!, 'select outcome from alarms.upkeep where task = $1', [task])).outcome

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dhow-pgbackrest-'))
    const push = `pgbackrest --config=${join(folder, 'pgbackrest.conf')} --stanza=dhow archive-push %p`
    cluster = await startTemporaryCluster({ settings: ['archive_mode = on', `archive_command = '${push}'`] })
    const { uid, gid } = cluster.as
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
    writeConfig('pgbackrest.conf', 'a secret of the tests')
    writeConfig('wrong.conf', 'another secret')
    await ask(cluster.url, 'create role postgres superuser login')
    const url = makeDatabase(cluster.url, 'dhow')
    const db = await openDatabase({ url, log: pino({ level: 'silent' }) })
    world = await openWorld({}, { withoutJobs: true, database: { db, url, drop: () => db.close() } })
    pgbackrest('stanza-create')
  })
  afterAll(async () => {
    await world.close()
    for (const program of running) {
      const ended = program.exitCode === null && program.signalCode === null ? once(program, 'exit') : undefined
      program.kill('SIGINT')
      await ended
    }
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is restored to a moment between two payments, from a full and an incremental one and the write-ahead log', async () => {
    const player = await world.player({ balance: '100.00' })
    backUp('full')
    await world.fund(player.id, '20.00')
    backUp('incr')
    await world.fund(player.id, '3.00')
    const { moment } = await ask<{ moment: string }>(world.url!, 'select clock_timestamp()::text as moment')
    await world.fund(player.id, '0.40')
    pgbackrest('check')
    const [stanza] = JSON.parse(pgbackrest('info', '--output=json')) as [{ backup: { type: string }[] }]
    expect(stanza.backup.map(({ type }) => type)).toEqual(['full', 'incr'])
    expect(await noteOf('backup')).toBe('passed')

    const data = join(folder, 'restored')
    run('mkdir', ['-m', '700', data])
    const to = ['--type=time', `--target=${moment}`, '--target-action=promote', '--archive-mode=off']
    pgbackrest(`--pg1-path=${data}`, ...to, 'restore')
    const settings = ['-c', `unix_socket_directories=${folder}`, '-c', 'listen_addresses=', '-c', 'archive_mode=off']
    const program = join(cluster.bin, 'postgres')
    running.push(spawn(program, ['-D', data, ...settings], { ...as('pgbackrest.conf'), stdio: 'ignore' }))
    const restored = `postgres://dhow@localhost:${cluster.port}/dhow?host=${encodeURIComponent(folder)}`
    await vi.waitFor(
      async () => {
        const { isOpen } = await ask<{ isOpen: boolean }>(restored, 'select not pg_is_in_recovery() as "isOpen"')
        expect(isOpen).toBe(true)
      },
      { timeout: 60_000 },
    )
    const balance = 'select cash_minor::int as cash from ledger.wallet where player_id = $1'
    expect(await ask(restored, balance, [player.id])).toEqual({ cash: 12_300 })
    expect(await ask(world.url!, balance, [player.id])).toEqual({ cash: 12_340 })
  })

  it('passes its drill, which checks the ledger of a copy and removes it', async () => {
    const copies = () => readdirSync(folder).filter((name) => name.startsWith('dhow-drill'))
    expect(drill()).toMatchObject({ outcome: 'passed', transfers: expect.any(Number), check: { broken: [] } })
    expect(copies()).toEqual([])
    expect(await noteOf('drill')).toBe('passed')
  })

  it('that cannot be read fails its drill', async () => {
    expect(drill('wrong.conf')).toMatchObject({ outcome: 'restore_failed', check: null })
    expect(await noteOf('drill')).toBe('restore_failed')
  })
})
