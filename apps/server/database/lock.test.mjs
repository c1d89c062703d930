import { expect, it } from 'vitest'
import { lockOf } from './lock.mjs'

const migrations = new Map([['migrations/0001_a.sql', 'create table a ()']])
const sources = new Map([['functions/a/f.sql', 'create function f()']])
const empty = { revision: 0, migrations: {}, sources: '' }
const { lock } = lockOf(empty, migrations, sources)

it('is unchanged while nothing changes', () => {
  expect(lockOf(lock, migrations, sources)).toEqual({ lock, faults: [] })
})

it('refuses a changed or missing merged migration', () => {
  expect(lockOf(lock, new Map([['migrations/0001_a.sql', 'create table b ()']]), sources).faults).toEqual([
    expect.stringContaining('migrations/0001_a.sql was changed'),
  ])
  expect(lockOf(lock, new Map(), sources).faults).toEqual([expect.stringContaining('migrations/0001_a.sql is gone')])
})

it('has a higher revision after a new migration and after a changed function', () => {
  const more = new Map([...migrations, ['migrations/0002_b.sql', 'create table b ()']])
  expect(lockOf(lock, more, sources).lock.revision).toBe(lock.revision + 1)
  const changed = new Map([['functions/a/f.sql', 'create function f(a int)']])
  expect(lockOf(lock, migrations, changed).lock.revision).toBe(lock.revision + 1)
})

it('refuses two migrations with one number, which have no order', () => {
  const two = new Map([...migrations, ['migrations/0001_b.sql', 'create table b ()']])
  expect(lockOf(lock, two, sources).faults).toEqual([
    expect.stringContaining('has the number of migrations/0001_a.sql'),
  ])
})
