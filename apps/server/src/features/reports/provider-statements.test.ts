import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorld, type World } from '../../../test/world.ts'

const provider = 'dhow-studio'
const dayMs = 86_400_000
const first = '2026-11-21'
const second = '2026-11-22'
let world: World
let manager: Awaited<ReturnType<World['operator']>>
let seat: Awaited<ReturnType<typeof seatOf>>
let player: Awaited<ReturnType<World['player']>>

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  manager = await world.operator('manager')
  const admin = await world.operator('admin')
  const rate = {
    market: 'NA',
    from_day: '2026-11-01',
    kind: 'provider',
    code: provider,
    base: 'ggr',
    basis_points: 1_000,
  }
  expect((await admin.call('PUT', '/staff/reports/rates', rate)).status).toBe(200)
  player = await world.player({ balance: '1000.00' })
  seat = await seatOf(world, player)
  await seat.play(10_000, 4_000)
  await rollUpReports(world)
})
afterAll(() => world.close())

const path = '/staff/reports/providers'
const read = async (day: string) => {
  const { status, json } = await manager.get(`${path}?market=NA&provider=${provider}&from=${day}&to=${day}`)
  expect(status).toBe(200)
  return json
}
const close = (from: string, to = from, more: object = {}) =>
  manager.post(`${path}/statements`, { market: 'NA', provider, from, to, ...more })

async function nextDay() {
  world.clock.leap(dayMs)
  manager = await world.signIn(manager)
  const { mobile, password } = player
  player.browser.use((await player.browser.post('/login', { mobile, password })).json.token)
  seat = await seatOf(world, player)
}

/** A win dated to an earlier day, such as a late call. */
async function winLate(day: string, minor: number) {
  await asOwner(world.db, (tx) =>
    sql`select ledger.post(${`game:${provider}:late-${day}-${minor}`}, '\\x00', 'test', null, ${new Date(`${day}T12:00:00Z`)}::timestamptz, ${player.id}, 'NAD',
      array[${`gaming_result:${provider}`}], array['cash'], array[${minor}]::bigint[])`.execute(tx),
  )
  await rollUpReports(world)
}

it('an open period has no number and cannot be closed', async () => {
  expect(await read(first)).toMatchObject({
    number: null,
    closed_at: null,
    statements: [],
    next_from: null,
    due: '6.00',
  })
  expect(await close(first)).toMatchObject({ status: 409, json: { code: 'provider_statement_open' } })
})

it('closing stores the figures under a statement number', async () => {
  await nextDay()
  await seat.play(5_000, 1_000)
  await rollUpReports(world)
  const closed = await close(first)
  expect([closed.status, closed.json]).toMatchObject([
    200,
    { number: `PS-NA-${provider}-000001`, fee: '6.00', due: '6.00', corrections: [], next_from: second },
  ])
  expect(closed.json.total).toMatchObject({ stakes: '100.00', wins: '40.00' })
  expect(await close(first)).toMatchObject({ status: 409, json: { code: 'provider_statement_days' } })
  const unknown = await close(first, first, { provider: 'nobody' })
  expect(unknown.json.code).toBe('not_found')
})

it('a later posting of its days does not change it, and is a correction in the next one', async () => {
  await winLate(first, 1_500)
  const stored = await read(first)
  expect([stored.number, stored.total.wins, stored.fee]).toEqual([`PS-NA-${provider}-000001`, '40.00', '6.00'])
  const draft = await read(second)
  expect(draft).toMatchObject({ number: null, fee: '4.00', due: '2.50' })
  await nextDay()
  const { json } = await close(second)
  expect(json).toMatchObject({ number: `PS-NA-${provider}-000002`, fee: '4.00', due: '2.50' })
  expect(json.corrections).toMatchObject([
    {
      number: `PS-NA-${provider}-000001`,
      from: first,
      to: first,
      fee: '-1.50',
      games: [{ wins: '15.00', stakes: '0.00', rounds: 0 }],
    },
  ])
})

