import './tables.ts'
import '../gateway/tables.ts'
import '../messages/tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flag } from '../../../test/flag.ts'
import { freeCalls, openFreeRoundDesk, seatAt } from '../../../test/free-rounds.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type World } from '../../../test/world.ts'

const dayMs = 86_400_000

let world: World
let manager: Awaited<ReturnType<World['operator']>>
let desk: ReturnType<typeof openFreeRoundDesk>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  manager = await world.operator('manager')
  desk = openFreeRoundDesk(world, manager)
})
afterAll(() => world.close())

type Guest = Awaited<ReturnType<typeof desk.guest>>
/** A player's balances, with rounds and wins of their newest grant. */
const standing = async ({ player }: Pick<Guest, 'player'>) => {
  const { cashMinor, inPlayMinor } = await world.balance(player.id)
  const { used, left, won, state } = await desk.read(player.id)
  return { cash: cashMinor, inPlay: inPlayMinor, used, left, won, state }
}
const fresh = { cash: 1_000n, inPlay: 0n, used: 0, left: 3, won: '0.00', state: 'active' }
/** A player's transfers in order, without the initial deposit. */
const transfersOf = async ({ player }: Pick<Guest, 'player'>) => {
  const { rows } = await sql<{ line: string }>`
    select debit || ' > ' || credit || ' ' || amount_minor as line from ledger.transfers
    where player_id = ${player.id} and (debit like 'bonus_cost%' or credit like 'bonus_cost%') order by id`.execute(
    world.db.kysely,
  )
  return rows.map(({ line }) => line)
}
const stake = 'bonus_cost:free_rounds > free_stake:dhow-studio 200'
const back = 'free_stake:dhow-studio > bonus_cost:free_rounds 200'

