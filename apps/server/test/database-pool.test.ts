import { sql } from 'kysely'
import { silentLog } from '@dhow/platform/log'
import { describe, expect, it } from 'vitest'
import { openTestDatabase, testEngine } from './engines.ts'

const open = () => openTestDatabase(silentLog)
type Opened = Awaited<ReturnType<typeof open>>

/** As the owner, in a session that the pool keeps. */
const one = async ({ db }: Opened, text: string) => {
  await sql`set role none`.execute(db.kysely)
  const { rows } = await sql.raw(text).execute(db.kysely)
  return Object.values((rows[0] ?? {}) as object)[0]
}
const standing = (opened: Opened) =>
  one(
    opened,
    `select (select count(*) from staff.audit_entry) || ' ' || (select count(*) from schema_migration) ||
    ' ' || (select coalesce(last_value::text, 'unused') from pg_sequences where schemaname = 'ledger' and sequencename like 'posting%')`,
  )

describe.runIf(testEngine === 'postgres')('a database that one world leaves to the next', () => {
  it('has no rows, sequences, roles, settings or locks of the first', async () => {
    const first = await open()
    const fresh = await standing(first)
    await one(first, `insert into staff.audit_entry values ('one', now(), null, 'an action', 'a subject', 'a text')`)
    await one(first, `select nextval(pg_get_serial_sequence('ledger.posting', 'id'))`)
    await one(first, `set timezone to 'Asia/Kolkata'`)
    await one(first, 'select pg_advisory_lock(7)')
    expect(await standing(first)).not.toBe(fresh)
    const { ownUrl } = first
    await first.drop()

    const next = await open()
    expect(next.ownUrl).toBe(ownUrl)
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(next.db.kysely)
    expect(rows).toEqual([{ role: 'dhow_app' }])
    expect(await standing(next)).toBe(fresh)
    expect(await one(next, 'show timezone')).not.toBe('Asia/Kolkata')
    const locks = `select count(*)::int from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    expect(await one(next, locks)).toBe(0)
    await next.drop()
  })

  it.each([
    [
      'after a trigger was switched off',
      (opened: Opened) => one(opened, 'alter table staff.audit_entry disable trigger all'),
    ],
    ['after a right was given', (opened: Opened) => one(opened, 'grant delete on ledger.posting to dhow_app')],
    ['once another process was given its address', (opened: Opened) => Promise.resolve(opened.url)],
  ])('is not used again %s', async (_what, change) => {
    const first = await open()
    const { ownUrl } = first
    await change(first)
    await first.drop()
    const next = await open()
    expect(next.ownUrl).not.toBe(ownUrl)
    await next.drop()
  })
})
