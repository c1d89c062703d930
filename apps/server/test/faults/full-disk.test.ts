import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { defaultLimits } from '../../src/platform/db/limits.ts'
import { openDatabase, type Database } from '../../src/platform/db/index.ts'
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts'
import { asOwner } from '../as-owner.ts'

const mebibyte = 1024 * 1024
const mounted = mountSmallDisk(150)
const disk = mounted ?? pretendDisk()
const reserveBytes = 32 * mebibyte
const limits = { ...defaultLimits, diskReserveBytes: reserveBytes }
let db: Database

/** Simulates a disk whose free space the test sets, if none can be mounted. */
function pretendDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-disk-'))
  const real = fs.statfsSync
  const report = (free: typeof fs.statfsSync) => {
    fs.statfsSync = free
    syncBuiltinESMExports()
  }
  const full = (() => ({ bavail: 0, bsize: 4096 })) as unknown as typeof fs.statfsSync
  return {
    folder,
    fill: () => report(full),
    free: () => report(real),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

beforeAll(async () => {
  db = await openDatabase({ dataDir: disk.folder, log: silentLog, limits })
})
afterAll(async () => {
  await db.close()
  disk.close()
})

it('a failing statement does not affect the next ones on the embedded engine’s session, prepared or not', async () => {
  const half = (by: number) => db.prepared<{ half: number }>('half', 'select 10 / $1::int as half', [by])
  await expect(half(0)).rejects.toThrow('division by zero')
  expect(await half(2)).toEqual([{ half: 5 }])
})

it('the embedded engine refuses writes while the disk is full, still reads, and writes again once there is space', async () => {
  const write = () =>
    sql`insert into room_probe (id) select coalesce(max(id), 0) + 1 from room_probe`.execute(db.kysely)
  const inTransaction = () => db.transaction((tx) => sql`update room_probe set id = id`.execute(tx))
  const prepared = () => db.prepared<{ done: boolean }>('probe', 'select $1::int = 1 as done', [1])
  await asOwner(db, (tx) => sql`create table room_probe (id int); grant all on room_probe to public`.execute(tx))
  await write()
  disk.fill()
  const codes = [write, inTransaction, prepared].map((work) => work().catch((error: { code: string }) => error.code))
  expect(await Promise.all(codes)).toEqual(['53100', '53100', '53100'])
  const read = await sql<{ id: number }>`select id from room_probe`.execute(db.kysely)
  expect(read.rows).toEqual([{ id: 1 }])
  disk.free()
  await write()
  await inTransaction()
  expect(await prepared()).toEqual([{ done: true }])
})

it.runIf(mounted)(
  'an engine whose write-ahead log has no space is reopened in place, and keeps all written data',
  async () => {
    const write = () => sql`insert into room_probe (id) values (3)`.execute(db.kysely)
    const fillLog = () => sql`select pg_logical_emit_message(false, 'probe', repeat('x', 1000000))`.execute(db.kysely)
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: { code: string }) => error.code,
      )
    // As if another program used the last space during a statement, which the check before it cannot foresee.
    limits.diskReserveBytes = 0
    disk.fill()
    let code: string | undefined
    while (code === undefined) code = await codeOf(fillLog())
    limits.diskReserveBytes = reserveBytes
    expect(code).toBe('53100')
    expect(await codeOf(sql`select 1`.execute(db.kysely))).toBe('53100')
    disk.free()
    await write()
    const { rows } = await sql<{ id: number }>`select id from room_probe where id in (1, 3) order by id`.execute(
      db.kysely,
    )
    expect(rows).toEqual([{ id: 1 }, { id: 3 }])
  },
)
