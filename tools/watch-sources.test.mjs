import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSources } from './watch-sources.mjs'

let root
let stop
let changed

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'dhow-watch-'))
  for (const folder of ['one/deep', 'two']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['one/deep/kept.ts', 'one/deep/kept.test.ts', 'two/kept.ts']) write(file, '0')
  changed = []
  stop = await watchSources([join(root, 'one'), join(root, 'two')], (path) => changed.push(path))
  for (const file of ['one/deep/kept.ts', 'two/kept.ts']) await expectSeen(file, () => write(file, '0'))
})

afterEach(async () => {
  await stop()
  rmSync(root, { recursive: true })
})

test('sees each of several writes to a file, in each folder', async () => {
  for (const text of ['1', '2'])
    for (const file of ['one/deep/kept.ts', 'two/kept.ts']) await expectSeen(file, () => write(file, text))
})

test('sees each replacement by renaming', async () => {
  for (const text of ['1', '2', '3']) await expectSeen('one/deep/kept.ts', () => replace('one/deep/kept.ts', text))
})

test('sees a new file in a new folder, and its removal', async () => {
  mkdirSync(join(root, 'one/new'))
  await expectSeen('one/new/added.ts', () => write('one/new/added.ts', '1'))
  await expectSeen('one/new/added.ts', () => rmSync(join(root, 'one/new/added.ts'), { force: true }))
})

test('leaves out tests and other files', async () => {
  write('one/deep/kept.test.ts', '1')
  write('one/deep/notes.txt', '1')
  await expectSeen('one/deep/kept.ts', () => write('one/deep/kept.ts', '1'))
  expect(changed.filter((path) => !path.endsWith('/kept.ts'))).toEqual([])
})

/** Repeats the change until it is seen, since a watcher may miss one within milliseconds of the last. */
async function expectSeen(file, change) {
  changed.length = 0
  const isSeen = () => {
    if (changed.includes(join(root, file))) return
    change()
    expect(changed).toContain(join(root, file))
  }
  await vi.waitFor(isSeen, { timeout: 10_000, interval: 50 })
}

function write(file, text) {
  writeFileSync(join(root, file), text)
}

function replace(file, text) {
  write(`${file}.swap`, text)
  renameSync(join(root, `${file}.swap`), join(root, file))
}
