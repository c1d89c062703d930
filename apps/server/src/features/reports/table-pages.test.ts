import { keysOf } from '@dhow/contract/keys-of'
import { rowsShown } from '@dhow/contract/report-table-shape'
import { tableReportCodes, tableReportOf } from '@dhow/contract/report-tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { reportTransfer } from '../../../test/statements.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Long report tables in pages: two whole pages and a part, many rows with equal sort values. */

type Row = Record<string, string | null>
interface Page {
  figures: unknown[]
  tables: { code: string; rows: Row[]; next_cursor: string | null }[]
}
const rows = 2 * rowsShown + 30
const [day, before] = ['2026-11-22', '2026-11-21']
let world: World
let manager: Awaited<ReturnType<World['operator']>>
let deposit: string

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  world.clock.leap(Date.parse(`${day}T10:00:00Z`) - world.clock.now().getTime())
  manager = await world.operator('manager')
  const player = await world.player({ balance: '900.00' })
  deposit = await reportTransfer(player, '210', 'PAGES-1')
  await rollUpReports(world)
  await asOwner(world.db, async (tx) => {
    const copies = sql`generate_series(1, ${rows}::int) n`
    await sql`insert into accounts.player select (jsonb_populate_record(known, jsonb_build_object('id', 'ply_page' || lpad(n::text, 4, '0'), 'player_name', 'page_' || n,
      'mobile', '+26481800' || lpad(n::text, 4, '0'), 'deposit_code', 'PG' || lpad(n::text, 6, '0'), 'referral_code', 'PG' || lpad(n::text, 6, '0'),
      'created_at', known.created_at - (n / 7) * interval '1 minute'))).*
      from accounts.player known, ${copies} where known.id = ${player.id}`.execute(tx)
    // Three players have the same sum.
    await sql`insert into reports.player_day (player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
      select 'ply_page' || lpad(n::text, 4, '0'), ${day}::date, 'NA', false, 1, 100, 100 * (n / 3), 0, 0, 0 from ${copies}`.execute(
      tx,
    )
    await sql`insert into limits.change (id, player_id, at, what, kind, period, amount_minor, until_at, made_by, reason)
      select 'lch_page' || lpad(n::text, 4, '0'), ${player.id}, ${world.clock.now()}::timestamptz - (n / 5) * interval '1 microsecond', 'set', 'deposit', 'day', n, null, 'player', '' from ${copies}`.execute(
      tx,
    )
    await sql`insert into deposits.warning (deposit_id, code) select ${deposit}, 'code_' || lpad(n::text, 4, '0') from ${copies}`.execute(
      tx,
    )
  })
}, 300_000)
afterAll(async () => {
  // The book checks would find sums without transfers.
  await asOwner(world.db, (tx) => sql`delete from reports.player_day where player_id like 'ply_page%'`.execute(tx))
  await world.close()
})

async function read(code: string, query: Record<string, string> = {}, days = { from: day, to: day }): Promise<Page> {
  const { status, json } = await manager.get(
    `/staff/reports/${code}?${String(new URLSearchParams({ market: 'NA', ...days, ...query }))}`,
  )
  expect([code, status, json.code]).toEqual([code, 200, undefined])
  return json as Page
}
const tableIn = (page: Page, table: string) => page.tables.find(({ code }) => code === table)

/** Rows of every page of a table, and their number per page. */
async function readAll(code: string, table: string, days?: { from: string; to: string }) {
  let page = tableIn(await read(code, {}, days), table)
  const all = [...(page?.rows ?? [])]
  const sizes = [all.length]
  while (page?.next_cursor) {
    const next = await read(code, { table, cursor: page.next_cursor }, days)
    expect([next.figures, next.tables.map((one) => one.code)]).toEqual([[], [table]])
    page = tableIn(next, table)
    all.push(...(page?.rows ?? []))
    sizes.push(page?.rows.length ?? 0)
  }
  return { all, sizes }
}
const recount = async (text: string) => {
  const { rows: counted } = await asOwner(world.db, (tx) => sql.raw<{ key: string }>(text).execute(tx))
  return counted.map(({ key }) => key)
}

describe('a long table', () => {
  it('of the latest changes has each row once, also with equal times', async () => {
    const { all, sizes } = await readAll('safe-play', 'latest')
    expect(sizes).toEqual([rowsShown, rowsShown, 30])
    expect(all.map(({ amount }) => amount)).toEqual(
      await recount(
        `select to_char(amount_minor / 100.0, 'FM9990.00') as key from limits.change order by at desc, id desc`,
      ),
    )
  })

  it('of players by a sum has each player once, also with equal sums', async () => {
    const { all, sizes } = await readAll('players', 'top')
    expect(sizes).toEqual([rowsShown, rowsShown, 30])
    expect(all.map(({ player }) => player)).toEqual(
      await recount(`select player_id as key from reports.player_day where day = '${day}' and player_id like 'ply_page%'
        order by settled_minor desc, player_id desc`),
    )
  })

  it('of lapsed and of new players is paged as well', async () => {
    const after = { from: '2026-11-23', to: '2026-11-23' }
    const lapsed = await readAll('players', 'lapsed', after)
    expect(new Set(lapsed.all.map(({ player }) => player)).size).toBe(rows)
    expect(lapsed.sizes).toEqual([rowsShown, rowsShown, 30])
    const came = await readAll('players', 'new', { from: before, to: day })
    expect(came.all.map(({ player }) => player)).toEqual(
      await recount(`select id as key from accounts.player order by created_at desc, id desc`),
    )
  })

  it('of one payment with many warnings has each of them', async () => {
    const { all } = await readAll('warnings', 'latest')
    const rules = all.filter(({ payment }) => payment === deposit).map(({ rule }) => rule)
    expect(rules).toEqual(await recount(`select code as key from deposits.warning order by code desc`))
  })

  it('keeps its pages when rows are inserted', async () => {
    const first = tableIn(await read('safe-play'), 'latest')
    await manager.get('/staff/me')
    await asOwner(world.db, (tx) =>
      sql`insert into limits.change (id, player_id, at, what, kind, period, amount_minor, until_at, made_by, reason)
        select 'lch_late', player_id, at + interval '1 minute', 'set', 'stake', 'week', 99900, null, 'player', '' from limits.change limit 1`.execute(
        tx,
      ),
    )
    const second = tableIn(await read('safe-play', { table: 'latest', cursor: first?.next_cursor ?? '' }), 'latest')
    const amounts = [...(first?.rows ?? []), ...(second?.rows ?? [])].map(({ amount }) => amount)
    expect(new Set(amounts).size).toBe(2 * rowsShown)
    expect(amounts).not.toContain('999.00')
  })
})

describe.each(tableReportCodes)('the report %s', (code) => {
  it('returns the same first page of a table alone as with all tables', async () => {
    const shown = await read(code)
    const { tables } = tableReportOf(code)
    for (const table of keysOf(tables)) {
      if (tables[table]?.isCut) expect(tableIn(await read(code, { table }), table)).toEqual(tableIn(shown, table))
      else expect(tableIn(shown, table)?.next_cursor).toBeNull()
    }
  })

  it('refuses an unknown table and an invalid cursor', async () => {
    const days = `market=NA&from=${day}&to=${day}`
    const answer = await manager.get(`/staff/reports/${code}?${days}&table=nothing`)
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
    for (const cursor of ['x', '1', "1~'", '99999999999999999999~ply_1'])
      expect((await manager.get(`/staff/reports/${code}?${days}&cursor=${encodeURIComponent(cursor)}`)).status).toBe(
        422,
      )
  })
})
