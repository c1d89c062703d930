import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../src/platform/db/index.ts'
import { asOwner } from './as-owner.ts'
import { testEngine } from './engines.ts'
import { seatOf } from './game-seat.ts'
import { rollUpReports } from './roll-up-reports.ts'
import { openWorld, type World } from './world.ts'
import pg from 'pg'

const day = '2026-11-21'
const refused = { code: '42501' }
const views = [
  ...['days', 'first_deposits', 'game_days', 'movements', 'payment_steps', 'player_days', 'provider_days', 'rates'],
]
let world: World
beforeAll(async () => {
  world = await openWorld()
  const player = await world.player({ balance: '500.00' })
  const seat = await seatOf(world, player)
  await seat.play(10_000, 2_500)
  await seat.betwin(2_000, 9_000)
  const tester = await world.player({ balance: '900.00' })
  await (await seatOf(world, tester)).play(30_000)
  await rollUpReports(world)
  const admin = await world.operator('admin')
  const marked = { is_test: true, reason: 'Account of the test team' }
  expect((await admin.post(`/staff/players/${tester.id}/test-player`, marked)).status).toBe(200)
})
afterAll(() => world.close())

/** Runs a statement as the reports' role, in its own transaction. */
const asReports = <Row>(text: string) =>
  asOwner(world.db, async (tx: Tx) => {
    await sql`set local role dhow_reports`.execute(tx)
    return (await sql.raw<Row>(text).execute(tx)).rows
  })

describe('the role of the reports', () => {
  it('reads the console’s figures from the views, without test players', async () => {
    const rows = await asReports<Record<string, string>>(
      `select ${['deposits', 'withdrawals', 'turnover', 'wins', 'bonus_cost']
        .map((figure) => `to_char(${figure}_minor / 100.0, 'FM9999990.00') as ${figure}`)
        .join(', ')} from reports.days where market = 'NA' and day = '${day}'`,
    )
    const manager = await world.operator('manager')
    const { figures } = (await manager.get(`/staff/reports?market=NA&from=${day}&to=${day}`)).json as {
      figures: { code: string; value: string }[]
    }
    const shown = Object.fromEntries(figures.map(({ code, value }) => [code, value]))
    expect(rows).toHaveLength(1)
    expect(shown).toMatchObject(rows[0]!)
    expect(rows[0]).toMatchObject({ deposits: '500.00', turnover: '120.00', wins: '115.00' })
    const providers = await asReports(
      `select provider, turnover_minor::int as turnover, wins_minor::int as wins from reports.provider_days`,
    )
    expect(providers).toEqual([{ provider: 'dhow-studio', turnover: 12_000, wins: 11_500 }])
    expect(await asReports('select day::text as day from reports.first_deposits')).toEqual([{ day }])
  })

  it('reads every view of the reports', async () => {
    for (const view of views) expect(await asReports(`select count(*) from reports.${view}`)).toHaveLength(1)
  })

  it('may not read other tables and views, or write any', async () => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'f') and nspname !~ '^pg_|^information_schema$' order by 1`.execute(
      world.db.kysely,
    )
    const open = views.map((view) => `reports.${view}`)
    const others = rows.map(({ name }) => name).filter((name) => !open.includes(name))
    expect(others).toEqual(
      expect.arrayContaining(['accounts.player', 'ledger.transfer', 'reports.day_movement', 'staff.operator']),
    )
    for (const name of others) {
      await expect(asReports(`select count(*) from ${name}`), name).rejects.toMatchObject(refused)
    }
    const writable = await sql`
      select relname from pg_class where relnamespace = 'reports'::regnamespace
        and has_table_privilege('dhow_reports', oid, 'insert, update, delete, truncate, references, trigger')`.execute(
      world.db.kysely,
    )
    expect(writable.rows).toEqual([])
    await expect(asReports('delete from reports.rates')).rejects.toMatchObject(refused)
  })

  it('may call no feature function except the one that a view needs, and create nothing', async () => {
    const { rows } = await sql<{ name: string }>`
      select pg_proc.oid::regprocedure::text as name from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
      where nspname !~ '^pg_|^information_schema$' and pg_namespace.nspname <> 'public'
        and has_schema_privilege('dhow_reports', pg_namespace.oid, 'usage') and has_function_privilege('dhow_reports', pg_proc.oid, 'execute')`.execute(
      world.db.kysely,
    )
    expect(rows).toEqual([{ name: 'reports.is_paid_in(text)' }])
    for (const statement of [
      'create table reports.own (id int)',
      'create schema own',
      'create table public.own (id int)',
    ])
      await expect(asReports(statement), statement).rejects.toMatchObject(refused)
  })
})

describe.runIf(testEngine === 'postgres')('a login created by the guide', () => {
  const login = `metabase_${process.pid}`
  const run = (text: string) => asOwner(world.db, (tx) => sql.raw(text).execute(tx))
  beforeAll(async () => {
    await run(`create role ${login} login connection limit 5 in role dhow_reports`)
    await run(`alter role ${login} set default_transaction_read_only = on`)
  })
  afterAll(() => run(`drop role ${login}`))

  it('reads the views and no player', async () => {
    const client = new pg.Client({
      connectionString: Object.assign(new URL(world.url!), { username: login, password: '' }).href,
    })
    await client.connect()
    try {
      expect((await client.query('select from reports.days')).rowCount).toBe(1)
      await expect(client.query('select from accounts.player_card')).rejects.toMatchObject(refused)
    } finally {
      await client.end()
    }
  })
})
