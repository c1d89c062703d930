import { CompiledQuery, sql } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/engines.ts'
import { kindOf } from './confirm-writes.ts'

const kind = (text: string) => kindOf(CompiledQuery.raw(text))

it('every function of the database that may write counts as a write, and the others as reads', async () => {
  const { db, drop } = await openTestDatabase(pino({ level: 'silent' }))
  try {
    const { rows } = await sql<{ name: string; writes: boolean }>`
      select nspname || '.' || proname as name, provolatile = 'v' as writes
      from pg_catalog.pg_proc join pg_catalog.pg_namespace on pg_namespace.oid = pronamespace
      where nspname !~ '^(pg_|information_schema|public)' and prorettype <> 'trigger'::regtype`.execute(db.kysely)
    expect(rows.length).toBeGreaterThan(40)
    const wrong = rows.filter(({ name, writes }) => (kind(`select ${name}(1)`) !== 'read') !== writes)
    expect(wrong).toEqual([])
  } finally {
    await drop()
  }
})

it('a write is told from a read by its words, and a job’s from a call’s', () => {
  expect([kind('select 1'), kind('with a as (select 1) select * from a')]).toEqual(['read', 'read'])
  expect([kind('insert into a values (1)'), kind('with a as (delete from b) select 1')]).toEqual(['call', 'call'])
  expect([kind('select tries from platform.attempt_add($1)'), kind('select reports.roll_up($1)')]).toEqual([
    'call',
    'job',
  ])
})
