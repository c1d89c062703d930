import { execFileSync } from 'node:child_process'
import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLog } from '../../src/platform/log.ts'
import { defaultLimits } from '../../src/platform/db/limits.ts'
import { openDatabase, type Database } from '../../src/platform/db/index.ts'

const mebibyte = 1024 * 1024
const disk = openSmallDisk()
let db: Database

/** A disk of 150 MB of its own where this user may mount one, else one whose free room is reported as the test says. */
function openSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-disk-'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    const real = fs.statfsSync
    const report = (free: typeof fs.statfsSync) => {
      fs.statfsSync = free
      syncBuiltinESMExports()
    }
    const full = (() => ({ bavail: 0, bsize: 4096 })) as unknown as typeof fs.statfsSync
    return { folder, fill: () => report(full), free: () => report(real), close }
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      for (let part = 0; ; part++) {
        try {
          writeFileSync(`${filler}-${part}`, Buffer.alloc(mebibyte))
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
          return
        }
      }
    },
    free() {
      for (const name of fs.readdirSync(folder)) if (name.startsWith('filler')) rmSync(join(folder, name))
    },
    close() {
      execFileSync('umount', [folder])
      close()
    },
  }
}

beforeAll(async () => {
  const limits = { ...defaultLimits, diskReserveBytes: 32 * mebibyte }
  db = await openDatabase({ dataDir: disk.folder, log: openLog('silent'), limits })
})
afterAll(async () => {
  await db.close()
  disk.close()
})

it('a statement that fails leaves the embedded engine’s session to the next ones, prepared or not', async () => {
  const half = (by: number) => db.prepared<{ half: number }>('half', 'select 10 / $1::int as half', [by])
  await expect(half(0)).rejects.toThrow('division by zero')
  expect(await half(2)).toEqual([{ half: 5 }])
})

it('the embedded engine takes no write while the disk is full, still reads, and writes again once there is room', async () => {
  const write = () =>
    sql`insert into room_probe (id) select coalesce(max(id), 0) + 1 from room_probe`.execute(db.kysely)
  const inTransaction = () => db.transaction((tx) => sql`update room_probe set id = id`.execute(tx))
  const prepared = () => db.prepared<{ done: boolean }>('probe', 'select $1::int = 1 as done', [1])
  await sql`create table room_probe (id int)`.execute(db.kysely)
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
