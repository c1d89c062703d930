import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, openWorld, type World } from '../../../test/world.ts'
import { asOwner } from '../../../test/as-owner.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const key = 'the key of the studio in the tests'
const base = '/api/v1/dhow/gateway/dhow/'

/** A signed call as the studio makes it; `tamper` changes what is sent after it was signed. */
async function call(
  path: string,
  body: unknown,
  change: {
    key?: string
    at?: number
    tamper?: (text: string) => string
    provider?: string
    headers?: Record<string, string>
  } = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = String(change.at ?? world.clock.now().getTime())
  const signature = createHmac('sha256', change.key ?? key)
    .update(`${timestamp}.${text}`)
    .digest('hex')
  const response = await ask(world.app.portal, {
    method: 'POST',
    url: base + path,
    headers: {
      'content-type': 'application/json',
      'x-provider': change.provider ?? 'dhow-studio',
      'x-timestamp': timestamp,
      'x-signature': signature,
      ...change.headers,
    },
    payload: change.tamper ? change.tamper(text) : text,
  })
  const answer = response.json() as { code: string; balance?: number; transaction?: string; session?: string }
  return { ...answer, status: response.statusCode }
}

let ids = 0
const newId = (kind: string) => `${kind}-${++ids}`

/** A player in the game, with money. */
async function seat(balance = '100.00') {
  const player = await world.player({ balance })
  const launch = (await player.post('/games/dhow/launch', {})).json
  const token = new URL(launch.url).searchParams.get('token')!
  const opened = await call('authenticate', { token })
  const session = opened.session!
  const roundId = newId('round')
  const money = { session, roundId, game: 'dhow', currency: 'NAD' }
  return {
    player,
    token,
    session,
    roundId,
    bet: (txId: string, amount: number, more: object = {}) => call('bet', { ...money, txId, amount, ...more }),
    win: (txId: string, refTxId: string, amount: number, more: object = {}) =>
      call('win', { ...money, txId, refTxId, amount, ...more }),
    rollback: (txId: string, refTxId: string, more: object = {}) =>
      call('rollback', { session, roundId, txId, refTxId, ...more }),
    balance: async () => (await call('balance', { session })).balance,
    state: () => world.balance(player.id),
  }
}

describe('launch', () => {
  it('opens a session once, within a minute', async () => {
    const { player, token } = await seat()
    expect(await call('authenticate', { token })).toMatchObject({ code: 'session_unknown' })
    const late = new URL((await player.post('/games/dhow/launch', {})).json.url).searchParams.get('token')
    await world.clock.advance(60_001)
    expect(await call('authenticate', { token: late })).toMatchObject({ code: 'session_unknown' })
  })

  it('of a demo needs no player, of a game with money does', async () => {
    const visitor = world.visitor()
    expect(new URL((await visitor.post('/games/dhow/launch', { demo: true })).json.url).searchParams.get('demo')).toBe(
      '1',
    )
    expect((await visitor.post('/games/dhow/launch', {})).json.code).toBe('session_invalid')
    expect((await visitor.post('/games/nothing/launch', {})).json.code).toBe('not_found')
  })
})

