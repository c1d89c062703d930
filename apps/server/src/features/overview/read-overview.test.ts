import '../deposits/tables.ts'
import '../staff/tables.ts'
import { overviewQueues, waitingForMe } from '@dhow/contract/overview'
import { silentLog } from '@dhow/platform/log'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { openLive, type Live } from '../../platform/live.ts'
import { openPrograms } from '../../platform/programs.ts'

const minuteMs = 60_000
let world: World
let manager: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  await world.operator('admin')
  manager = await world.operator('manager')
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())

const read = async (operator = manager, market = 'NA') => {
  const { status, json } = await operator.get(`/staff/overview?market=${market}`)
  expect(status).toBe(200)
  return json
}
const queue = async (name: string) =>
  (await read()).queues.find(({ queue }: { queue: string }) => queue === name) as {
    count: number
    oldest: string | null
  }
const mineOf = async (operator: typeof manager, kind: string) =>
  (await read(operator)).mine.find((one: { kind: string }) => one.kind === kind) as {
    count: number
    oldest: string | null
  }
let references = 0
async function deposit(amount: string) {
  const player = await world.player()
  const answer = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount,
    utr: `DAY${++references}`,
  })
  return answer.json.data.deposit.id as string
}
const versionOf = async (id: string) => (await cashier.get(`/staff/deposits/${id}`)).json.deposit.version as number

describe('the queues', () => {
  it('have counts and the time of the oldest item', async () => {
    const before = await queue('deposits')
    expect(before).toMatchObject({ count: 0, oldest: null })
    const since = world.clock.now().toISOString()
    const first = await deposit('100')
    world.clock.leap(3 * minuteMs)
    await deposit('100')
    expect(await queue('deposits')).toMatchObject({ count: 2, oldest: since })
    await cashier.post(`/staff/deposits/${first}/approve`, {
      received_amount: '100.00',
      version: await versionOf(first),
    })
    expect(await queue('deposits')).toMatchObject({ count: 1, oldest: world.clock.now().toISOString() })
    expect((await read()).queues.map(({ queue }: { queue: string }) => queue)).toEqual(overviewQueues)
  })
})

describe('the reader’s own work', () => {
  it('includes deposits that they claimed, not others’', async () => {
    const id = await deposit('200')
    expect(await mineOf(cashier, 'claimed_deposits')).toMatchObject({ count: 0 })
    const claimed = await cashier.post(`/staff/deposits/${id}/claim`, { version: await versionOf(id) })
    expect(claimed.status).toBe(200)
    expect(await mineOf(cashier, 'claimed_deposits')).toMatchObject({ count: 1, oldest: expect.any(String) })
    expect(await mineOf(manager, 'claimed_deposits')).toMatchObject({ count: 0 })
  })

  it('includes deposits that need a second person, except for the first', async () => {
    const id = await deposit('12000')
    const approval = { received_amount: '12000.00', version: await versionOf(id) }
    expect((await cashier.post(`/staff/deposits/${id}/approve`, approval)).status).toBe(200)
    expect(await mineOf(manager, 'second_deposits')).toMatchObject({ count: 1 })
    expect(await mineOf(cashier, 'second_deposits')).toMatchObject({ count: 0, oldest: null })
  })
})

describe('an operator’s assignments', () => {
  const ask = async (player: Awaited<ReturnType<World['player']>>, category = 'account') =>
    (await player.form('/player/conversations', { category, text: 'Please look' })).json.conversation.id as string
  const give = async (id: string, to: typeof manager | null) => {
    const answer = await manager.post(`/staff/help-cases/${id}/assign`, { operator_id: to?.id ?? null })
    expect(answer.status).toBe(200)
  }
  const counts = async (operator: typeof manager) => [
    (await mineOf(operator, 'assigned_help')).count,
    (await mineOf(operator, 'assigned_complaints')).count,
  ]

  it('count only for them: questions until answered, complaints until decided', async () => {
    const support = await world.operator('support')
    const since = world.clock.now().toISOString()
    const question = await ask(await world.player())
    const complaint = await ask(await world.player(), 'complaint')
    expect(await counts(support)).toEqual([0, 0])
    await give(question, support)
    await give(complaint, support)
    expect(await mineOf(support, 'assigned_help')).toMatchObject({ count: 2, oldest: since })
    expect(await counts(support)).toEqual([2, 1])
    expect(await counts(manager)).toEqual([0, 0])
    const answered = await support.post(`/staff/help-cases/${complaint}/answer`, { text: 'We look', close: false })
    expect(answered.status).toBe(200)
    expect(await counts(support)).toEqual([1, 1])
    // Handed over by the assigned operator.
    const over = await support.post(`/staff/help-cases/${question}/assign`, { operator_id: manager.id })
    expect(over.status).toBe(200)
    expect([await counts(support), await counts(manager)]).toEqual([
      [0, 1],
      [1, 0],
    ])
    const listed = async (operator: typeof manager, query: string) =>
      (await operator.get(`/staff/help-cases?${query}`)).json.cases.map(({ id }: { id: string }) => id)
    expect(await listed(support, 'mine=yes&complaint=open')).toEqual([complaint])
    expect(await listed(manager, 'mine=yes&complaint=open')).toEqual([])
    expect(await listed(manager, 'complaint=open')).toEqual([complaint])
    const decision = { state: 'rejected', outcome: 'The rules were kept.' }
    expect((await manager.post(`/staff/help-cases/${complaint}/complaint/decision`, decision)).status).toBe(200)
    expect([await counts(support), await listed(support, 'complaint=open')]).toEqual([[0, 0], []])
    await give(question, null)
    expect(await counts(manager)).toEqual([0, 0])
  })
})

