import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { openLogFile } from './log-file.mjs'

const folder = mkdtempSync(join(tmpdir(), 'dhow-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('reopens its file after a rename or removal', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const path = join(folder, 'logs', 'server.log')
  const log = openLogFile(path)
  log.write('one\n')
  renameSync(path, `${path}.1`)
  vi.advanceTimersByTime(1_000)
  log.write('two\n')
  rmSync(path)
  vi.advanceTimersByTime(1_000)
  log.write('three\n')
  expect([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['one\n', 'three\n'])
  log.close()
  vi.useRealTimers()
})

it.runIf(existsSync('/dev/full'))('drops and counts lines on a full disk, and writes again once it has room', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const path = join(folder, 'full.log')
  // Each write to this device fails with ENOSPC.
  symlinkSync('/dev/full', path)
  const log = openLogFile(path)
  log.write('lost\n')
  log.write('lost too\n')
  expect(log.dropped()).toBe(2)
  rmSync(path)
  vi.advanceTimersByTime(1_000)
  log.write('kept\n')
  const [, note, kept] = readFileSync(path, 'utf8').split('\n')
  expect([JSON.parse(note), kept, log.dropped()]).toMatchObject([{ level: 40, count: 2 }, 'kept', 0])
  log.close()
  vi.useRealTimers()
})
