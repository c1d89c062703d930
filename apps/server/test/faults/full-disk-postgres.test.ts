import { chownSync, statSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testEngine } from '../engines.ts'
import { dhowCall, openWorldOfProcesses, over, seatAt, startServer, type ServerProcess } from '../processes.ts'
import { mountSmallDisk } from '../small-disk.ts'
import type { World } from '../world.ts'

const disk = testEngine === 'postgres' ? mountSmallDisk(64) : undefined

/** Opens an owner's connection, for statements that cannot be in a transaction. */
async function asOwner<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * All tables of a world are on a small separate disk; PostgreSQL's log is elsewhere, because PostgreSQL stops if its
 * log has no space.
 */
describe.runIf(disk !== undefined)('PostgreSQL on a full disk', { timeout: 120_000 }, () => {
  let world: World
  let server: ServerProcess
  let seat: Awaited<ReturnType<typeof seatAt>>
  let bets = 0
  const space = `small_${process.pid}`
  const folder = disk?.folder ?? ''

  beforeAll(async () => {
    world = await openWorldOfProcesses({}, { withoutJobs: true })
    await asOwner(world.url!, async (client) => {
      const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`)
      const { uid, gid } = statSync(rows[0]!.data)
      chownSync(folder, uid, gid)
      await client.query(`create tablespace ${space} location '${folder}'`)
      for (const kind of ['table', 'index'])
        await client.query(`alter ${kind} all in tablespace pg_default set tablespace ${space}`)
    })
    server = await startServer(world.environment, world.url!)
    seat = await seatAt(world, server, '100.00')
  })
  afterAll(async () => {
    await server.stop()
    await world.close()
    await asOwner(process.env['DHOW_TEST_PG']!, (client) => client.query(`drop tablespace ${space}`))
    disk?.close()
  })

  const bet = async () => {
    const body = { session: seat.session, txId: `full-${++bets}`, roundId: `full-${bets}`, game: 'dhow' }
    const answer = await dhowCall(world, server, 'bet', { ...body, amount: 1, currency: 'NAD' })
    return `${answer!.status} ${answer!.json.code}`
  }

  const ticket = async () => {
    const answer = await over(server, seat.player).post('/player/live-ticket')
    return `${answer!.status} ${answer!.json.code ?? 'ok'}`
  }
  const until = async (call: () => Promise<string>, wanted: string) => {
    let answer = ''
    for (let tries = 0; tries < 1_000 && answer !== wanted; tries++) answer = await call()
    expect(answer).toBe(wanted)
  }

  it('refuses writes as storage_full, still reads, and accepts writes again once there is space', async () => {
    expect(await bet()).toBe('200 ok')
    disk!.fill()
    // Pages with free space still accept some writes. A provider gets an unknown outcome, and repeats.
    await until(bet, '503 unknown')
    await until(ticket, '503 storage_full')
    const profile = await over(server, seat.player).get('/player/profile')
    expect(profile?.status).toBe(200)
    disk!.free()
    for (const call of [bet, ticket])
      await vi.waitFor(async () => expect(await call()).toMatch(/^200/), { timeout: 10_000 })
    expect(server.output()).toContain('No space left on device')
  })
})
