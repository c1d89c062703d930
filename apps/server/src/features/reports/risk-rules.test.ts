import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Rules of the risk reports and reviews of their players, through the console's API. */

type Operator = Awaited<ReturnType<World['operator']>>
type Row = Record<string, string | null>
const hourMs = 3_600_000
let world: World
let risk: Operator
let manager: Operator
let admin: Operator
let day: string
const players = 20
const idOf = (n: number) => `ply_rule${String(n).padStart(4, '0')}`
const paths = { harm: '/staff/reports/harm', laundering: '/staff/reports/laundering' }

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  await world.approvals({ solo: false })
  admin = await world.operator('admin')
  manager = await world.operator('manager')
  risk = await world.operator('risk')
  // The creators of these operators may confirm for them again.
  await later(30)
  day = world.clock.now().toISOString().slice(0, 10)
  const { id } = await world.player()
  await asOwner(world.db, async (tx) => {
    const copies = sql`generate_series(1, ${players}::int) n`
    await sql`insert into accounts.player select (jsonb_populate_record(known, jsonb_build_object('id', 'ply_rule' || lpad(n::text, 4, '0'), 'player_name', 'rule_' || n,
      'mobile', '+26481900' || lpad(n::text, 4, '0'), 'deposit_code', 'RU' || lpad(n::text, 6, '0'), 'referral_code', 'RU' || lpad(n::text, 6, '0')))).*
      from accounts.player known, ${copies} where known.id = ${id}`.execute(tx)
    // Each paid in a hundred more than the one before, and lost as much.
    await sql`insert into reports.player_day (player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
      select 'ply_rule' || lpad(n::text, 4, '0'), ${day}::date, 'NA', false, 1, n * 10000, n * 10000, 0, 1, n * 10000 from ${copies}`.execute(
      tx,
    )
    await sql`update reports.player_rule set threshold = 10000 where market = 'NA' and code in ('linked_day', 'net_loss')`.execute(
      tx,
    )
  })
}, 300_000)
afterAll(async () => {
  // Sums without transfers would be found by the checks of the books.
  await asOwner(world.db, (tx) => sql`delete from reports.player_day where player_id like 'ply_rule%'`.execute(tx))
  await world.close()
})

async function later(hours: number) {
  world.clock.leap(hours * hourMs)
  ;[admin, manager, risk] = [await world.signIn(admin), await world.signIn(manager), await world.signIn(risk)]
}

const linkedDay = { market: 'NA', code: 'linked_day', days: 1, threshold: '100.00', weight: 3, on: true }
const change = (by: Operator, more: object, report: keyof typeof paths = 'laundering') =>
  by.put(`${paths[report]}/rules`, { ...linkedDay, reason: 'As the authority asks', ...more })
const preview = async (more: object) => {
  const { status, json } = await risk.post(`${paths.laundering}/rules/preview`, { ...linkedDay, ...more })
  expect(status).toBe(200)
  return [json.now, json.next, json.loosens]
}
const readRules = async (report: keyof typeof paths = 'laundering') =>
  (await manager.get(`${paths[report]}/rules?market=NA`)).json
const ruleIn = async (code: string, report?: keyof typeof paths) =>
  (await readRules(report)).rules.find((one: { code: string }) => one.code === code)

async function read(report: keyof typeof paths = 'laundering', query = '') {
  const { status, json } = await manager.get(`${paths[report]}?market=NA&from=${day}&to=${day}${query}`)
  expect(status).toBe(200)
  const table = (name: string): Row[] => json.tables.find((one: { code: string }) => one.code === name)?.rows
  return {
    figures: Object.fromEntries(json.figures.map((row: Row) => [row['code'], row['value']])) as Row,
    rules: table('rules'),
    players: table('players'),
  }
}