it('a correction is stated once, and a further change is another one', async () => {
  const third = '2026-11-23'
  expect((await read(third)).corrections).toEqual([])
  await winLate(first, 500)
  await winLate(second, 250)
  expect((await read(third)).corrections).toMatchObject([
    { number: `PS-NA-${provider}-000001`, fee: '-0.50', games: [{ wins: '5.00' }] },
    { number: `PS-NA-${provider}-000002`, fee: '-0.25', games: [{ wins: '2.50' }] },
  ])
  await nextDay()
  const { json } = await close(third)
  expect(json).toMatchObject({ number: `PS-NA-${provider}-000003`, games: [], fee: '0.00', due: '-0.75' })
})

it('all statements together equal a recount from the entries', async () => {
  const { rows } = await sql<{ ggr: string }>`
    select ledger.decimal(sum(case when credit like 'gaming\\_result:%' then amount_minor when credit = 'cash' then -amount_minor else 0 end)::bigint) as ggr
    from ledger.transfers where debit like 'gaming\\_result:%' or credit like 'gaming\\_result:%'`.execute(
    world.db.kysely,
  )
  const stated = [first, second, '2026-11-23'].map(read)
  const sums = (await Promise.all(stated)).map(
    ({ total, corrections }) =>
      Number(total.ggr) +
      corrections.reduce(
        (sum: number, { games }: { games: { ggr: string }[] }) =>
          sum + games.reduce((all, row) => all + Number(row.ggr), 0),
        0,
      ),
  )
  expect(sums.reduce((all, one) => all + one, 0).toFixed(2)).toBe(rows[0]?.ggr)
})

it('periods follow each other without gaps, and closing needs the permission', async () => {
  expect((await close('2026-11-25')).json.code).toMatch(/^provider_statement_(open|days)$/)
  expect((await close(second)).json.code).toBe('provider_statement_days')
  const reader = await world.operator('cashier')
  const asked = { market: 'NA', provider, from: first, to: first }
  expect((await reader.post(`${path}/statements`, asked)).json.code).toBe('staff_forbidden')
})

it('a closed statement has a hash that stays, also in its file; one that was altered is refused', async () => {
  const { sha256, number } = await read(first)
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect((await read('2026-11-25')).sha256).toBeNull()
  await winLate(first, 125)
  expect((await read(first)).sha256).toBe(sha256)
  const file = `${path}.csv?market=NA&provider=${provider}&from=${first}&to=${first}`
  expect(String((await manager.get(file)).json)).toContain(`${number},${provider},NAD,${first},${first},${sha256}`)
  const alter = (minor: number) =>
    asOwner(world.db, async (tx) => {
      await sql`alter table reports.provider_statement disable trigger provider_statement_append_only`.execute(tx)
      await sql`update reports.provider_statement set fee_minor = fee_minor + ${minor} where number = ${number}`.execute(
        tx,
      )
      await sql`alter table reports.provider_statement enable trigger provider_statement_append_only`.execute(tx)
    })
  await nextDay()
  await alter(1)
  const answer = await manager.get(file)
  expect([answer.status, answer.json.code]).toEqual([409, 'provider_statement_altered'])
  expect((await close('2026-11-24')).json.code).toBe('provider_statement_altered')
  await alter(-1)
  expect((await read(first)).sha256).toBe(sha256)
})

it('a stored statement cannot be changed or removed', async () => {
  for (const statement of [
    'update reports.provider_statement set fee_minor = 0',
    'delete from reports.provider_statement',
  ])
    await expect(sql.raw(statement).execute(world.db.kysely)).rejects.toThrow('append only')
  const trail = await sql<{ subject: string }>`
    select subject from staff.audit_entry where action = 'report.close_statement' order by id`.execute(world.db.kysely)
  expect(trail.rows.map(({ subject }) => subject)).toEqual([1, 2, 3].map((n) => `PS-NA-${provider}-00000${n}`))
})