describe('the twelve rules', () => {
  it('1: the same transaction with the same content answers the same and moves money once', async () => {
    const s = await seat()
    const [a, b] = [newId('b'), newId('w')]
    const first = await s.bet(a, 1_000)
    expect(first).toMatchObject({ status: 200, code: 'ok', balance: 9_000 })
    const win = await s.win(b, a, 2_500)
    expect(await s.bet(a, 1_000)).toEqual(first)
    expect(await s.win(b, a, 2_500)).toEqual(win)
    expect(await s.balance()).toBe(11_500)
    const same = await Promise.all([1, 2, 3, 4].map(() => s.bet('together-' + s.roundId, 100)))
    expect(new Set(same.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await s.balance()).toBe(11_400)
  })

  it('2: the same transaction with other content is refused as a duplicate', async () => {
    const [s, other] = [await seat(), await seat()]
    const a = newId('b')
    await s.bet(a, 1_000)
    for (const change of [{ amount: 999 }, { roundId: 'another' }, { session: other.session }]) {
      expect(await s.bet(a, 1_000, change)).toMatchObject({ status: 200, code: 'duplicate_transaction' })
    }
    expect(await s.win(a, a, 1_000)).toMatchObject({ code: 'duplicate_transaction' })
    expect([await s.balance(), await other.balance()]).toEqual([9_000, 10_000])
  })

  it('3: wins and rollbacks are taken after the session’s end and for a suspended player, bets are not', async () => {
    const s = await seat()
    const [a, b, c] = [newId('b'), newId('b'), newId('b')]
    await s.bet(a, 1_000)
    await s.bet(b, 1_000)
    await world.app.features.gateway.sessions.endAll(s.player.id)
    expect(await s.bet(c, 100)).toMatchObject({ code: 'session_ended' })
    expect(await s.win(newId('w'), a, 1_500)).toMatchObject({ code: 'ok' })
    await world.db.transaction((tx) => world.app.features.accounts.setActive(tx, s.player.id, false))
    expect(await s.rollback(newId('r'), b)).toMatchObject({ code: 'ok', balance: 10_500 })
  })

  it('4: a win that names an unknown bet is refused', async () => {
    const s = await seat()
    expect(await s.win(newId('w'), 'nothing', 500)).toMatchObject({ status: 200, code: 'bet_unknown', balance: 10_000 })
  })

  it('5: a rollback of an unknown bet is remembered, and the late bet refused', async () => {
    const s = await seat()
    const a = newId('b')
    expect(await s.rollback(newId('r'), a)).toMatchObject({ code: 'ok' })
    expect(await s.bet(a, 1_000)).toMatchObject({ code: 'bet_rolled_back', balance: 10_000 })
  })

  it('6: a second rollback succeeds and moves nothing', async () => {
    const s = await seat()
    const a = newId('b')
    await s.bet(a, 1_000)
    expect(await s.rollback(newId('r'), a)).toMatchObject({ code: 'ok', balance: 10_000 })
    expect(await s.rollback(newId('r'), a)).toMatchObject({ code: 'ok', balance: 10_000 })
    expect(await s.win(newId('w'), a, 1_500)).toMatchObject({ code: 'bet_rolled_back' })
  })

  it('7: a decided refusal is no 5xx, whatever is sent', async () => {
    const s = await seat()
    const good = { session: s.session, txId: 'x', roundId: s.roundId, game: 'dhow', amount: 100, currency: 'NAD' }
    const hostile: unknown[] = [
      '',
      'null',
      '[]',
      '{',
      '"x"',
      '{"session":1}',
      {},
      { ...good, amount: 1.5 },
      { ...good, amount: -1 },
      { ...good, amount: '100' },
      { ...good, amount: null },
      { ...good, amount: [1] },
      { ...good, amount: 1e300 },
      { ...good, amount: 2 ** 53 },
      `{"session":"${s.session}","txId":"x","roundId":"r","game":"dhow","amount":1e2,"currency":"NAD"`,
      { ...good, txId: '' },
      { ...good, txId: 'x'.repeat(81) },
      { ...good, txId: 7 },
      { ...good, currency: 'EUR' },
      { ...good, currency: 'INR' },
      { ...good, game: 'no-game' },
      { ...good, amount: 0 },
      { ...good, session: 'nobody' },
      { ...good, __proto__: null, roundId: {} },
    ]
    for (const body of hostile) {
      const answer = await call('bet', body)
      expect([body, answer.status, answer.code === 'ok']).toEqual([body, 200, false])
    }
    expect((await call('bet', { ...good, note: 'x'.repeat(20_000) })).status).toBe(413)
    expect(await s.balance()).toBe(10_000)
  })

  it('8: insufficient funds carries the true balance', async () => {
    const s = await seat()
    await s.bet(newId('b'), 4_000)
    expect(await s.bet(newId('b'), 6_001)).toMatchObject({ status: 200, code: 'insufficient_funds', balance: 6_000 })
  })

  it('9: the signature is checked over the raw bytes, within a time window', async () => {
    const s = await seat()
    const body = {
      session: s.session,
      txId: newId('b'),
      roundId: s.roundId,
      game: 'dhow',
      amount: 100,
      currency: 'NAD',
    }
    const now = world.clock.now().getTime()
    expect(await call('bet', body, { key: 'another key' })).toMatchObject({ status: 401, code: 'signature_invalid' })
    expect(await call('bet', body, { tamper: (text) => text.replace('100', '900') })).toMatchObject({ status: 401 })
    expect(await call('bet', body, { tamper: (text) => `${text} ` })).toMatchObject({ status: 401 })
    expect(await call('bet', body, { provider: 'somebody' })).toMatchObject({ status: 401 })
    expect(await call('bet', body, { headers: { 'x-timestamp': String(now + 1) } })).toMatchObject({ status: 401 })
    expect(await call('bet', body, { headers: { 'x-signature': '' } })).toMatchObject({ status: 401 })
    expect(await call('bet', body, { at: now - 300_001 })).toMatchObject({ status: 401, code: 'request_stale' })
    expect(await call('bet', body, { at: now + 300_001 })).toMatchObject({ status: 401, code: 'request_stale' })
    expect(await call('bet', body, { at: now - 299_000 })).toMatchObject({ code: 'ok' })
  })

  it('10: amounts are integers of minor units, exact to the last', async () => {
    const s = await seat('9999999999.99')
    expect(await s.bet(newId('b'), 1)).toMatchObject({ code: 'ok', balance: 999_999_999_998 })
  })

  it('11: exclusions apply to every bet', async () => {
    const s = await seat()
    await world.db.transaction((tx) =>
      world.app.features.limits.block(
        tx,
        s.player.id,
        'time_out',
        new Date(world.clock.now().getTime() + 1_000),
        'test',
      ),
    )
    expect(await s.bet(newId('b'), 100)).toMatchObject({ code: 'bet_not_allowed', balance: 10_000 })
    expect((await s.player.post('/games/dhow/launch', {})).json.code).toBe('play_blocked')
    await world.clock.advance(1_001)
    expect(await s.bet(newId('b'), 100)).toMatchObject({ code: 'ok' })
  })

  it('12: every call is logged with its outcome', async () => {
    const s = await seat()
    const a = newId('b')
    await s.bet(a, 20_000)
    await world.clock.advance(1_000)
    await expect
      .poll(async () =>
        (await world.db.kysely.selectFrom('gateway.call').selectAll().where('tx_id', '=', a).execute()).map((row) => [
          row.call,
          row.code,
        ]),
      )
      .toEqual([['bet', 'insufficient_funds']])
  })
})

describe('a database without room', () => {
  it('answers a bet as retryable and a player with a sentence, and accepts both once there is room', async () => {
    const run = (text: string) => asOwner(world.db, (tx) => tx.executeQuery(CompiledQuery.raw(text)))
    const { bet: place, player } = await seat()
    const bet = () => place('no-room', 100)
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

describe('the log of calls', () => {
  it('forgets those that are old, and keeps the younger ones', async () => {
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
  it('loses open bets when it ends, and accepts no further bet', async () => {
    const s = await seat()
    await s.bet(newId('b'), 1_000)
    const end = () => call('end-round', { session: s.session, roundId: s.roundId, game: 'dhow' })
    expect(await end()).toMatchObject({ code: 'ok', balance: 9_000 })
    expect(await end()).toMatchObject({ code: 'ok', balance: 9_000 })
    expect(await s.bet(newId('b'), 100)).toMatchObject({ code: 'round_ended' })
    expect(await s.state()).toMatchObject({ cashMinor: 9_000n, inPlayMinor: 0n })
  })

  it('of bet and win in one step moves both or none', async () => {
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

  it('settled by many wins in one call decides each as if it had come alone', async () => {
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
    // Said again, a refusal shows the balance of now; what moved money answers as before.
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

describe('calls in no order', () => {
  /** Model of the rules for one bet, its win, a rollback and their repeats, in plain arithmetic for one player. */
  function model(order: string[]): number {
    let balance = 10_000
    let bet: 'none' | 'open' | 'settled' | 'rolled back' = 'none'
    let tombstone = false
    const decided = new Set<string>()
    for (const step of order) {
      const act = step[0]!
      if (decided.has(act)) continue
      if (act === 'b' && !tombstone) {
        balance -= 1_000
        bet = 'open'
        decided.add('b')
      }
      if (act === 'w' && bet === 'open') {
        balance += 2_500
        bet = 'settled'
        decided.add('w')
      }
      if (act === 'r' && bet !== 'settled') {
        if (bet === 'open') balance += 1_000
        if (bet === 'none') tombstone = true
        else bet = 'rolled back'
        decided.add('r')
      }
    }
    return balance
  }

  it('at once end in a state that some order gives', async () => {
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
  return items.flatMap((item, place) =>
    permutations([...items.slice(0, place), ...items.slice(place + 1)]).map((rest) => [item, ...rest]),
  )
}
