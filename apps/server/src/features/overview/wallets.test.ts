import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let manager: Awaited<ReturnType<World['operator']>>
let support: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  manager = await world.operator('manager')
  support = await world.operator('support')
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const reason = 'Asked by the bank'
const minutes = (count: number) => world.clock.advance(count * 60_000)
const now = () => world.clock.now().toISOString()
/** A console in use stays signed in. */
const stay = () => Promise.all([manager.get('/staff/me'), support.get('/staff/me')])

describe('a statement', () => {
  it('lists the opening balance, each movement with its balance, and the closing balance', async () => {
    const player = await world.player({ balance: '100.00' })
    await minutes(1)
    const from = now()
    await world.fund(player.id, '20.50')
    await minutes(1)
    await world.fund(player.id, '9.50')
    await minutes(1)
    const until = now()
    await world.fund(player.id, '1000.00')
    const { status, json } = await support.get(`/staff/players/${player.id}/statement?from=${from}&until=${until}`)
    expect([status, json.opening, json.closing, json.whole, json.currency]).toEqual([
      200,
      '100.00',
      '130.00',
      true,
      'NAD',
    ])
    const listed = json.entries.map((entry: Record<string, string>) => [entry['amount'], entry['balance_after']])
    expect(listed).toEqual([
      ['20.50', '120.50'],
      ['9.50', '130.00'],
    ])
    const bonus = await support.get(`/staff/players/${player.id}/statement?account=bonus&from=${from}&until=${until}`)
    expect([bonus.json.opening, bonus.json.closing, bonus.json.entries]).toEqual(['0.00', '0.00', []])
    await stay()
  })

  it('marks a truncated history, whose closing balance is still right', async () => {
    const player = await world.player()
    const from = now()
    const { wallet } = world.app.features
    await world.db.transaction(async (tx) => {
      for (let n = 0; n < 1_001; n++)
        await wallet.post(tx, {
          key: `test:many:${n}`,
          reason: 'test' as never,
          playerId: player.id,
          currency: 'NAD',
          happenedAt: world.clock.now(),
          lines: [{ debit: { house: 'bank_detail', ref: 'test' }, credit: { player: 'cash' }, amountMinor: 1n }],
        })
    })
    await minutes(1)
    const path = `/staff/players/${player.id}/statement`
    const { json } = await support.get(`${path}?from=${from}&until=${now()}`)
    expect([json.whole, json.entries.length, json.closing]).toEqual([false, 1_000, '10.01'])
    const file = String((await support.get(`${path}.csv?from=${from}&until=${now()}`)).json)
    expect(file.trim().split('\r\n')).toHaveLength(1 + 1 + 1_001 + 1)
    await stay()
  })

  it('is available as CSV without formulas', async () => {
    const player = await world.player()
    const from = now()
    await world.db.transaction((tx) =>
      world.app.features.wallet.post(tx, {
        key: '=HYPERLINK("http://attacker.example","statement")',
        reason: '@SUM(1+1)' as never,
        playerId: player.id,
        currency: 'NAD',
        happenedAt: world.clock.now(),
        lines: [{ debit: { house: 'bank_detail', ref: 'test' }, credit: { player: 'cash' }, amountMinor: 500n }],
      }),
    )
    await minutes(1)
    const { json, headers } = await support.get(`/staff/players/${player.id}/statement.csv?from=${from}&until=${now()}`)
    const [head, opening, movement, closing] = String(json).split('\r\n')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="statement-${player.player_name}-cash.csv"`)
    expect(head).toBe('at,kind,account,amount,balance,reference,id,currency')
    expect(opening).toBe(`${from},opening,cash,,0.00,,,NAD`)
    expect(movement).toContain(`'@SUM(1+1),cash,5.00,5.00,"'=HYPERLINK(""http://attacker.example"",""statement"")"`)
    expect(closing).toBe(`${now()},closing,cash,,5.00,,,NAD`)
    await stay()
  })

  it.each([
    ['without times', '', 422, 'invalid_fields'],
    ['that ends before it begins', '?from=2026-11-21T10:00:00Z&until=2026-11-21T09:00:00Z', 422, 'invalid_fields'],
    ['of no time at all', '?from=2026-11-21T10:00:00Z&until=2026-11-21T10:00:00Z', 422, 'invalid_fields'],
    ['of words', '?from=yesterday&until=today', 422, 'invalid_fields'],
    [
      'of an account that is none',
      '?account=house&from=2026-11-21T09:00:00Z&until=2026-11-21T10:00:00Z',
      422,
      'invalid_fields',
    ],
  ])('%s is refused', async (_name, query, status, code) => {
    const player = await world.player()
    for (const path of ['statement', 'statement.csv'])
      expect(refusal(await support.get(`/staff/players/${player.id}/${path}${query}`))).toEqual([status, code])
  })

  it('of an unknown player is not found', async () => {
    const path = '/staff/players/ply_nobody/statement?from=2026-11-21T09:00:00Z&until=2026-11-21T10:00:00Z'
    expect(refusal(await support.get(path))).toEqual([404, 'not_found'])
  })
})

describe('a frozen wallet', () => {
  it('accepts money but pays none until it is unfrozen; both are audited', async () => {
    const player = await world.player({ balance: '100.00' })
    const freeze = (frozen: boolean) => manager.post(`/staff/players/${player.id}/freeze`, { frozen, reason })
    const spend = (key: string) =>
      world.db.transaction((tx) =>
        world.app.features.wallet.post(tx, {
          key,
          reason: 'test' as never,
          playerId: player.id,
          currency: 'NAD',
          happenedAt: world.clock.now(),
          lines: [{ debit: { player: 'cash' }, credit: { house: 'bank_detail', ref: 'test' }, amountMinor: 100n }],
        }),
      )
    expect((await freeze(true)).status).toBe(200)
    expect((await freeze(true)).status).toBe(200)
    await expect(spend('test:frozen')).rejects.toMatchObject({ code: 'account_frozen' })
    await world.fund(player.id, '5.00')
    const shown = (await support.get(`/staff/players/${player.id}`)).json.player
    expect([shown.wallet, shown.chips]).toEqual(['frozen', '105.00'])
    expect((await freeze(false)).status).toBe(200)
    await spend('test:thawed')
    expect((await support.get(`/staff/players/${player.id}`)).json.player.wallet).toBe('open')
    const { entries } = (await support.get(`/staff/audit?subject=${player.id}`)).json
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(['wallet.unfreeze', 'wallet.freeze'])
    expect(entries[1]).toMatchObject({ operator: manager.name, text: `Froze the money: ${reason}` })
  })

  it('cannot be set by a cashier or support, and needs a reason', async () => {
    const player = await world.player()
    const path = `/staff/players/${player.id}/freeze`
    expect(refusal(await support.post(path, { frozen: true, reason }))).toEqual([403, 'staff_forbidden'])
    expect(refusal(await manager.post(path, { frozen: true, reason: ' ' }))).toEqual([422, 'invalid_fields'])
    expect(refusal(await manager.post(path, { frozen: 'yes', reason }))).toEqual([422, 'invalid_fields'])
    expect((await support.get(`/staff/players/${player.id}`)).json.player.wallet).toBe('open')
  })
})

describe('a closed wallet', () => {
  const close = (id: string, body: unknown = { confirm: 'CLOSE', reason }) =>
    manager.post(`/staff/players/${id}/close`, body)

  it('accepts no money, and is closed once', async () => {
    const player = await world.player()
    expect((await close(player.id)).status).toBe(200)
    expect((await close(player.id)).status).toBe(200)
    await expect(world.fund(player.id, '1.00')).rejects.toMatchObject({ code: 'account_closed' })
    expect(refusal(await manager.post(`/staff/players/${player.id}/freeze`, { frozen: true, reason }))).toEqual([
      409,
      'account_closed',
    ])
    expect((await support.get(`/staff/players/${player.id}`)).json.player.wallet).toBe('closed')
    const { entries } = (await support.get(`/staff/audit?subject=${player.id}`)).json
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(['wallet.close'])
  })

  it('must be empty, without open payments', async () => {
    const rich = await world.player({ balance: '0.01' })
    expect(refusal(await close(rich.id))).toEqual([409, 'account_not_empty'])
    const payer = await world.player()
    const submitted = await payer.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
      manual_deposit_id: '2',
      amount: '500',
      utr: 'CLOSINGTIME1',
    })
    expect(submitted.status).toBe(200)
    expect(refusal(await close(payer.id))).toEqual([409, 'account_has_open_payments'])
    expect((await support.get(`/staff/players/${payer.id}`)).json.player.wallet).toBe('open')
  })

  it.each([
    ['without the word', { reason }],
    ['with another word', { confirm: 'close', reason }],
    ['without a reason', { confirm: 'CLOSE' }],
  ])('%s stays open', async (_name, body) => {
    const player = await world.player()
    expect(refusal(await close(player.id, body))).toEqual([422, 'invalid_fields'])
    expect((await support.get(`/staff/players/${player.id}`)).json.player.wallet).toBe('open')
  })

  it('of an unknown player is not found', async () => {
    expect(refusal(await close('ply_nobody'))).toEqual([404, 'not_found'])
  })
})

describe('ending a player’s sessions', () => {
  it('signs them out everywhere, and allows a new sign-in', async () => {
    const player = await world.player()
    const answer = await support.post(`/staff/players/${player.id}/end-sessions`, { reason: 'A telephone was stolen' })
    expect([answer.status, answer.json.ended]).toEqual([200, 1])
    expect(refusal(await player.get('/player/profile'))).toEqual([401, 'session_invalid'])
    const { mobile, password } = player
    const again = await player.post('/login', { mobile, password })
    expect(again.status).toBe(200)
    const { entries } = (await support.get(`/staff/audit?subject=${player.id}`)).json
    expect(entries[0]).toMatchObject({ action: 'player.sign-out', after: { ended: 1 } })
  })
})
