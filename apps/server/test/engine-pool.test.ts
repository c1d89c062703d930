import { sql } from 'kysely'
import { silentLog } from '@dhow/platform/log'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from './engines.ts'
import { borrowEngine, schemaOf } from './engine-pool.ts'

const open = () => openTestDatabase(silentLog, 'pglite')
type Opened = Awaited<ReturnType<typeof open>>

/** As the owner: the engine's session is the same in each call. */
const rowsOf = async ({ db }: Opened, text: string) => {
  await sql`set role none`.execute(db.kysely)
  return (await sql.raw(text).execute(db.kysely)).rows
}
const one = async (opened: Opened, text: string) => Object.values((await rowsOf(opened, text))[0] as object)[0]

/** All tables with their rows, and the sequences' values. */
const everything = (opened: Opened) =>
  one(
    opened,
    `select jsonb_object_agg(name, rows) from (
       select schemaname || '.' || tablename as name,
              query_to_xml(format('select * from %I.%I order by 1', schemaname, tablename), true, false, '')::text as rows
         from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
       union all select sequencename, coalesce(last_value::text, 'unused') from pg_sequences) all_of_it`,
  )
const started = (opened: Opened) => one(opened, 'select pg_postmaster_start_time()::text')
const fill = async (opened: Opened) => {
  await rowsOf(opened, `insert into staff.audit_entry values ('one', now(), null, 'an action', 'a subject', 'a text')`)
  await rowsOf(opened, `select nextval(pg_get_serial_sequence('ledger.posting', 'id'))`)
}

describe('an embedded engine reused by another world', () => {
  it('has no rows, session settings or triggers of the first', async () => {
    const first = await open()
    const [engine, fresh] = [await started(first), await everything(first)]
    await fill(first)
    await rowsOf(first, `set timezone to 'Asia/Kolkata'`)
    await rowsOf(first, 'select pg_advisory_lock(7)')
    expect(await everything(first)).not.toEqual(fresh)
    await first.drop()

    const next = await open()
    expect(await started(next)).toBe(engine)
    expect(await everything(next)).toEqual(fresh)
    expect(await one(next, 'show timezone')).not.toBe('Asia/Kolkata')
    expect(await one(next, `select count(*)::int from pg_locks where locktype = 'advisory'`)).toBe(0)
    await expect(rowsOf(next, 'delete from staff.audit_entry')).rejects.toThrow(/append/)
    await next.drop()
  })

  it('is not used again after a change of its schema', async () => {
    const first = await open()
    const engine = await started(first)
    await rowsOf(first, 'alter table staff.audit_entry disable trigger all')
    await first.drop()
    const next = await open()
    expect(await started(next)).not.toBe(engine)
    await next.drop()
  })

  it.each([
    ['a trigger that is switched off', 'alter table staff.audit_entry disable trigger all'],
    ['a new table', 'create table left_behind (a int)'],
    ['a new column', 'alter table accounts.player add left_behind int'],
    ['a new function', `create function left_behind() returns int language sql as 'select 1'`],
    ['a new schema', 'create schema left_behind'],
    ['a constraint less', 'alter table ledger.hold drop constraint ledger_hold_pkey cascade'],
  ])('is seen to have %s', async (_name, change) => {
    const { engine, giveBack } = await borrowEngine(silentLog)
    const before = await schemaOf(engine)
    await engine.exec(`begin; ${change}`)
    expect(await schemaOf(engine)).not.toBe(before)
    await engine.exec('rollback')
    expect(await schemaOf(engine)).toBe(before)
    await giveBack()
  })
})
