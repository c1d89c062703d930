import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockDataFolder } from './data-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'dhow-data-folder-'))
const path = join(folder, 'lock')
const lock = () => lockDataFolder(folder, { file: 'lock', setting: 'DATA_DIR' })
afterAll(() => rmSync(folder, { recursive: true }))

it('keeps the lock of a running process, and replaces the lock of an ended one', () => {
  writeFileSync(path, String(process.ppid))
  expect(lock).toThrow(
    `The data folder ${folder} is in use by process ${process.ppid}; stop it first or set DATA_DIR to another folder.`,
  )
  // Above the largest process id.
  writeFileSync(path, String(2 ** 31 - 1))
  const unlock = lock()
  expect(readFileSync(path, 'utf8')).toBe(String(process.pid))
  unlock()
  expect(existsSync(path)).toBe(false)
})
