import './tables.ts'
import '../rewards/tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTournamentDesk, refusal } from '../../../test/tournaments.ts'
import { confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
let second: typeof admin
let manager: typeof admin
let support: typeof admin
let desk: ReturnType<typeof openTournamentDesk>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  admin = await world.operator('admin')
  second = await world.operator('admin')
  manager = await world.operator('manager')
  support = await world.operator('support')
  await world.approvals({ solo: false })
  // Remove the ties between operators and those who added them.
  await sql`delete from staff.operator_tie`.execute(world.db.kysely)
  desk = openTournamentDesk(world, manager)
})
afterAll(() => world.close())

describe('a draft', () => {
  it('is written with the permission, validated by field, and hidden from players', async () => {
    const wrong: [string, Parameters<typeof desk.terms>[0]][] = [
      ['tournament_times', { ends: 0 }],
      ['tournament_times', { starts: 5, ends: 4 }],
      ['tournament_times', { ends: 93 * 1_440 }],
      ['tournament_times', { starts: 91 * 1_440, ends: 92 * 1_440 }],
      ['tournament_points', { best_rounds: null }],
      ['tournament_points', { points_by: 'turnover', unit: '1.00' }],
      ['tournament_budget_small', { budget: '59.99' }],
      ['tournament_game_unknown', { games: ['shoe'] }],
      ['amount_invalid', { prizes: ['0'] }],
      ['invalid_fields', { prizes: [] }],
      ['invalid_fields', { name: ' ' }],
    ]
    for (const [code, change] of wrong)
      expect(refusal(await manager.post('/staff/tournaments', desk.terms(change)))).toEqual([422, code])
    expect((await support.post('/staff/tournaments', desk.terms())).status).toBe(403)
    expect((await support.get('/staff/tournaments')).status).toBe(403)
    const id = await desk.draft()
    const player = await world.player()
    expect((await player.get('/tournaments')).json.tournaments).toEqual([])
    for (const answer of [
      await player.get(`/tournaments/${id}`),
      await player.post(`/tournaments/${id}/join`, { shows_name: false }),
    ])
      expect(refusal(answer)).toEqual([404, 'not_found'])
  })

  it('is changed only at its latest version, and dropped with a reason', async () => {
    const id = await desk.draft()
    const body = desk.terms({ prizes: ['5.00'], version: 1 })
    expect((await manager.put(`/staff/tournaments/${id}`, body)).json.tournament).toMatchObject({
      total: '5.00',
      version: 2,
    })
    expect(refusal(await admin.put(`/staff/tournaments/${id}`, body))).toEqual([409, 'tournament_changed'])
    expect((await manager.post(`/staff/tournaments/${id}/cancel`, { reason: '' })).status).toBe(422)
    await manager.post(`/staff/tournaments/${id}/cancel`, { reason: 'Another date' })
    expect(await desk.read(id)).toMatchObject({ state: 'cancelled', reason: 'Another date', phase: null })
    expect(refusal(await admin.post(`/staff/tournaments/${id}/start`))).toEqual([409, 'tournament_state_changed'])
  })

  it('shows the sum of its prizes and the budget before it is saved', async () => {
    const ask = (prizes: string[], budget: string) =>
      manager.post('/staff/tournaments/liability', { market: 'NA', prizes, budget })
    expect((await ask(['30', '20.50'], '60')).json).toMatchObject({
      total: '50.50',
      budget: '60.00',
      left: '9.50',
      waits: false,
    })
    expect((await ask(['50000', '50000'], '60')).json).toMatchObject({ total: '100000.00', left: null, waits: true })
  })

  it('with prizes above one person’s limit waits for a second one, who confirms the same version', async () => {
    const large = { prizes: ['50000.00', '10000.00'], budget: '60000.00' }
    const id = await desk.draft(large)
    const start = () => admin.post(`/staff/tournaments/${id}/start`)
    expect((await start()).json.waits).toBe(true)
    const waiting = (await second.get('/staff/changes')).json.changes.at(-1)
    expect((await admin.post(`/staff/changes/${waiting.id}/confirm`)).status).toBe(409)
    // A change of the draft cancels the proposal.
    await manager.put(`/staff/tournaments/${id}`, desk.terms({ ...large, version: 1 }))
    expect(refusal(await second.post(`/staff/changes/${waiting.id}/confirm`))).toEqual([409, 'detail_changed'])
    expect((await desk.read(id)).state).toBe('draft')
    await second.post(`/staff/changes/${waiting.id}/drop`)
    expect((await start()).json.waits).toBe(true)
    expect((await (await world.player()).get(`/tournaments/${id}`)).status).toBe(404)
    await confirmNewest(second)
    expect(await desk.read(id)).toMatchObject({ state: 'live', phase: 'coming' })
    const { rows } = await sql<{ shares: string[] }>`
      select array_agg(share.amount_minor::text order by share.number) as shares from rewards.gift_shares share
      join tournaments.tournament own on own.envelope_id = share.envelope_id where own.id = ${id}`.execute(
      world.db.kysely,
    )
    expect(rows[0]?.shares).toEqual(['5000000', '1000000'])
  })

  it('that waited past its own end is not started by the second person', async () => {
    const id = await desk.draft({ prizes: ['50000.00'], budget: '50000.00', ends: 10 })
    expect((await admin.post(`/staff/tournaments/${id}/start`)).json.waits).toBe(true)
    desk.pass(11)
    const waiting = (await second.get('/staff/changes')).json.changes.at(-1)
    expect(refusal(await second.post(`/staff/changes/${waiting.id}/confirm`))).toEqual([422, 'tournament_times'])
    expect((await desk.read(id)).state).toBe('waiting')
    await second.post(`/staff/changes/${waiting.id}/drop`)
  })

  it('waits for a second person because of the sum of its prizes, even if each is below the limit', async () => {
    const terms = { prizes: ['6000.00', '5000.00'], budget: '11000.00' }
    const id = await desk.draft(terms)
    expect((await admin.post(`/staff/tournaments/${id}/start`)).json.waits).toBe(true)
    await confirmNewest(second)
    expect((await desk.read(id)).state).toBe('live')
  })
})