describe('a free round', () => {
  it('costs the player nothing, and what it wins is cash', async () => {
    const guest = await desk.guest()
    const { txId, code, balance } = await guest.bet()
    expect([code, balance]).toEqual(['ok', 1_000])
    expect(await standing(guest)).toEqual({ ...fresh, used: 1, left: 2 })
    expect(await guest.seat.win(txId, 500)).toMatchObject({ code: 'ok', balance: 1_500 })
    expect(await standing(guest)).toEqual({ ...fresh, cash: 1_500n, used: 1, left: 2, won: '5.00' })
    expect(await transfersOf(guest)).toEqual([stake, back, 'bonus_cost:free_rounds > cash 500'])
    expect(await guest.seat.ask('balance')).toMatchObject({
      freeRounds: { grant: guest.grant, left: 2, stake: 200, maxWin: 4_500 },
    })
  })

  it('behaves the same in a single-call game, with a lost bet and in an ended round', async () => {
    const guest = await desk.guest()
    expect(await guest.both(700)).toMatchObject({ code: 'ok', balance: 1_700 })
    const lost = await guest.bet()
    expect(await guest.seat.win(lost.txId, 0)).toMatchObject({ code: 'ok', balance: 1_700 })
    const left = await guest.bet()
    expect((await guest.seat.ask('end-round', { roundId: left.txId })).code).toBe('ok')
    expect(await standing(guest)).toMatchObject({ cash: 1_700n, inPlay: 0n, used: 3, won: '7.00', state: 'used' })
    const paid = 'bonus_cost:free_rounds > cash 700'
    expect(await transfersOf(guest)).toEqual([stake, back, paid, stake, back, stake, back])
  })

  it('is returned once by a rollback, but not after settlement', async () => {
    const guest = await desk.guest()
    const { txId } = await guest.bet()
    expect((await standing(guest)).left).toBe(2)
    expect((await guest.seat.rollback(txId)).code).toBe('ok')
    expect((await guest.seat.rollback(txId)).code).toBe('ok')
    expect(await standing(guest)).toEqual(fresh)
    expect(await transfersOf(guest)).toEqual([stake, back])
    const settled = await guest.bet()
    await guest.seat.win(settled.txId, 100)
    expect((await guest.seat.rollback(settled.txId)).code).toBe('round_ended')
    expect(await standing(guest)).toMatchObject({ used: 1, cash: 1_100n })
  })

  it('pays at most the grant’s largest win, after which the grant ends', async () => {
    const guest = await desk.guest({ max_win: '6.00' })
    const { txId } = await guest.bet()
    const open = await guest.bet()
    expect((await guest.both(400)).balance).toBe(1_400)
    expect(await guest.seat.win(txId, 90_000)).toMatchObject({ code: 'ok', balance: 1_600 })
    expect(await guest.seat.win(open.txId, 100)).toMatchObject({ code: 'ok', balance: 1_600 })
    expect(await standing(guest)).toMatchObject({ cash: 1_600n, won: '6.00', used: 3 })
    const other = await desk.guest({ max_win: '6.00' })
    expect((await other.both(100_000)).balance).toBe(1_600)
    expect((await other.bet()).code).toBe('free_rounds_over')
    expect(await standing(other)).toMatchObject({ won: '6.00', used: 1, left: 0, state: 'paid_out' })
    expect((await other.seat.ask('balance')).freeRounds).toBeUndefined()
  })

  it('is decided once when repeated, and cannot become another bet', async () => {
    const guest = await desk.guest()
    const bet = { txId: 'free-again', roundId: 'free-again' }
    const answers = [await guest.bet(bet), await guest.bet(bet), await guest.bet(bet)]
    expect(answers.map(({ code, balance }) => [code, balance])).toEqual([1, 2, 3].map(() => ['ok', 1_000]))
    expect((await guest.bet({ ...bet, grant: undefined })).code).toBe('duplicate_transaction')
    // The round cannot take an own stake either, or vice versa.
    expect((await guest.bet({ txId: 'own', roundId: 'free-again', grant: undefined })).code).toBe('round_ended')
    expect((await guest.seat.bet(200, 'own-2', 'own-2')).code).toBe('ok')
    expect((await guest.bet({ txId: 'under-own', roundId: 'own-2' })).code).toBe('round_ended')
    expect(await standing(guest)).toMatchObject({ used: 1, cash: 800n, inPlay: 200n })
  })

  it('needs a grant for this player and game, its stake, and a remaining round', async () => {
    const guest = await desk.guest({ rounds: 1 })
    const other = await desk.guest()
    const elsewhere = freeCalls(await seatAt(world, guest.player, 'limbo'), guest.grant)
    const codes = [
      await guest.bet({ amount: 201 }),
      await guest.bet({ grant: other.grant }),
      await guest.bet({ grant: 'frg_none' }),
      await elsewhere.bet(),
      await guest.both(100, { betAmount: 100 }),
    ].map(({ code }) => code)
    expect(codes).toEqual([
      'amount_invalid',
      'free_rounds_over',
      'free_rounds_over',
      'free_rounds_over',
      'amount_invalid',
    ])
    expect((await guest.bet()).code).toBe('ok')
    expect((await guest.bet()).code).toBe('free_rounds_over')
    expect([await standing(guest), await standing(other)]).toMatchObject([
      { cash: 1_000n, used: 1, state: 'used' },
      fresh,
    ])
  })

  it('open when its grant is stopped can be completed, and no further one begins', async () => {
    const guest = await desk.guest()
    const [won, undone] = [await guest.bet(), await guest.bet()]
    const stopped = await manager.post(`/staff/free-rounds/${guest.grant}/stop`, { reason: 'A mistake' })
    expect(stopped.json.grant).toMatchObject({ state: 'stopped', left: 0, used: 2 })
    expect((await guest.bet()).code).toBe('free_rounds_over')
    expect((await guest.seat.win(won.txId, 300)).balance).toBe(1_300)
    expect((await guest.seat.rollback(undone.txId)).code).toBe('ok')
    expect((await guest.bet()).code).toBe('free_rounds_over')
    expect(await standing(guest)).toMatchObject({ cash: 1_300n, used: 1, won: '3.00', state: 'stopped' })
  })

  it('is no stake of the player’s money: their limit does not apply to it', async () => {
    const guest = await desk.guest()
    expect((await guest.player.put('/player/limits', { kind: 'stake', period: 'day', amount: '1.00' })).status).toBe(
      200,
    )
    expect((await guest.seat.bet(200)).code).toBe('limit_reached')
    const { txId } = await guest.bet()
    expect((await guest.both(100)).code).toBe('ok')
    expect((await guest.seat.rollback(txId)).code).toBe('ok')
    expect((await guest.seat.bet(100)).code).toBe('ok')
    expect((await guest.seat.bet(100)).code).toBe('limit_reached')
  })
})

