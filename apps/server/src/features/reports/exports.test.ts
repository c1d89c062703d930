import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorld, type World } from '../../../test/world.ts'

const day = '2026-11-21'
const path = '/staff/reports/exports'
let world: World
let manager: Awaited<ReturnType<World['operator']>>

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  manager = await world.operator('manager')
  const seat = await seatOf(world, await world.player({ balance: '1000.00' }))
  for (let n = 0; n < 12; n++) await seat.betwin(100 + n, n * 10)
  await rollUpReports(world)
})
afterAll(() => world.close())

const write = () => world.app.features.reports.writeExports()
const ask = async (kind: string, more: object = {}) => {
  const { status, json } = await manager.post(path, { market: 'NA', from: day, to: day, kind, ...more })
  expect([status, json.code]).toEqual([200, undefined])
  return json.exports[0]
}
const read = async (id: string) => (await manager.get(path)).json.exports.find((one: { id: string }) => one.id === id)
const download = async (id: string, headers: Record<string, string> = {}) => manager.get(`${path}/${id}/file`, headers)
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('an export', () => {
  it('has every entry of its figure, its rows and its hash', async () => {
    const asked = await ask('entries', { figure: 'ggr' })
    expect(asked).toMatchObject({ state: 'waiting', rows: 0, rows_total: 23, sha256: null })
    expect((await download(asked.id)).json.code).toBe('export_not_ready')
    await write()
    const done = await read(asked.id)
    const { json: bytes, headers } = await download(asked.id)
    expect(done).toMatchObject({ state: 'done', rows: 23, bytes: bytes.length, sha256: hashOf(bytes) })
    expect(headers['etag']).toBe(`"${done.sha256}"`)
    const rows = String(bytes).trimEnd().split('\r\n').slice(1)
    expect(rows).toHaveLength(23)
    const sum = rows.reduce((total, row) => total + Math.round(Number(row.split(',').at(-1)) * 100), 0)
    const report = (await manager.get(`/staff/reports?market=NA&from=${day}&to=${day}`)).json
    expect((sum / 100).toFixed(2)).toBe(report.figures.find(({ code }: { code: string }) => code === 'ggr').value)
  })

  it('resumes a broken-off download with the same bytes', async () => {
    const [{ id, bytes: size }] = (await manager.get(path)).json.exports
    const whole = (await download(id)).json
    const rest = await download(id, { range: 'bytes=100-' })
    expect([rest.status, rest.headers['content-range']]).toEqual([206, `bytes 100-${size - 1}/${size}`])
    expect(Buffer.concat([whole.subarray(0, 100), rest.json])).toEqual(whole)
    expect((await download(id, { range: `bytes=${size}-` })).status).toBe(200)
    // For a different file these first bytes are not valid.
    const same = { range: 'bytes=100-', 'if-range': String(rest.headers['etag']) }
    expect((await download(id, same)).json).toEqual(whole.subarray(100))
    const other = await download(id, { range: 'bytes=100-', 'if-range': '"another"' })
    expect([other.status, other.json]).toEqual([200, whole])
  })

  it('has the days of players', async () => {
    const { id } = await ask('player_days')
    await write()
    const text = String((await download(id)).json)
    expect(text).toMatch(
      /^player,day,currency,bets,staked,turnover,won,deposits,deposited\r\nply_\w+,2026-11-21,NAD,12,12\.66,12\.66,6\.60,1,1000\.00\r\n$/,
    )
  })

  it('is continued by another server after the lease with the same bytes, and the first one cannot change it', async () => {
    const { id } = await ask('entries', { figure: 'ggr' })
    await sql`update reports.export set state = 'running', tries = 1, leased_until = ${new Date(world.clock.now().getTime() + 30_000)} where id = ${id}`.execute(
      world.db.kysely,
    )
    await write()
    expect((await read(id)).state).toBe('running')
    world.clock.leap(31_000)
    await write()
    const [again, first] = [
      await read(id),
      (await manager.get(path)).json.exports.find(
        (one: { figure: string; id: string }) => one.figure === 'ggr' && one.id !== id,
      ),
    ]
    expect([again.state, again.sha256]).toEqual(['done', first.sha256])
  })

  it('fails after three tries without a file, and can be restarted', async () => {
    const { id } = await ask('entries', { figure: 'turnover' })
    await sql`update reports.export set state = 'running', tries = 3, leased_until = '-infinity' where id = ${id}`.execute(
      world.db.kysely,
    )
    await write()
    expect(await read(id)).toMatchObject({ state: 'failed', sha256: null })
    expect((await download(id)).json.code).toBe('export_not_ready')
    expect((await manager.post(`${path}/${id}/retry`)).status).toBe(200)
    await write()
    expect((await read(id)).state).toBe('done')
    expect((await manager.post(`${path}/${id}/retry`)).json.code).toBe('export_not_failed')
  })

  it('belongs to the operator who requested it', async () => {
    const other = await world.operator('admin')
    const [{ id }] = (await manager.get(path)).json.exports
    expect((await other.get(path)).json.exports).toEqual([])
    expect((await other.get(`${path}/${id}/file`)).status).toBe(404)
    expect((await other.delete(`${path}/${id}`)).status).toBe(404)
    expect((await (await world.operator('cashier')).get(path)).json.code).toBe('staff_forbidden')
  })

  it('is removed with its bytes, by its operator or after a week', async () => {
    const [{ id }] = (await manager.get(path)).json.exports
    expect((await manager.delete(`${path}/${id}`)).status).toBe(200)
    expect((await download(id)).status).toBe(404)
    world.clock.leap(8 * 86_400_000)
    await world.app.features.reports.forgetExports()
    manager = await world.signIn(manager)
    expect((await manager.get(path)).json.exports).toEqual([])
    expect(await world.platform.fileStore.list('files/exports')).toEqual([])
  })
})
