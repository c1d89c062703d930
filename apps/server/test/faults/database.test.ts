import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../src/platform/db/index.ts'
import { testEngine } from '../engines.ts'
import { openWorldOfProcesses, over, startServer, type ServerProcess } from '../processes.ts'
import { openCuttableProxy } from '../cuttable-proxy.ts'
import type { World } from '../world.ts'
import { asOwner } from '../as-owner.ts'

describe.runIf(testEngine === 'postgres')('an unavailable database', { timeout: 120_000 }, () => {
  let world: World
  let server: ServerProcess
  let player: Awaited<ReturnType<World['player']>>
  let proxy: Awaited<ReturnType<typeof openCuttableProxy>>
  beforeAll(async () => {
    world = await openWorldOfProcesses()
    player = await world.player({ balance: '100.00' })
    proxy = await openCuttableProxy(world.url!)
    server = await startServer(world.environment, proxy.url)
  })
  afterAll(async () => {
    await server.stop()
    await proxy.block()
    await world.close()
  })

  const listeners = async () => {
    const listening = sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where application_name = ${server.name} and (query ilike 'listen%' or query ilike '%pg_notify%')`
    return (await asOwner(world.db, (tx) => listening.execute(tx))).rows[0]!.count
  }
  const waiting = async (tx: Tx) => {
    // A transaction reads the same activity again until it discards its snapshot.
    await sql`select pg_stat_clear_snapshot()`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where application_name = ${server.name} and wait_event_type = 'Lock'`.execute(tx)
    return rows[0]!.count
  }
  const tries = () => server.output().split('could not be restored yet').length - 1
  const profile = async () => {
    const answer = await over(server, player).get('/player/profile')
    return [answer!.status, answer!.json.code]
  }

  it('fails calls under way as unavailable, and writes nothing of them', async () => {
    const other = await world.player({ balance: '100.00' })
    const locked = asOwner(world.db, async (tx) => {
      await sql`lock table accounts.player_session in access exclusive mode`.execute(tx)
      const asked = over(server, other).post('/player/logout-everywhere')
      while ((await waiting(tx)) === 0) continue
      await proxy.block()
      return asked
    })
    const answer = await locked
    expect([answer?.status, answer?.json.code]).toEqual([503, 'unavailable'])
    await proxy.open()
    expect((await other.get('/player/profile')).status).toBe(200)
    while ((await profile())[0] !== 200) continue
  })

  it('fails calls as unavailable, and the server reconnects by itself with one listener', async () => {
    expect(await profile()).toEqual([200, undefined])
    while ((await listeners()) === 0) continue
    const before = tries()
    await proxy.block()
    const cutAtMs = performance.now()
    const outcomes = new Set<string>()
    // One attempt a second: if each failed attempt started more than one other, there would be thousands after some
    // seconds.
    while (tries() < before + 4) {
      const answer = await over(server, player).post('/player/live-ticket')
      outcomes.add(`${answer?.status} ${answer?.json.code}`)
    }
    expect([...outcomes]).toEqual(['503 unavailable'])
    expect(tries() - before).toBeLessThanOrEqual(Math.ceil((performance.now() - cutAtMs) / 1_000) + 1)
    await proxy.open()

    while ((await profile())[0] !== 200) continue
    while ((await listeners()) === 0) continue
    // Messages between the processes arrive again: a session ended here is ended there.
    await player.post('/player/logout')
    while ((await profile())[0] === 200) continue
    expect([await profile(), await listeners()]).toEqual([[401, 'session_invalid'], 1])
  })
})