describe('a player who is barred', () => {
  const bars: [string, (player: Guest['player']) => Promise<unknown>][] = [
    ['on a break', (player) => player.post('/player/time-out', { days: 1 })],
    ['frozen', (player) => staffPost(`/staff/players/${player.id}/freeze`, { frozen: true, reason: 'The bank asked' })],
    [
      'suspended',
      (player) => staffPost(`/staff/players/${player.id}/active`, { active: false, reason: 'Two accounts' }),
    ],
    ['flagged', (player) => flag(world, player.id)],
    ['ours', (player) => staffPost(`/staff/players/${player.id}/test-player`, { is_test: true, reason: 'Ours' })],
  ]
  const staffPost = async (path: string, body: object) => {
    const answer = await (await world.operator('admin')).post(path, body)
    expect([path, answer.status, answer.json.code]).toEqual([path, 200, undefined])
  }

  it.each(bars)('%s cannot play or get free rounds, but is paid for an open one', async (_name, bar) => {
    const guest = await desk.guest()
    const known = { txId: `before-${guest.grant}`, roundId: `before-${guest.grant}` }
    await guest.bet(known)
    await bar(guest.player)
    expect((await guest.bet()).code).toBe('bet_not_allowed')
    expect((await guest.both(500)).code).toBe('bet_not_allowed')
    expect(await standing(guest)).toMatchObject({ cash: 1_000n, used: 1, left: 2, won: '0.00' })
    expect([await guest.bet(known), await guest.seat.win(known.txId, 300)]).toMatchObject([
      { code: 'ok' },
      { code: 'ok', balance: 1_300 },
    ])
    const again = await desk.give(guest.player.id)
    expect([again.status, again.json.code]).toEqual([409, 'free_rounds_barred'])
    const weighed = await manager.post('/staff/free-rounds/liability', asked(guest.player.id))
    expect(weighed.json).toMatchObject({ barred: true, total: '50.00', staked: '6.00' })
  })
})

/** The terms without days and reason. */
const asked = (player: string) => {
  const { valid_days: _days, reason: _reason, ...rest } = desk.terms(player)
  return rest
}

describe('an operator', () => {
  it('grants free rounds of a supporting game, with valid terms and a reason', async () => {
    const player = await world.player()
    const wrong: [string, object][] = [
      ['free_rounds_unsupported', { game: 'game_dhow' }],
      ['free_rounds_unsupported', { game: 'game_none' }],
      ['free_rounds_terms', { stake: '0.50' }],
      ['free_rounds_terms', { stake: '10000.01', max_win: '20000.00' }],
      ['free_rounds_terms', { max_win: '1.99' }],
      ['amount_invalid', { stake: '0' }],
      ['invalid_fields', { rounds: 0 }],
      ['invalid_fields', { reason: ' ' }],
    ]
    for (const [code, change] of wrong)
      expect([code, change, (await desk.give(player.id, change)).json.code]).toEqual([code, change, code])
    expect((await desk.give('ply_none')).status).toBe(404)
    expect((await (await world.operator('support')).post('/staff/free-rounds', desk.terms(player.id))).status).toBe(403)
    expect((await manager.get(`/staff/free-rounds?player=${player.id}`)).json.grants).toEqual([])
    const { grant } = (await desk.give(player.id)).json
    expect(grant).toMatchObject({
      ...{ rounds: 3, left: 3, used: 0, stake: '2.00', max_win: '50.00', won: '0.00', cost: '0.00', currency: 'NAD' },
      ...{ player: { id: player.id }, game: { slug: 'dice', name: 'Pearl Dice' }, source: 'operator' },
      ...{ reason: 'Bad connection', state: 'active' },
    })
    const { grants } = (await player.get('/player/free-rounds')).json
    expect(grants).toEqual([
      {
        ...{ id: grant.id, game: grant.game, currency: 'NAD', rounds: 3, left: 3, stake: '2.00', max_win: '50.00' },
        ...{ won: '0.00', expires_at: grant.expires_at, state: 'active' },
      },
    ])
    const { games } = (await manager.get('/staff/free-rounds')).json
    expect(games.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      ['blackjack', 'dice', 'hilo', 'keno', 'limbo', 'mines', 'plinko', 'wheel'].map((slug) => `game_${slug}`),
    )
  })

  it('above one person’s limit waits for a second one, who confirms the same terms', async () => {
    await world.approvals({ solo: false })
    await sql`delete from staff.operator_tie`.execute(world.db.kysely)
    const player = await world.player()
    const given = await desk.give(player.id, { stake: '100.00', max_win: '60000.00' })
    expect(given.json).toMatchObject({ waits: true, grant: null })
    expect((await player.get('/player/free-rounds')).json.grants).toEqual([])
    await confirmNewest(await world.operator('admin'))
    expect((await player.get('/player/free-rounds')).json.grants).toMatchObject([{ max_win: '60000.00', left: 3 }])
    await world.approvals({ solo: true })
  })
})

