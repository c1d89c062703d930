import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { gatewayCalls, newId } from '../../../test/gateway-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { defaultSettings, markets } from '../portal/settings.ts'
import { asOwner } from '../../../test/as-owner.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'cf-ipcountry' })
})
afterAll(() => world.close())

const { call, seat } = gatewayCalls(() => world)

describe('launch', () => {
  it('opens a session once, within a minute', async () => {
    const { player, token } = await seat()
    expect(await call('authenticate', { token })).toMatchObject({ code: 'session_unknown' })
    const late = new URL((await player.post('/games/dhow/launch', {})).json.url).searchParams.get('token')
    await world.clock.advance(60_001)
    expect(await call('authenticate', { token: late })).toMatchObject({ code: 'session_unknown' })
  })

  it('needs a player for a game with money, not for a demo', async () => {
    const visitor = world.visitor()
    expect(new URL((await visitor.post('/games/dhow/launch', { demo: true })).json.url).searchParams.get('demo')).toBe(
      '1',
    )
    expect((await visitor.post('/games/dhow/launch', {})).json.code).toBe('session_invalid')
    expect((await visitor.post('/games/nothing/launch', {})).json.code).toBe('not_found')
  })

  it.each([
    ['IN', 'INR'],
    ['NA', 'NAD'],
    ['ZA', 'NAD'],
    [undefined, 'NAD'],
  ])('of a demo by a visitor from %s has play money in %s', async (country, currency) => {
    const response = await world.app.portal.fastify.inject({
      ...{ method: 'POST', url: '/api/v1/dhow/games/dhow/launch', remoteAddress: '127.0.0.1' },
      headers: { 'x-forwarded-for': '198.51.100.7', ...(country && { 'cf-ipcountry': country }) },
      payload: { demo: true },
    })
    expect(new URL(response.json().url).searchParams.get('currency')).toBe(currency)
  })
})

describe('autoplay', () => {
  it.each(['sandbox', 'live'] as const)('is forbidden in every market until a row allows it (%s)', (mode) => {
    const { autoplay } = defaultSettings(mode)
    expect(Object.values(autoplay).map(({ allowed }) => allowed)).toEqual(Object.keys(markets).map(() => false))
  })

  it('follows the market’s row in the session and in each balance reply', async () => {
    const { portal } = world.app.features
    const row = { allowed: true, round_seconds: 4 }
    const forbidden = { autoplay: { allowed: false, roundMs: 5_000 } }
    const launched = await (await world.player({ balance: '10.00' })).post('/games/dhow/launch', {})
    const opened = await call('authenticate', { token: new URL(launched.json.url).searchParams.get('token') })
    expect(opened).toMatchObject({ code: 'ok', rules: forbidden })
    const balance = () => call('balance', { session: opened.session })
    const before = portal.settings().autoplay
    await portal.change({ autoplay: { ...before, IN: row } })
    expect(await balance()).toMatchObject({ code: 'ok', rules: forbidden })
    await portal.change({ autoplay: { ...before, NA: row } })
    expect(await balance()).toMatchObject({ code: 'ok', rules: { autoplay: { allowed: true, roundMs: 4_000 } } })
    await portal.change({ autoplay: before })
    expect(await balance()).toMatchObject({ code: 'ok', rules: forbidden })
  })
})

describe('a round that the game plays by itself', () => {
  it.each([
    ['betwin', { betAmount: 100, winAmount: 250 }],
    ['bet', { amount: 100 }],
  ])(
    'by %s says so to its player and to operators, and is the same round when the call comes again',
    async (kind, amounts) => {
      const player = await world.player({ balance: '50.00' })
      const seat = await seatOf(world, player)
      const ids = { txId: `auto-${kind}`, roundId: `auto-${kind}` }
      expect(await seat.ask(kind, { ...ids, ...amounts, automatic: true })).toMatchObject({ code: 'ok' })
      expect(await seat.ask(kind, { ...ids, ...amounts, automatic: true })).toMatchObject({ code: 'ok' })
      // Without the mark it is the same call again.
      expect(await seat.ask(kind, { ...ids, ...amounts })).toMatchObject({ code: 'ok' })
      expect((await seat.bet(100, `hand-${kind}`)).code).toBe('ok')
      const marks = async () =>
        (await player.get('/player/game-history')).json.data.map((round: { round_id: string; automatic?: true }) => [
          round.round_id,
          round.automatic,
        ])
      expect(await marks()).toEqual([
        [`hand-${kind}`, undefined],
        [`auto-${kind}`, true],
      ])
      const { json } = await player.get(`/player/rounds/dhow-studio/auto-${kind}`)
      expect(json.round).toMatchObject({ automatic: true, stake: '1.00' })
      const boss = await world.operator('manager')
      // The log is written every half second.
      await world.clock.advance(1_000)
      const marksOfCalls = async (round: string) =>
        (await boss.get(`/staff/game-calls?round=${round}`)).json.calls.map(
          (one: { automatic?: true }) => one.automatic,
        )
      await expect.poll(() => marksOfCalls(`auto-${kind}`)).toEqual([true, true, true])
      await expect.poll(() => marksOfCalls(`hand-${kind}`)).toEqual([undefined])
    },
  )

  it('that is refused leaves no round, and a mark that is no switch is malformed', async () => {
    const player = await world.player({ balance: '0.50' })
    const seat = await seatOf(world, player)
    const both = { txId: 'auto-poor', roundId: 'auto-poor', betAmount: 100, winAmount: 0 }
    expect(await seat.ask('betwin', { ...both, automatic: true })).toMatchObject({ code: 'insufficient_funds' })
    expect(await seat.ask('betwin', { ...both, automatic: 'yes' })).toMatchObject({ code: 'request_malformed' })
    expect((await player.get('/player/game-history')).json.data).toEqual([])
  })
})

