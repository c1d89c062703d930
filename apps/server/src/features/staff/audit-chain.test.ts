import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { sealOf } from './audit-chain.ts'
import { asOwner } from '../../../test/as-owner.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  for (const name of ['nelao', 'tuli', 'hilma']) await admin.post('/staff/operators', { name, role: 'cashier' })
})
afterAll(() => world.close())

const chain = () => world.app.features.staff.chain
const health = async () => (await admin.get('/staff/health')).json.audit
const entries = () => world.db.kysely.selectFrom('staff.audit_entry').selectAll().orderBy('id').execute()
const seals = () => world.db.kysely.selectFrom('staff.audit_seal').selectAll().orderBy('position').execute()
/** Writes past the trigger, as somebody with database credentials could. */
const withoutTrigger = async (table: 'audit_entry' | 'audit_seal', run: () => Promise<unknown>) => {
  const turn = (how: 'disable' | 'enable') =>
    asOwner(world.db, (tx) => sql.raw(`alter table staff.${table} ${how} trigger ${table}_append_only`).execute(tx))
  await turn('disable')
  await run()
  await turn('enable')
}

describe('the audit trail', () => {
  it('is sealed in order, each seal over the previous one, and verifies', async () => {
    await chain().verify()
    const rows = await entries()
    expect(rows.length).toBeGreaterThanOrEqual(4)
    expect((await seals()).map((seal) => seal.entry_id)).toEqual(rows.map((row) => row.id))
    let previous: Buffer | undefined
    for (const row of rows) previous = sealOf(previous, row)
    expect(await health()).toMatchObject({
      ok: true,
      entries: rows.length,
      head: previous!.toString('hex'),
      broken_at: null,
    })
    expect((await admin.get('/staff/me')).json.books).toMatchObject({ broken: 0 })
  })

  it('seals an entry committed late, wherever its id sorts', async () => {
    const [first] = await entries()
    await chain().verify()
    await world.db.kysely
      .insertInto('staff.audit_entry')
      .values({ ...first!, id: 'aud_0', before: null, after: null })
      .execute()
    expect(await chain().seal()).toBe(0)
    expect(await chain().verify()).toMatchObject({ isWhole: true, entries: (await entries()).length })
  })

  it.each([
    ['another text', () => world.db.kysely.updateTable('staff.audit_entry').set({ text: 'Added nobody' })],
    ['another operator', () => world.db.kysely.updateTable('staff.audit_entry').set({ operator_id: null })],
    [
      'another content',
      () => world.db.kysely.updateTable('staff.audit_entry').set({ after: JSON.stringify({ role: 'admin' }) }),
    ],
    ['another time', () => world.db.kysely.updateTable('staff.audit_entry').set({ at: new Date(0) })],
  ])('finds the entry that has %s than it was sealed with', async (_name, change) => {
    await chain().verify()
    const third = (await entries())[2]!
    await withoutTrigger('audit_entry', () => change().where('id', '=', third.id).execute())
    await chain().verify()
    expect(await health()).toMatchObject({ ok: false, broken_at: third.id })
    expect((await admin.get('/staff/me')).json.books).toMatchObject({ ok: null, broken: 1 })
    const { operator_id, text, at, after } = third
    const asItWas = { operator_id, text, at, after: JSON.stringify(after) }
    await withoutTrigger('audit_entry', () =>
      world.db.kysely.updateTable('staff.audit_entry').set(asItWas).where('id', '=', third.id).execute(),
    )
    expect((await chain().verify()).isWhole).toBe(true)
  })

  it('cannot be changed, and neither can its seals', async () => {
    await chain().verify()
    for (const table of ['audit_entry', 'audit_seal'] as const)
      for (const run of [`delete from staff.${table}`, `truncate staff.${table} cascade`])
        await expect(asOwner(world.db, (tx) => sql.raw(run).execute(tx))).rejects.toThrow(/append/)
  })

  it('is sealed by its job, by one of two concurrent writers', async () => {
    await admin.post('/staff/operators', { name: 'sooner', role: 'support' })
    const isSealed = async () => (await seals()).length === (await entries()).length
    expect(await isSealed()).toBe(false)
    await world.clock.advance(5_000)
    // The job may still be about to seal, and would include the next entry.
    await expect.poll(isSealed).toBe(true)
    await admin.post('/staff/operators', { name: 'later', role: 'support' })
    const counts = await Promise.all([chain().seal(), chain().seal()])
    expect(counts.sort()).toEqual([0, 1])
    expect((await chain().verify()).isWhole).toBe(true)
  })

  it('detects that its last entries were deleted', async () => {
    const { entries: count } = await chain().verify()
    const last = await world.db.kysely
      .selectFrom('staff.audit_seal')
      .selectAll()
      .where('position', '=', BigInt(count))
      .executeTakeFirstOrThrow()
    const entry = await world.db.kysely
      .selectFrom('staff.audit_entry')
      .selectAll()
      .where('id', '=', last.entry_id)
      .executeTakeFirstOrThrow()
    await withoutTrigger('audit_seal', () =>
      world.db.kysely.deleteFrom('staff.audit_seal').where('position', '=', BigInt(count)).execute(),
    )
    await withoutTrigger('audit_entry', () =>
      world.db.kysely.deleteFrom('staff.audit_entry').where('id', '=', last.entry_id).execute(),
    )
    expect(await chain().verify()).toMatchObject({ isWhole: false, brokenAt: `position ${count}` })
    // The staff's log may have the seal by now, and the books are checked against it at the end.
    const [before, after] = [entry.before, entry.after].map((value) => (value === null ? null : JSON.stringify(value)))
    await world.db.kysely
      .insertInto('staff.audit_entry')
      .values({ ...entry, before, after })
      .execute()
    await world.db.kysely.insertInto('staff.audit_seal').values(last).execute()
  })
})

it('a seal does not depend on the order of keys', () => {
  const entry = { id: 'aud_1', at: new Date(0), operator_id: null, action: 'a', subject: 's', text: 't', before: null }
  const one = sealOf(undefined, { ...entry, after: { a: 1, b: [{ c: 2, d: 3 }] } })
  const other = sealOf(undefined, { ...entry, after: { b: [{ d: 3, c: 2 }], a: 1 } })
  expect(one.equals(other)).toBe(true)
  expect(sealOf(one, { ...entry, after: null }).equals(sealOf(undefined, { ...entry, after: null }))).toBe(false)
})