describe('the figures', () => {
  const readDay = async () => {
    await rollUpReports(world)
    const reader = await world.operator('manager')
    const { figures } = (await reader.get('/staff/reports?market=NA')).json as {
      figures: { code: string; value: string }[]
    }
    return new Map(figures.map(({ code, value }) => [code, Number(value)]))
  }
  const statement = async () => {
    const reader = await world.operator('admin')
    return (await reader.get('/staff/reports/providers?market=NA&provider=dhow-studio')).json.total
  }

  it('exclude free rounds’ turnover and wins: payouts are costs of rewards', async () => {
    const guest = await desk.guest({ max_win: '9.00' })
    const [before, invoice] = [await readDay(), await statement()]
    await guest.both(600)
    const { txId } = await guest.bet()
    await guest.seat.win(txId, 500)
    const undone = await guest.bet()
    await guest.seat.rollback(undone.txId)
    const after = await readDay()
    const changed = [...after].flatMap(([code, value]) => {
      const difference = Math.round((value - before.get(code)!) * 100) / 100
      return difference === 0 ? [] : [[code, difference]]
    })
    expect(changed).toEqual([
      ['bonus_cost', 9],
      ['ngr', -9],
    ])
    expect(await statement()).toEqual(invoice)
    const table = (await (await world.operator('admin')).get('/staff/reports/rewards?market=NA')).json
    expect(JSON.stringify(table)).toContain('free_rounds')
  })

  it('of the player’s history show a zero stake and the free stake', async () => {
    const guest = await desk.guest()
    await guest.both(300)
    const open = await guest.bet()
    const undone = await guest.bet()
    await guest.seat.rollback(undone.txId)
    const history = async (query = '') => (await guest.player.get(`/player/game-history${query}`)).json
    const { data, totals } = await history()
    const own = { stake: '0.00', currency: 'NAD' }
    expect(data).toMatchObject([
      { ...own, payout: '0.00', net: '0.00', state: 'rolled_back' },
      { ...own, payout: '0.00', net: '0.00', state: 'open', free_stake: '2.00' },
      { ...own, payout: '3.00', net: '3.00', state: 'settled', free_stake: '2.00' },
    ])
    expect(totals).toEqual({ in: '3.00', out: '0.00', net: '3.00' })
    const ids = async (state: string) => (await history(`?state=${state}`)).data.map(({ id }: { id: string }) => id)
    expect([await ids('rolled_back'), await ids('open'), await ids('settled')]).toEqual(
      data.map(({ id }: { id: string }) => [id]),
    )
    await guest.seat.win(open.txId, 0)
  })

  it('of held wins include only paid ones, and a refused one has no cost', async () => {
    const player = await world.player({ balance: '10.00' })
    await desk.give(player.id, { max_win: '20001.00' })
    await confirmNewest(await world.operator('admin'))
    const { id } = await desk.read(player.id)
    const seat = await seatAt(world, player)
    const { txId } = await freeCalls(seat, id).bet()
    const before = await readDay()
    expect((await seat.win(txId, 6_000_000)).code).toBe('ok')
    const admin = await world.operator('admin')
    const [win] = (await admin.get('/staff/held-wins')).json.wins
    expect(win).toMatchObject({ player_id: player.id, stake: '2.00', win: '20001.00', held: '20001.00' })
    expect((await readDay()).get('bonus_cost')! - before.get('bonus_cost')!).toBe(20_001)
    const refused = await admin.post(`/staff/held-wins/${win.id}/refuse`, { version: win.version, reason: 'A fault' })
    expect(refused.status).toBe(200)
    if (refused.json.waiting) await confirmNewest(await world.operator('admin'))
    const after = await readDay()
    expect([after.get('bonus_cost'), after.get('ggr')]).toEqual([before.get('bonus_cost'), before.get('ggr')])
    expect((await world.balance(player.id)).cashMinor).toBe(1_000n)
  })
})