describe('a rule', () => {
  it('is read with its sum as decimal text of its unit', async () => {
    const { currency, rules, changes } = await readRules()
    expect([currency, changes]).toEqual(['NAD', []])
    expect(rules).toHaveLength(11)
    expect(await ruleIn('linked_day')).toEqual({
      code: 'linked_day',
      days: 1,
      threshold: '100.00',
      weight: 3,
      on: true,
    })
    expect(await ruleIn('payers')).toMatchObject({ threshold: '3' })
    expect((await readRules('harm')).rules.map(({ code }: { code: string }) => code).slice(-3)).toEqual([
      'level_1',
      'level_2',
      'level_3',
    ])
  })

  it('says how many players other values would find, and changes nothing by it', async () => {
    expect(await preview({ threshold: '900' })).toEqual([20, 12, true])
    expect(await preview({ threshold: '50' })).toEqual([20, 20, false])
    expect(await preview({ on: false })).toEqual([20, 0, true])
    expect(await preview({ days: 2 })).toEqual([20, 20, true])
    expect(await preview({ weight: 2 })).toEqual([20, 20, true])
    expect(await preview({ code: 'dormant', days: 90, threshold: '1', weight: 2 })).toEqual([20, 20, false])
    expect((await read()).players).toHaveLength(20)
  })

  it('that finds more players holds at once, with who changed it from what to what', async () => {
    const { status, json } = await change(risk, { threshold: '90.50' })
    expect([status, json.waits]).toEqual([200, false])
    expect(json.changes).toMatchObject([
      {
        ...{ code: 'linked_day', operator: risk.name, confirmed_by: null, reason: 'As the authority asks' },
        ...{ before: { threshold: '100.00' }, after: { threshold: '90.50', days: 1, weight: 3, on: true } },
      },
    ])
    expect((await read()).rules.find(({ rule }) => rule === 'linked_day')).toMatchObject({ threshold: '90.50' })
    expect((await change(risk, { threshold: '90.50' })).json.code).toBe('report_rule_same')
    expect((await change(risk, {})).json).toMatchObject({ waits: true })
    await manager.post(`/staff/changes/${(await newest()).id}/drop`)
  })

  const newest = async () => (await manager.get('/staff/changes')).json.changes.at(-1)

  it('that finds fewer waits for a second person who may see the report, and not for its proposer', async () => {
    expect((await change(risk, { threshold: '900' })).json).toMatchObject({ waits: true, changes: [{}] })
    expect((await read()).players).toHaveLength(20)
    const waiting = await newest()
    expect(waiting).toMatchObject({ kind: 'report_rule', summary: { params: { rule: 'Large deposits in a day' } } })
    const facts = waiting.facts.map(({ label, before, after }: Record<string, { code: string; params: object }>) => [
      label?.code,
      ...[before, after].map((value) => value?.params),
    ])
    expect(facts).toContainEqual([
      'fact_rule_from',
      { amount: '90.50', currency: 'NAD' },
      { amount: '900.00', currency: 'NAD' },
    ])
    expect(facts.find(([code]: string[]) => code === 'fact_rule_players')).toEqual([
      'fact_rule_players',
      { text: '20' },
      { text: '12' },
    ])
    expect((await change(manager, { threshold: '800' })).json.code).toBe('change_waits')
    expect((await risk.post(`/staff/changes/${waiting.id}/confirm`)).json.code).toBe('same_operator')
    await addRoles(world, [
      { id: 'rol_rules', held: ['reports.see', 'reports.set_rules', 'changes.see', 'changes.decide'] },
    ])
    await giveRole(world, admin, 'rol_rules')
    expect((await admin.post(`/staff/changes/${waiting.id}/confirm`)).json.code).toBe('staff_forbidden')
    await giveRole(world, admin, 'admin')
    await confirmNewest(manager)
    expect((await read()).players).toHaveLength(12)
    expect((await readRules()).changes[0]).toMatchObject({ operator: risk.name, confirmed_by: manager.name })
    const trail = await sql<{ subject: string }>`
      select subject from staff.audit_entry where action = 'report.rule' order by id desc limit 1`.execute(
      world.db.kysely,
    )
    expect(trail.rows).toEqual([{ subject: 'laundering:NA:linked_day' }])
  })

  it('that is off finds nobody and does not stand in the report, and comes back at once', async () => {
    const rule = { threshold: '900', on: false }
    await change(risk, rule)
    await confirmNewest(manager)
    const { players: found, rules } = await read()
    expect([found, rules.map(({ rule: code }) => code)]).toEqual([[], expect.not.arrayContaining(['linked_day'])])
    expect((await change(risk, { threshold: '100' })).json.waits).toBe(false)
    expect((await read()).players).toHaveLength(20)
  })

  it('that was changed meanwhile is not what was proposed', async () => {
    await change(risk, { threshold: '500' })
    expect((await change(manager, { threshold: '70' })).json.waits).toBe(false)
    const waiting = await newest()
    expect((await manager.post(`/staff/changes/${waiting.id}/confirm`)).json.code).toBe('report_rule_changed')
    expect(await ruleIn('linked_day')).toMatchObject({ threshold: '70.00' })
    await manager.post(`/staff/changes/${waiting.id}/drop`)
    await change(risk, {})
    await confirmNewest(manager)
  })

  it('has levels that rise, whose sum alone is changed', async () => {
    const level = { code: 'level_2', days: 30, weight: 9, on: false }
    expect((await change(risk, { ...level, threshold: '7' }, 'harm')).json.code).toBe('report_rule_levels')
    expect((await change(risk, { ...level, threshold: '2' }, 'harm')).json.code).toBe('report_rule_levels')
    expect((await change(risk, { ...level, threshold: '3' }, 'harm')).status).toBe(200)
    expect(await ruleIn('level_2', 'harm')).toEqual({ code: 'level_2', days: 1, threshold: '3', weight: 0, on: true })
  })

  it('takes no sum that is none, no rule that there is not, and no other report’s', async () => {
    const isSum = (text: string) => /^\s*[0-9]{1,12}(\.[0-9]{1,2})?\s*$/.test(text) && Number(text) > 0
    for (const threshold of [...hostileTexts.filter((text) => !isSum(text)), '0', '0.00', '1.234', '-5', '1e3'])
      expect((await change(risk, { threshold })).json.code, threshold).toMatch(/^(invalid_fields|bad_request)$/)
    expect((await change(risk, { code: 'payers', days: 30, weight: 2, threshold: '2.50' })).json).toMatchObject({
      code: 'invalid_fields',
      errors: { threshold: ['Write a whole number'] },
    })
    for (const more of [{ days: 0 }, { days: 366 }, { weight: -1 }, { weight: 101 }, { reason: '' }])
      expect((await change(risk, more)).json.code).toBe('invalid_fields')
    for (const code of ['net_loss', 'nothing', 'level_1'])
      expect((await change(risk, { code })).json.code).toBe('not_found')
    expect((await readRules()).rules).toEqual(expect.arrayContaining([expect.objectContaining(await ruleIn('payers'))]))
  })

  it('is read with its report, and changed by those who may', async () => {
    const reader = await world.operator('support')
    await addRoles(world, [
      { id: 'rol_reads_harm', held: ['reports.see', 'players.see', 'reports.harm'] },
      { id: 'rol_sets_alone', held: ['reports.see', 'players.see', 'reports.set_rules'] },
    ])
    await giveRole(world, reader, 'rol_reads_harm')
    expect((await reader.get(`${paths.harm}/rules?market=NA`)).status).toBe(200)
    expect((await reader.get(`${paths.laundering}/rules?market=NA`)).json.code).toBe('staff_forbidden')
    expect((await change(reader, { threshold: '1' }, 'harm')).json.code).toBe('staff_forbidden')
    await giveRole(world, reader, 'rol_sets_alone')
    expect((await change(reader, { threshold: '1' }, 'harm')).json.code).toBe('staff_forbidden')
  })

  it('has a history that nobody changes', async () => {
    for (const statement of [
      "update reports.player_rule_change set reason = ''",
      'delete from reports.player_rule_change',
    ])
      await expect(sql.raw(statement).execute(world.db.kysely)).rejects.toThrow('append only')
  })
})