describe('a full database', () => {
  it('refuses a bet as retryable and a player with a sentence, and accepts both once there is space', async () => {
    const run = (text: string) => asOwner(world.db, (tx) => tx.executeQuery(CompiledQuery.raw(text)))
    const { bet: placeBet, player } = await seat()
    const bet = () => placeBet('no-room', 100)
    const tables = ['gateway.game_transaction', 'catalog.favourite_game']
    await run(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
    for (const table of tables)
      await run(`create trigger no_room before insert on ${table} for each row execute function no_room()`)
    expect(await bet()).toMatchObject({ status: 503, code: 'unknown' })
    const { status, json, headers } = await player.put('/player/favourites/dhow')
    expect([status, json.code, headers['retry-after']]).toEqual([503, 'storage_full', '10'])
    await run('drop function no_room cascade')
    expect(await bet()).toMatchObject({ status: 200, code: 'ok' })
    expect((await player.put('/player/favourites/dhow')).status).toBe(200)
  })
})

describe('the call log', () => {
  it('deletes old entries and keeps newer ones', async () => {
    const dayMs = 86_400_000
    const at = (days: number) => new Date(world.clock.now().getTime() - days * dayMs)
    const row = {
      provider_code: 'old',
      call: 'bet',
      tx_id: null,
      round_id: null,
      player_id: null,
      code: 'ok',
      took_us: 1,
    }
    await world.db.kysely
      .insertInto('gateway.call')
      .values([89, 91, 400].map((days) => ({ ...row, at: at(days) })))
      .execute()
    await world.app.features.gateway.forgetCalls()
    const left = await world.db.kysely
      .selectFrom('gateway.call')
      .select('at')
      .where('provider_code', '=', 'old')
      .execute()
    expect(left).toEqual([{ at: at(89) }])
  })
})

describe('a round', () => {
  it('settles open bets as lost when it ends, and accepts no further bet', async () => {
    const s = await seat()
    await s.bet(newId('b'), 1_000)
    const end = () => call('end-round', { session: s.session, roundId: s.roundId, game: 'dhow' })
    expect(await end()).toMatchObject({ code: 'ok', balance: 9_000 })
    expect(await end()).toMatchObject({ code: 'ok', balance: 9_000 })
    expect(await s.bet(newId('b'), 100)).toMatchObject({ code: 'round_ended' })
    expect(await s.state()).toMatchObject({ cashMinor: 9_000n, inPlayMinor: 0n })
  })

  it('with bet and win in one call applies both or none', async () => {
    const s = await seat()
    const both = (txId: string, betAmount: number, winAmount: number) =>
      call('betwin', {
        session: s.session,
        txId,
        roundId: newId('round'),
        game: 'dhow',
        betAmount,
        winAmount,
        currency: 'NAD',
      })
    expect(await both(newId('bw'), 1_000, 2_500)).toMatchObject({ code: 'ok', balance: 11_500 })
    expect(await both(newId('bw'), 20_000, 50_000)).toMatchObject({ code: 'insufficient_funds', balance: 11_500 })
    expect(await both(newId('bw'), 500, 0)).toMatchObject({ code: 'ok', balance: 11_000 })
  })

  it('settled by many wins in one call has each decided as if alone', async () => {
    const [s, other] = [await seat(), await seat()]
    const [a, b, c] = [newId('b'), newId('b'), newId('b')]
    await s.bet(a, 1_000)
    await s.bet(b, 1_000)
    await other.bet(c, 500)
    const win = (seat: typeof s, refTxId: string, amount: number) => ({
      session: seat.session,
      roundId: seat.roundId,
      game: 'dhow',
      currency: 'NAD',
      txId: `${refTxId}.end`,
      refTxId,
      amount,
    })
    const wins = [
      win(s, a, 2_500),
      win(other, c, 0),
      win(s, 'never-bet', 700),
      win(s, b, 300),
      { ...win(s, b, 300), session: 'nobody', txId: 'x' },
      { ...win(s, b, 300), game: 'nothing', txId: 'y' },
    ]
    const answer = (await call('wins', { wins })) as { results?: { txId: string; code: string; balance?: number }[] }
    expect(answer).toMatchObject({ status: 200, code: 'ok' })
    expect(answer.results).toMatchObject([
      { txId: `${a}.end`, code: 'ok', balance: 10_500 },
      { txId: `${c}.end`, code: 'ok', balance: 9_500 },
      { txId: 'never-bet.end', code: 'bet_unknown', balance: 10_500 },
      { txId: `${b}.end`, code: 'ok', balance: 10_800 },
      { txId: 'x', code: 'session_unknown' },
      { txId: 'y', code: 'request_malformed' },
    ])
    // A repeated refusal returns the current balance; a call that moved money gets the first answer.
    const again = (await call('wins', { wins })) as typeof answer
    expect(again.results).toEqual(
      answer.results!.map((one) => (one.code === 'bet_unknown' ? { ...one, balance: 10_800 } : one)),
    )
    expect([await s.balance(), await other.balance()]).toEqual([10_800, 9_500])
    expect((await call('wins', { wins: [] })).code).toBe('request_malformed')
    expect((await call('wins', { wins: Array.from({ length: 101 }, () => wins[0]) })).code).toBe('request_malformed')
    expect(await call('wins', { wins }, { key: 'another key' })).toMatchObject({ code: 'signature_invalid' })
  })

  it('is in the history with stake, payout and a link to its proof', async () => {
    const s = await seat()
    const [a, b] = [newId('b'), newId('b')]
    await s.bet(a, 1_000)
    await s.bet(b, 500)
    await s.win(newId('w'), a, 2_000)
    expect((await s.player.get('/player/game-history')).json.data[0]).toMatchObject({ state: 'open', stake: '15.00' })
    await s.win(newId('w'), b, 0)
    const { data, totals } = (await s.player.get('/player/game-history')).json
    expect(data[0]).toMatchObject({
      game: 'Dhow',
      stake: '15.00',
      payout: '20.00',
      net: '5.00',
      state: 'settled',
      balance_after: '105.00',
    })
    expect(data[0].proof_url).toBe(`http://localhost:8082/proof/dhow/${s.roundId}`)
    expect(totals).toEqual({ in: '20.00', out: '15.00', net: '5.00' })
    const since = async (at: string) => (await s.player.get(`/player/game-history?since=${at}`)).json
    expect((await since(data[0].started_at)).totals.net).toBe('5.00')
    const later = new Date(Date.parse(data[0].started_at) + 1).toISOString()
    expect(await since(later)).toMatchObject({ data: [], totals: { in: '0.00', out: '0.00', net: '0.00' } })
  })
})

describe('concurrent calls', () => {
  /** Model of the rules for one bet, its win, a rollback and repeats, in plain arithmetic for one player. */
  function model(order: string[]): number {
    let balance = 10_000
    let bet: 'none' | 'open' | 'settled' | 'rolled back' = 'none'
    let tombstone = false
    const decided = new Set<string>()
    for (const step of order) {
      const name = step[0]!
      if (decided.has(name)) continue
      if (name === 'b' && !tombstone) {
        balance -= 1_000
        bet = 'open'
        decided.add('b')
      }
      if (name === 'w' && bet === 'open') {
        balance += 2_500
        bet = 'settled'
        decided.add('w')
      }
      if (name === 'r' && bet !== 'settled') {
        if (bet === 'open') balance += 1_000
        if (bet === 'none') tombstone = true
        else bet = 'rolled back'
        decided.add('r')
      }
    }
    return balance
  }

  it('end in a state that some sequence of them gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(['b', 'w', 'r', 'b2', 'r2'], { minLength: 2 }), async (steps) => {
        const s = await seat()
        const names = { b: newId('b'), w: newId('w'), r: newId('r') }
        await Promise.all(
          steps.map((step) =>
            step.startsWith('b')
              ? s.bet(names.b, 1_000)
              : step.startsWith('w')
                ? s.win(names.w, names.b, 2_500)
                : s.rollback(names.r, names.b),
          ),
        )
        expect(permutations(steps).map(model)).toContain(await s.balance())
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})

function permutations(items: string[]): string[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, placeBet) =>
    permutations([...items.slice(0, placeBet), ...items.slice(placeBet + 1)]).map((rest) => [item, ...rest]),
  )
}