describe('the player’s timeline', () => {
  interface Event {
    kind: string
    text: { code: string; params: Record<string, string> }
  }
  const read = async (player: string, by = manager) =>
    (await by.get(`/staff/players/${player}/timeline?kind=rewards`)).json.events as Event[]
  const told = async ({ player }: Pick<Guest, 'player'>) =>
    (await read(player.id)).map(({ text: { code, params } }) => [code.replace('event_free_rounds_', ''), params])
  const of = { game: 'Pearl Dice', currency: 'NAD' }
  const given = ['given', { ...of, rounds: '3', amount: '2.00' }]

  it('has granted free rounds, and used-up ones unless a bet is rolled back', async () => {
    const guest = await desk.guest()
    expect(await told(guest)).toEqual([given])
    await world.clock.advance(1_000)
    await guest.both(700)
    const { txId } = await guest.bet()
    await guest.both(0)
    expect(await told(guest)).toEqual([['used', { ...of, amount: '7.00' }], given])
    await guest.seat.rollback(txId)
    expect(await told(guest)).toEqual([given])
  })

  it('has stopped ones, and those that paid their largest win', async () => {
    const [stopped, paid] = [await desk.guest(), await desk.guest({ max_win: '6.00' })]
    await world.clock.advance(1_000)
    await stopped.both(100)
    await manager.post(`/staff/free-rounds/${stopped.grant}/stop`, { reason: 'A mistake' })
    await paid.both(90_000)
    expect(await told(stopped)).toEqual([['stopped', { ...of, left: '2', amount: '1.00' }], given])
    expect(await told(paid)).toEqual([['paid_out', { ...of, left: '2', amount: '6.00' }], given])
  })

  it('shows them with the permission for their list', async () => {
    const guest = await desk.guest()
    const held = ['players.see', 'messages.see'] as const
    await addRoles(world, [
      { id: 'rol_without_rewards', held: [...held] },
      { id: 'rol_with_rewards', held: [...held, 'rewards.see'] },
    ])
    const looker = await world.operator('support')
    const codes = async (role: string) => {
      await giveRole(world, looker, role)
      return (await read(guest.player.id, looker)).map(({ text }) => text.code)
    }
    expect(await codes('rol_without_rewards')).toEqual([])
    expect(await codes('rol_with_rewards')).toEqual(['event_free_rounds_given'])
  })
})

it('games of other providers, and the studio’s shared tables, support no grants', async () => {
  const guest = await desk.guest()
  const crash = await seatOf(world, guest.player)
  expect((await freeCalls(crash, guest.grant).bet()).code).toBe('free_rounds_over')
  expect((await crash.ask('balance')).freeRounds).toBeUndefined()
})

describe('the lifetime of a grant', () => {
  const inbox = async ({ player }: Pick<Guest, 'player'>) =>
    (
      await sql<{ kind: string; params: object }>`
        select kind, params from messages.player_message where player_id = ${player.id} and kind like 'free_rounds%' order by id desc`.execute(
        world.db.kysely,
      )
    ).rows.map(({ kind, params }) => ({ kind, ...params }))
  /** Sessions expire meanwhile. */
  const pass = async (ms: number) => {
    world.clock.leap(ms)
    manager = await world.signIn(manager)
    desk = openFreeRoundDesk(world, manager)
  }
  const runDue = () => world.app.features.rewards.freeRounds.runDue()

  it('is announced at its start and a day before its end, when a job ends it', async () => {
    const guest = await desk.guest({ valid_days: 3 })
    const [short, played, away] = [
      await desk.guest({ valid_days: 1 }),
      await desk.guest({ valid_days: 3, rounds: 1 }),
      await desk.guest({ valid_days: 3 }),
    ]
    await played.both(0)
    await flag(world, away.player.id)
    const { expires_at } = await desk.read(guest.player.id)
    const begin = { kind: 'free_rounds_given', game: 'Pearl Dice', rounds: '3', amount: '2.00', currency: 'NAD' }
    await runDue()
    expect(await inbox(guest)).toEqual([{ ...begin, until: expires_at }])
    await pass(2 * dayMs + 60_000)
    await guest.both(0)
    await Promise.all([runDue(), runDue()])
    await runDue()
    const soon = { kind: 'free_rounds_ending', game: 'Pearl Dice', left: '2', until: expires_at }
    expect(await inbox(guest)).toEqual([soon, { ...begin, until: expires_at }])
    for (const other of [short, played, away]) expect(await inbox(other)).toHaveLength(1)
    await pass(dayMs)
    expect((await guest.bet()).code).toBe('free_rounds_over')
    expect(await standing(guest)).toMatchObject({ used: 1, left: 0, state: 'expired' })
    await runDue()
    const [ended] = (await manager.get(`/staff/players/${guest.player.id}/timeline?kind=rewards`)).json.events
    expect(ended.text).toMatchObject({ code: 'event_free_rounds_expired', params: { left: '2', amount: '0.00' } })
    const { rows } = await sql<{ ended_as: string }>`
      select ended_as from gateway.free_round_grant where id = ${guest.grant}`.execute(world.db.kysely)
    expect(rows).toEqual([{ ended_as: 'expired' }])
  })
})