describe('the portal’s activity', () => {
  const busy = async () => {
    const { players_online, bets, servers } = await read()
    return { players_online, ...bets, servers }
  }

  it('includes bets of the last minute and the last ten', async () => {
    const seat = await seatOf(world, await world.player({ balance: '500.00' }))
    for (let n = 0; n < 25; n++) await seat.betwin(100, 0)
    await seat.betwin(0, 0)
    expect(await busy()).toMatchObject({ last_minute: 25, per_minute_of_ten: 2 })
    world.clock.leap(minuteMs)
    expect(await busy()).toMatchObject({ last_minute: 0, per_minute_of_ten: 2 })
    world.clock.leap(10 * minuteMs)
    expect(await busy()).toMatchObject({ last_minute: 0, per_minute_of_ten: 0 })
  })

  it('counts players of all live servers, each player once', async () => {
    const { live } = world.platform
    const socket = { bufferedAmount: 0, send() {}, close() {}, terminate() {} }
    const joinAt = (at: Live) => (player: string) => at.join(socket, player, 'ses_1', async () => ({}))
    const leave = ['ply_a', 'ply_a', 'ply_b'].map(joinAt(live))
    // The same player has pages on a second server, besides two others.
    const there = openLive(world.platform.bus, silentLog)
    const leaves = ['ply_b', 'ply_c', 'ply_d'].map(joinAt(there))
    const other = openPrograms(world.platform, { id: 'other', version: '1', machine: 'there' })
    await other.seen({ player_marks: there.playerMarks(), bets_last_minute: 7, bets_last_ten: 30 })
    // This server's own row is replaced by its current values.
    const own = openPrograms(world.platform, { id: world.platform.processId, version: '1', machine: 'here' })
    await own.seen({ player_marks: Buffer.alloc(8_000), bets_last_minute: 1_000, bets_last_ten: 1_000 })
    expect(await busy()).toEqual({ players_online: 4, last_minute: 7, per_minute_of_ten: 3, servers: 2 })
    // A server of the previous version writes only a number.
    await sql`insert into platform.program (id, version, machine, started_at, seen_at, players)
      values ('before', '0', 'there', ${world.clock.now()}, ${world.clock.now()}, 40)`.execute(world.db.kysely)
    expect(await busy()).toMatchObject({ players_online: 44, servers: 3 })
    world.clock.leap(minuteMs)
    expect(await busy()).toEqual({ players_online: 2, last_minute: 0, per_minute_of_ten: 0, servers: 1 })
    for (const end of [...leave, ...leaves]) end?.()
    expect(await busy()).toMatchObject({ players_online: 0 })
    await Promise.all([other.left(), own.left()])
  })
})

describe('an open alarm', () => {
  it('is shown until it is cleared', async () => {
    const { alarms, check } = world.app.features
    const player = await world.player({ balance: '100.00' })
    const change = async (minor: number) => {
      await asOwner(world.db, (tx) =>
        sql`update ledger.wallet set cash_minor = cash_minor + ${minor} where player_id = ${player.id}`.execute(tx),
      )
      await check({ isWhole: true })
      for (let look = 0; look < 10; look++) {
        world.clock.leap(15_000)
        await alarms.run()
      }
    }
    expect((await read()).alarms).toEqual([])
    await change(1)
    const [open] = (await read()).alarms
    const { alarms: listed } = (await manager.get('/staff/health')).json
    expect(open).toEqual({ id: listed[0].id, text: listed[0].text, since: listed[0].since })
    await change(-1)
    expect((await read()).alarms).toEqual([])
  })
})

