import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testEngine } from '../engines.ts'
import { freePort } from '../free-port.ts'
import {
  dhowCall,
  inBatches,
  openWorldOfProcesses,
  over,
  seatAt,
  startServer,
  type ServerProcess,
} from '../processes.ts'
import type { World } from '../world.ts'
import { asOwner } from '../as-owner.ts'

const program = '/usr/sbin/pgbouncer'
const isHere = testEngine === 'postgres' && existsSync(program)
if (!isHere) console.warn('skipped: the server behind PgBouncer, since pgbouncer or PostgreSQL is not installed')

describe.runIf(isHere)('a server behind PgBouncer in transaction mode', { timeout: 120_000 }, () => {
  let world: World
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let server: ServerProcess
  beforeAll(async () => {
    world = await openWorldOfProcesses()
    pooler = await startPooler(world)
  })
  afterAll(async () => {
    await server.stop()
    await pooler.stop()
    await world.close()
  })
  const start = () => startServer({ ...world.environment, DATABASE_DIRECT_URL: world.url! }, pooler.url)

  it('refuses to start if the database’s user has no limits, and starts with them', async () => {
    await expect(start()).rejects.toThrow('alter role <user> set')
    await pooler.limit()
    server = await start()
  })

  it('answers many concurrent calls correctly, over fewer connections than calls', async () => {
    const seats = await inBatches([1, 2, 3, 4, 5, 6], 1, (number) => seatAt(world, server, `${number}00.00`))
    const answers = await Promise.all(
      seats.flatMap(({ session, player }, seat) =>
        Array.from({ length: 10 }, async (_, bet) => {
          const body = {
            session,
            txId: `pool-${seat}-${bet}`,
            roundId: 'pool',
            game: 'dhow',
            amount: 100,
            currency: 'NAD',
          }
          const [placed, profile] = await Promise.all([
            dhowCall(world, server, 'bet', body),
            over(server, player).get('/player/profile'),
          ])
          return [placed!.status, profile!.status, profile!.json.player.id === player.id]
        }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.join()))).toEqual(new Set(['200,200,true']))
    for (const [seat, { player }] of seats.entries())
      expect((await world.balance(player.id)).cashMinor).toBe(BigInt((seat + 1) * 10_000 - 10 * 100))
  })

  it('sends its events to another server over its direct connection', async () => {
    const { player } = await seatAt(world, server, '10.00')
    expect((await player.get('/player/profile')).status).toBe(200)
    await over(server, player).post('/player/logout-everywhere')
    await vi.waitUntil(async () => (await player.get('/player/profile')).status === 401, { timeout: 20_000 })
  })
})

/** Starts PgBouncer with the cluster's configuration file, in front of the world's database. */
async function startPooler(world: World) {
  const url = new URL(world.url!)
  const database = url.pathname.slice(1)
  const port = await freePort()
  const user = `pooled_${database}`
  const password = 'a password of the tests'
  await asOwner(world.db, (tx) =>
    sql.raw(`create role ${user} login password '${password}' in role dhow_app`).execute(tx),
  )
  const folder = mkdtempSync(join(tmpdir(), 'dhow-pooler-'))
  const values: Record<string, string> = {
    ...{ host: '127.0.0.1', leaderPort: url.port, pgbouncerPort: String(port), folder },
  }
  const template = readFileSync(new URL('../../../../deploy/cluster/pgbouncer.ini', import.meta.url), 'utf8')
  const file = join(folder, 'pgbouncer.ini')
  const filled = template
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
    .replaceAll('dbname=dhow', `dbname=${database}`)
    .replace('default_pool_size = 40', 'default_pool_size = 4')
  writeFileSync(file, filled)
  writeFileSync(join(folder, 'pgbouncer-users.conf'), `"${user}" "${password}"\n`)
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const as = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : undefined
  if (as) chownSync(folder, as.uid, as.gid)
  const child = spawn(program, ['-q', file], { ...as, stdio: 'ignore' })
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/dhow`,
    limit: () =>
      asOwner(world.db, async (tx) => {
        for (const [name, value] of Object.entries(limits))
          await sql.raw(`alter role ${user} set ${name} = '${value}'`).execute(tx)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${user}`.execute(tx)
      }),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await asOwner(world.db, (tx) => sql.raw(`drop role ${user}`).execute(tx))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
const limits = { lock_timeout: '2s', statement_timeout: '60s', idle_in_transaction_session_timeout: '5s' }
