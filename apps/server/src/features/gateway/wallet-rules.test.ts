import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { gatewayCalls, newId } from '../../../test/gateway-calls.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const { call, seat } = gatewayCalls(() => world)

describe('the twelve rules', () => {
  it('1: a repeated transaction with the same content gets the same answer and moves money once', async () => {
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

  it('3: wins and rollbacks are accepted after the session’s end and for a suspended player, bets are not', async () => {
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

  it('5: a rollback of an unknown bet is stored, and the late bet refused', async () => {
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

  it('8: a refusal for insufficient funds has the current balance', async () => {
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