describe('a review', () => {
  const noted = { outcome: 'watch', reason: 'Sold a car, as the papers say' }
  const note = (by: Operator, id: string, more: object = {}, report: keyof typeof paths = 'laundering') =>
    by.post(`${paths[report]}/players/${id}/reviews`, { market: 'NA', from: day, to: day, ...noted, ...more })
  const openIds = async () => (await read('laundering', '&reviewed=open')).players.map(({ player }) => player)

  it('is noted with who, when, outcome and reason, and takes the player from those who wait for one', async () => {
    expect((await read()).figures['open']).toBe('20')
    const { status, json } = await note(risk, idOf(7))
    expect([status, json.reviews]).toMatchObject([
      200,
      [{ operator: risk.name, ...noted, points: 3, codes: ['linked_day'], at: world.clock.now().toISOString() }],
    ])
    const { figures, players: found } = await read()
    expect([figures['players'], figures['open']]).toEqual(['20', '19'])
    expect(found.find(({ player }) => player === idOf(7))).toMatchObject({
      ...{ reviewed: 'watch', reviewed_by: risk.name, reviewed_at: world.clock.now().toISOString() },
    })
    expect(found.find(({ player }) => player === idOf(8))).toMatchObject({ reviewed: 'open', reviewed_at: null })
    expect(await openIds()).not.toContain(idOf(7))
    expect(await openIds()).toHaveLength(19)
    expect((await read('laundering', '&reviewed=noted')).players.map(({ player }) => player)).toEqual([idOf(7)])
    const file = String(
      (await manager.get(`${paths.laundering}.csv?market=NA&from=${day}&to=${day}&reviewed=noted`)).json,
    )
    expect(file).toContain(`${idOf(7)},rule_7,3,Large deposits in a day,700.00,0.00,700.00,Watch further`)
    expect(file).not.toContain(idOf(8))
  })

  it('counts until the player has more points or another sign, or for thirty days', async () => {
    expect((await change(risk, { weight: 4 })).json.waits).toBe(false)
    expect(await openIds()).toContain(idOf(7))
    await note(manager, idOf(7), { outcome: 'nothing' })
    expect(await openIds()).not.toContain(idOf(7))
    const lower = (weight: number) =>
      asOwner(world.db, (tx) =>
        sql`update reports.player_rule set weight = ${weight} where code = 'linked_day'`.execute(tx),
      )
    await lower(3)
    // Another sign for fewer points in all.
    const dormant = { market: 'NA', code: 'dormant', days: 90, threshold: '700', weight: 0, on: true }
    await asOwner(world.db, (tx) =>
      sql`insert into reports.player_day (player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
        values (${idOf(7)}, ${day}::date - 200, 'NA', false, 1, 100, 100, 0, 0, 0)`.execute(tx),
    )
    expect((await risk.put(`${paths.laundering}/rules`, { ...dormant, reason: 'Asked' })).json).toMatchObject({
      waits: true,
    })
    await confirmNewest(manager)
    expect((await read()).players.find(({ player }) => player === idOf(7))).toMatchObject({
      ...{ signs: 'dormant linked_day', points: '3', reviewed: 'open' },
    })
    await note(risk, idOf(7))
    expect(await openIds()).not.toContain(idOf(7))
    await later(30 * 24 - 1)
    expect(await openIds()).not.toContain(idOf(7))
    await later(2)
    expect(await openIds()).toContain(idOf(7))
    const { json } = await manager.get(`${paths.laundering}/players/${idOf(7)}/reviews`)
    expect(json.reviews.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['watch', 'nothing', 'watch'])
  })

  it('is assigned to somebody who may make it, listed as mine and nobody’s, and to nobody once it is noted', async () => {
    const give = (id: string, operatorId: string | null, report: keyof typeof paths = 'laundering') =>
      risk.post(`${paths[report]}/players/${id}/assign`, { operator_id: operatorId })
    const listed = async (by: Operator, query: string) => {
      const { json } = await by.get(`${paths.laundering}?market=NA&from=${day}&to=${day}${query}`)
      return json.tables
        .find(({ code }: { code: string }) => code === 'players')
        .rows.map(({ player }: Row) => player) as string[]
    }
    const { operators } = (await risk.get(`${paths.laundering}/reviewers`)).json
    expect(operators).toEqual(expect.arrayContaining([{ id: manager.id, name: manager.name }]))
    const support = await world.operator('support')
    expect(operators.map(({ id }: { id: string }) => id)).not.toContain(support.id)
    for (const [id, operatorId, code] of [
      [idOf(9), support.id, 'reviewer_unknown'],
      [idOf(9), 'op_nobody', 'reviewer_unknown'],
      ['ply_nobody', manager.id, 'not_found'],
    ] as const)
      expect((await give(id, operatorId)).json.code).toBe(code)
    expect((await give(idOf(9), manager.id)).json.assigned).toEqual({ id: manager.id, name: manager.name })
    await give(idOf(9), risk.id)
    await give(idOf(10), manager.id)
    expect((await manager.get(`${paths.laundering}/players/${idOf(9)}/reviews`)).json.assigned.id).toBe(risk.id)
    expect([await listed(risk, '&assigned=mine'), await listed(manager, '&assigned=mine')]).toEqual([
      [idOf(9)],
      [idOf(10)],
    ])
    const nobodys = await listed(risk, '&assigned=nobody')
    expect(nobodys).toHaveLength(18)
    expect(nobodys).not.toContain(idOf(9))
    expect((await read()).players.find(({ player }) => player === idOf(9))).toMatchObject({ assigned: risk.name })
    expect((await manager.get(`${paths.harm}/players/${idOf(9)}/reviews`)).json.assigned).toBeNull()
    const file = (await manager.get(`${paths.laundering}.csv?market=NA&from=${day}&to=${day}&assigned=mine`)).json
    expect(String(file)).toContain(`${idOf(10)},rule_10,`)
    expect(String(file)).not.toContain(`${idOf(9)},`)
    expect((await manager.get('/staff/reports/players?market=NA&assigned=mine')).json.code).toBe('not_found')
    await note(manager, idOf(9))
    expect(await listed(risk, '&assigned=mine')).toEqual([])
    expect((await give(idOf(10), null)).json.assigned).toBeNull()
    expect(await listed(risk, '&assigned=nobody')).toHaveLength(20)
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(entry)::text as row from staff.audit_entry entry where action = 'report.assign'`.execute(
      world.db.kysely,
    )
    expect(rows).toHaveLength(4)
    for (const { row } of rows) expect(row).not.toContain('ply_rule')
  })

  it('is of one report: another outcome, another report and a player who is not there are refused', async () => {
    expect((await note(risk, idOf(3), { outcome: 'limited' })).json).toMatchObject({ code: 'invalid_fields' })
    expect((await note(risk, idOf(3), { reason: 'x' })).json.code).toBe('invalid_fields')
    expect((await note(risk, idOf(3), { market: 'IN' })).json.code).toBe('report_review_gone')
    expect((await note(risk, 'ply_nobody')).json.code).toBe('not_found')
    expect((await manager.get(`${paths.harm}/players/${idOf(7)}/reviews`)).json.reviews).toEqual([])
    expect((await note(risk, idOf(3), { outcome: 'limited' }, 'harm')).status).toBe(200)
    expect((await manager.get(`/staff/reports/players?market=NA&reviewed=open`)).json.code).toBe('not_found')
  })

  it('is noted by those who may, and the trail does not name the player', async () => {
    const reader = await world.operator('support')
    await addRoles(world, [
      { id: 'rol_reads_both', held: ['reports.see', 'players.see', 'reports.harm', 'reports.laundering'] },
    ])
    await giveRole(world, reader, 'rol_reads_both')
    expect((await reader.get(`${paths.laundering}/players/${idOf(7)}/reviews`)).status).toBe(200)
    expect((await note(reader, idOf(3))).json.code).toBe('staff_forbidden')
    const assigned = await reader.post(`${paths.laundering}/players/${idOf(3)}/assign`, { operator_id: null })
    expect(assigned.json.code).toBe('staff_forbidden')
    const trail = await sql<{ row: string }>`
      select to_jsonb(entry)::text as row from staff.audit_entry entry where action = 'report.review'`.execute(
      world.db.kysely,
    )
    expect(trail.rows.length).toBeGreaterThan(3)
    for (const { row } of trail.rows) expect(row).not.toMatch(/ply_rule|Sold a car/)
    for (const statement of ["update reports.player_review set reason = ''", 'delete from reports.player_review'])
      await expect(sql.raw(statement).execute(world.db.kysely)).rejects.toThrow('append only')
  })
})