describe('a part', () => {
  it('is read only for operators who may see it', async () => {
    const operator = await world.operator('support')
    await addRoles(world, [
      { id: 'rol_day_none', held: [] },
      { id: 'rol_day_reports', held: ['reports.see'] },
      { id: 'rol_day_cash', held: ['deposits.see', 'withdrawals.see'] },
      { id: 'rol_day_games', held: ['games.see', 'players.see', 'health.see'] },
    ])
    const shown = async (role: string) => {
      await giveRole(world, operator, role)
      const { alarms, queues, mine, players_online, bets, today } = await read(operator)
      return {
        queues: queues.map(({ queue }: { queue: string }) => queue),
        mine: mine.length,
        parts: Object.entries({ alarms, players_online, bets, today }).flatMap(([name, part]) =>
          part === null ? [] : [name],
        ),
      }
    }
    expect(await shown('rol_day_none')).toEqual({ queues: [], mine: 0, parts: [] })
    expect(await shown('rol_day_reports')).toEqual({ queues: [], mine: 0, parts: ['today'] })
    expect(await shown('rol_day_cash')).toEqual({ queues: ['deposits', 'withdrawals', 'batches'], mine: 0, parts: [] })
    expect(await shown('rol_day_games')).toEqual({
      queues: ['held_wins'],
      mine: 0,
      parts: ['alarms', 'players_online', 'bets'],
    })
    expect((await read(manager)).mine.map(({ kind }: { kind: string }) => kind)).toEqual(waitingForMe)
  })
})

describe('today compared with the same time last week', () => {
  let ours: Awaited<ReturnType<World['player']>>
  const start = Date.parse('2026-11-29T22:00:00Z')
  const valuesOf = (json: { today: { figures: { code: string; value: string; before: string }[] } }) =>
    Object.fromEntries(json.today.figures.map(({ code, value, before }) => [code, [value, before]]))
  const advanceTo = (ms: number) => world.clock.leap(start + ms - world.clock.now().getTime())
  const rollUp = () => world.app.features.reports.rollUp()
  const newestDay = async () => (await read()).today.report.days.at(-1)
  /** Rolls up until the sums match: transactions of the cluster's other databases delay them. */
  const rolledUp = (expected: Record<string, string[]>) =>
    vi.waitFor(async () => {
      await rollUp()
      expect(valuesOf(await read())).toMatchObject(expected)
    }, 10_000)

  it('covers the same part of both days, to the quarter of an hour', async () => {
    // 22:00 UTC is midnight in Windhoek.
    advanceTo(0)
    manager = await world.signIn(manager)
    const player = await world.player()
    const seat = await seatOf(world, player)
    await world.fund(player.id, '500.00')
    advanceTo(14 * minuteMs)
    await seat.betwin(1_000, 0)
    advanceTo(15 * minuteMs)
    await seat.betwin(2_000, 0)
    advanceTo(40 * minuteMs)
    await seat.betwin(4_000, 500)
    await rollUp()
    const week = 7 * 24 * 60 * minuteMs
    advanceTo(week + 10 * minuteMs)
    manager = await world.signIn(manager)
    await rollUp()
    expect((await read()).today).toMatchObject({ until: null, compared_day: '2026-11-30' })
    expect(valuesOf(await read())).toMatchObject({ ggr: ['0.00', '0.00'], deposits: ['0.00', '0.00'] })
    ours = await world.player({ balance: '100.00' })
    const late = await seatOf(world, ours)
    const other = await seatOf(world, await world.player({ balance: '100.00' }))
    await late.betwin(300, 0)
    advanceTo(week + 16 * minuteMs)
    await late.betwin(9_000, 0)
    await other.betwin(100, 0)
    await rolledUp({ ggr: ['3.00', '10.00'], ngr: ['3.00', '10.00'] })
    expect((await read()).today).toMatchObject({ until: '00:15', compared_day: '2026-11-30' })
    await vi.waitFor(async () => {
      await rollUp()
      expect(await newestDay()).toMatchObject({ day: '2026-12-07', values: { ggr: '94.00' } })
    }, 10_000)
    advanceTo(week + 31 * minuteMs)
    // The sums end with the last roll-up.
    expect((await read()).today).toMatchObject({ until: '00:15' })
    await rolledUp({ ggr: ['94.00', '30.00'] })
    expect((await read()).today).toMatchObject({ until: '00:30' })
  })

  it('omits a player who is later marked as a test player', async () => {
    const admin = await world.operator('admin')
    const path = `/staff/players/${ours.id}/test-player`
    expect((await admin.post(path, { is_test: true, reason: 'Account of the test team' })).status).toBe(200)
    expect(valuesOf(await read())).toMatchObject({ ggr: ['1.00', '30.00'] })
    await world.app.features.check({ isWhole: true })
    expect((await admin.post(path, { is_test: false, reason: 'A mistake' })).status).toBe(200)
    expect(valuesOf(await read())).toMatchObject({ ggr: ['94.00', '30.00'] })
    await world.app.features.check({ isWhole: true })
    expect(world.app.features.books.results.filter(({ violations }) => violations > 0)).toEqual([])
  })
})
