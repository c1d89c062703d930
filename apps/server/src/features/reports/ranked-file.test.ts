import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAnother } from '../../../test/one-connection.ts'
import { asOwner } from '../../../test/as-owner.ts'
import { testEngine } from '../../../test/engines.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** The long file of a ranked table, with more rows than one of its parts has. */

let world: World
let manager: Awaited<ReturnType<World['operator']>>
let day: string
const players = 20_500

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  manager = await world.operator('manager')
  day = world.clock.now().toISOString().slice(0, 10)
  const { id } = await world.player()
  await asOwner(world.db, async (tx) => {
    const copies = sql`generate_series(1, ${players}::int) n`
    // It would look at each row for the wallet that none of these has.
    await sql`alter table accounts.player disable trigger player_restricts`.execute(tx)
    const number = sql`lpad(n::text, 5, '0')`
    await sql`insert into accounts.player select made.* from accounts.player known, ${copies}, lateral jsonb_populate_record(known, jsonb_build_object(
        'id', 'ply_rank' || ${number}, 'player_name', 'rank_' || n, 'mobile', '+2648190' || ${number},
        'deposit_code', 'RK' || ${number}, 'referral_code', 'RK' || ${number})) made
      where known.id = ${id}`.execute(tx)
    await sql`insert into reports.player_day (player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
      select 'ply_rank' || ${number}, ${day}::date, 'NA', false, 1, 10000, 10000, 0, 1, 10000 from ${copies}`.execute(
      tx,
    )
    await sql`update reports.player_rule set threshold = 10000 where market = 'NA' and code = 'linked_day'`.execute(tx)
    await sql`update reports.player_rule set threshold = 20000 where market = 'NA' and code = 'linked_week'`.execute(tx)
  })
}, 300_000)
afterAll(async () => {
  // Sums without transfers would be found by the checks of the books.
  await asOwner(world.db, (tx) => sql`delete from reports.player_day where player_id like 'ply_rank%'`.execute(tx))
  await world.close()
})

/** Gives two more points to further players, who stand at the end of the ranking until then. */
const block = 40
const moveRows = (step: number) => sql`
  update reports.player_day set deposit_minor = 30000
  where player_id > ${`ply_rank${String(step * block).padStart(5, '0')}`} and player_id <= ${`ply_rank${String((step + 1) * block).padStart(5, '0')}`}`

describe.runIf(testEngine === 'postgres')('the file of a ranked table', () => {
  it('has each row once, as of one moment, although rows move while it is written', async () => {
    const asked = { market: 'NA', from: day, to: day, kind: 'report_table', report: 'laundering', table: 'players' }
    const [{ id }] = (await manager.post('/staff/reports/exports', asked)).json.exports
    let isWritten = false
    const written = world.app.features.reports.writeExports().finally(() => (isWritten = true))
    let steps = 0
    while (!isWritten) await asAnother(() => asOwner(world.db, (tx) => moveRows(steps++).execute(tx)))
    await written
    const [done] = (await manager.get('/staff/reports/exports')).json.exports
    expect(done).toMatchObject({ id, state: 'done', rows: players })
    const lines = String((await manager.get(`/staff/reports/exports/${id}/file`)).json)
      .trimEnd()
      .split('\r\n')
      .slice(1)
    const ids = lines.map((line) => line.slice(0, line.indexOf(',')))
    expect([ids.length, new Set(ids).size]).toEqual([players, players])
    // Whole steps, each of which was one transaction.
    const moved = lines.filter((line) => /^[^,]*,[^,]*,5,/.test(line)).length
    expect(moved % block).toBe(0)
    expect(steps * block).toBeGreaterThan(moved)
  })
})
