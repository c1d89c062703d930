import { keysOf } from '@dhow/contract/keys-of'
import { rowsInFile, rowsShown } from '@dhow/contract/report-table-shape'
import { tableReportCodes, tableReportOf, type TableReportCode } from '@dhow/contract/report-tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
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
      select 'ply_page' || lpad(n::text, 4, '0'), ${day}::date, 'NA', false, 1, 100, 100 * (n / 3), 0, 1, 100 from ${copies}`.execute(
      tx,
    )
    await sql`insert into limits.change (id, player_id, at, what, kind, period, amount_minor, until_at, made_by, reason)
      select 'lch_page' || lpad(n::text, 4, '0'), ${player.id}, ${world.clock.now()}::timestamptz - (n / 5) * interval '1 microsecond', 'set', 'deposit', 'day', n, null, 'player', '' from ${copies}`.execute(
      tx,
    )
    // A player is in the risk reports from 3.00 lost, and from 1.00 paid in.
    await sql`update reports.player_rule set threshold = case report when 'harm' then 300 else 100 end
      where market = 'NA' and code in ('net_loss', 'day_loss', 'linked_day')`.execute(tx)
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

/** Lines of one table of a report's CSV, below its name and heads. */
async function fileLines(code: TableReportCode, table: string, days = { from: day, to: day }): Promise<string[]> {
  const { status, json } = await manager.get(
    `/staff/reports/${code}.csv?${String(new URLSearchParams({ market: 'NA', ...days }))}`,
  )
  expect(status).toBe(200)
  const lines = String(json).split('\r\n')
  const first = lines.indexOf(tableReportOf(code).tables[table]?.name ?? '') + 2
  return lines.slice(first, lines.indexOf('', first))
}
const daysOfPlay = `select player_id as key from reports.player_day where market = 'NA' and not is_test and day = '${day}'`

describe('a file', () => {
  it.each<[TableReportCode, string, string]>([
    ['safe-play', 'latest', 'select id as key from limits.change'],
    ['players', 'top', `${daysOfPlay} and (stakes > 0 or settled_minor > 0)`],
    [
      'players',
      'new',
      `select id as key from accounts.player where (created_at at time zone 'Africa/Windhoek')::date = '${day}'`,
    ],
    ['warnings', 'latest', 'select code as key from deposits.warning'],
    ['harm', 'players', `${daysOfPlay} and settled_minor - won_minor >= 300`],
    ['laundering', 'players', `${daysOfPlay} and deposit_minor >= 100`],
  ])('of %s has every row of “%s”', async (code, table, statement) => {
    const known = await recount(statement)
    expect(known.length).toBeGreaterThan(2 * rowsShown)
    const lines = await fileLines(code, table)
    expect(lines).toHaveLength(known.length)
    const { json } = await manager.get(`/staff/reports/${code}.xlsx?market=NA&from=${day}&to=${day}`)
    const sheet = readWorkbook(json).get(tableReportOf(code).tables[table]?.name.replaceAll(':', '').slice(0, 31) ?? '')
    expect(sheet).toHaveLength(known.length + 1)
    if (table === 'players') expect(lines.map((line) => line.split(',')[0]).toSorted()).toEqual(known.toSorted())
  })

  it('of the signs has each sum with its currency, and numbers without', async () => {
    const lines = await fileLines('laundering', 'rules')
    expect(lines).toContain('Large deposits in a day,1,1.00,NAD,3,231')
    expect(lines.find((line) => line.startsWith('Several payers,'))).toBe('Several payers,30,3,,2,0')
    const { json } = await manager.get(`/staff/reports/laundering.xlsx?market=NA&from=${day}&to=${day}`)
    const [heads, large] = readWorkbook(json).get('By rule') ?? []
    expect(heads).toEqual(['Rule', 'Days', 'From', 'From: unit', 'Points', 'Players'])
    expect(large).toEqual(['Large deposits in a day', 1, 1, 'NAD', 3, 231])
    const harm = await fileLines('harm', 'rules')
    expect(harm.find((line) => line.startsWith('Changing stakes,'))).toBe('Changing stakes,30,100,%,3,0')
  })

  it('of more rows than it takes says that it is cut off, and a long file has all of them', async () => {
    await asOwner(world.db, (tx) =>
      sql`insert into limits.change (id, player_id, at, what, kind, period, amount_minor, until_at, made_by, reason)
        select 'lch_many' || lpad(n::text, 6, '0'), player_id, at - n * interval '1 millisecond', 'set', 'loss', 'day', n, null, 'player', ''
        from (select player_id, at from limits.change where id = 'lch_page0001') known, generate_series(1, ${rowsInFile}::int) n`.execute(
        tx,
      ),
    )
    const known = await recount('select id as key from limits.change')
    expect(known.length).toBeGreaterThan(rowsInFile)
    const lines = await fileLines('safe-play', 'latest')
    expect(lines).toHaveLength(rowsInFile + 1)
    expect(lines.at(-1)).toBe('"Cut off after 20,000 rows. Long files, under Reports, have all of them."')
    const asked = { market: 'NA', from: day, to: day, kind: 'report_table', report: 'safe-play', table: 'latest' }
    const [{ id }] = (await manager.post('/staff/reports/exports', asked)).json.exports
    await world.app.features.reports.writeExports()
    const [done] = (await manager.get('/staff/reports/exports')).json.exports
    expect(done).toMatchObject({ id, state: 'done', rows: known.length, report: 'safe-play', table: 'latest' })
    const whole = String((await manager.get(`/staff/reports/exports/${id}/file`)).json)
      .trimEnd()
      .split('\r\n')
      .slice(1)
    expect(whole).toHaveLength(known.length)
    expect(whole.slice(0, rowsInFile)).toEqual(lines.slice(0, -1))
    // Each row is listed once.
    expect(new Set(whole).size).toBe(
      new Set(await recount(`select at || kind || amount_minor as key from limits.change`)).size,
    )
  })

  it('of a table takes the rights of its report, also to download it, and a table that it has', async () => {
    const body = { market: 'NA', from: day, to: day, kind: 'report_table' }
    const ask = (more: object) => manager.post('/staff/reports/exports', { ...body, ...more })
    for (const more of [
      {},
      { report: 'harm' },
      { report: 'harm', table: 'rules' },
      { report: 'harm', table: 'nothing' },
    ])
      expect((await ask(more)).json.code).toBe('not_found')
    const [{ id }] = (await ask({ report: 'harm', table: 'players' })).json.exports
    await world.app.features.reports.writeExports()
    expect((await manager.get(`/staff/reports/exports/${id}/file`)).status).toBe(200)
    await addRoles(world, [{ id: 'rol_no_harm', held: ['reports.see', 'reports.export', 'players.see'] }])
    await giveRole(world, manager, 'rol_no_harm')
    expect((await ask({ report: 'harm', table: 'players' })).json.code).toBe('staff_forbidden')
    expect((await manager.get(`/staff/reports/exports/${id}/file`)).json.code).toBe('staff_forbidden')
    await giveRole(world, manager, 'manager')
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
