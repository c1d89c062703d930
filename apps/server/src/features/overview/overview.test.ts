import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { searchText } from './rules.ts'
import { asOwner } from '../../../test/as-owner.ts'
import { openPrograms } from '../../platform/programs.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
let support: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  cashier = await world.operator('cashier')
  support = await world.operator('support')
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const names = (answer: { json: { players: { player_name: string }[] } }) =>
  answer.json.players.map((player) => player.player_name)
let references = 0
const deposit = async (player: Awaited<ReturnType<World['player']>>) => {
  const answer = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount: '500',
    utr: `OVERVIEW${++references}`,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json.data.deposit.id as string
}

describe('the console', () => {
  it.each(['/staff/me', '/staff/health', '/staff/players', '/staff/players/ply_1'])(
    '%s is open only to operators, and only on the console',
    async (path) => {
      const player = await world.player()
      expect(refusal(await world.visitor('console').get(path))).toEqual([401, 'staff_session_invalid'])
      const token = { authorization: `Bearer ${player.token()}` }
      expect(refusal(await world.visitor('console').get(path, token))).toEqual([401, 'staff_session_invalid'])
      expect((await player.get(path)).status).toBe(404)
    },
  )
})

describe('the signed-in operator', () => {
  it('is returned with the queues and the amounts that need two operators', async () => {
    const before = (await cashier.get('/staff/me')).json
    expect(before).toMatchObject({
      operator: { id: cashier.id, name: cashier.name, role: 'cashier' },
      mode: 'sandbox',
      portal_name: 'Dhow',
      books: { broken: 0 },
      four_eyes: [
        { market: 'NA', currency: 'NAD', amount: '10000.00' },
        { market: 'IN', currency: 'INR', amount: '50000.00' },
      ],
    })
    await deposit(await world.player())
    expect((await cashier.get('/staff/me')).json.queues).toEqual({
      ...before.queues,
      deposits: before.queues.deposits + 1,
    })
  })
})

describe('the list of players', () => {
  it('finds by name, by a number in any notation, and by the deposit code', async () => {
    const player = await world.player()
    const local = `0${player.mobile.slice(4, 6)} ${player.mobile.slice(6, 9)} ${player.mobile.slice(9)}`
    const details = await player.get('/player/deposit-namibia/manual-deposit/get-payment-details')
    const code = details.json.deposit_code.toLowerCase() as string
    for (const words of [player.player_name.toUpperCase(), local, player.mobile, code, player.id]) {
      const found = await support.get(`/staff/players?q=${encodeURIComponent(words)}`)
      expect([words, names(found)]).toEqual([words, [player.player_name]])
    }
    expect(names(await support.get('/staff/players?q=%25'))).toEqual([])
  })

  it('continues after the last page, with each player’s balance', async () => {
    const funded = await world.player({ market: 'IN', balance: '1250.50' })
    for (let n = 0; n < 51; n++) await world.player()
    const first = await support.get('/staff/players')
    const second = await support.get(`/staff/players?cursor=${first.json.next_cursor}`)
    expect(first.json.players).toHaveLength(50)
    expect(new Set([...names(first), ...names(second)]).size).toBe(50 + names(second).length)
    expect(second.json.next_cursor).toBeNull()
    const row = second.json.players.find((player: { id: string }) => player.id === funded.id)
    expect(row).toMatchObject({ chips: '1250.50', held: '0.00', currency: 'INR', active: true })
  })
})

describe('one player', () => {
  it('is shown with the ledger’s latest entries', async () => {
    const player = await world.player({ balance: '100.00' })
    const id = await deposit(player)
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
    await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version })
    const { json } = await support.get(`/staff/players/${player.id}`)
    expect(json.player).toMatchObject({ player_name: player.player_name, mobile: player.mobile, chips: '600.00' })
    expect(json.entries[0]).toMatchObject({
      kind: 'deposit',
      account: 'cash',
      amount: '500.00',
      balance_after: '600.00',
    })
  })

  it('of an unknown player is not found', async () => {
    expect(refusal(await support.get('/staff/players/ply_nobody'))).toEqual([404, 'not_found'])
  })
})

describe('a suspension', () => {
  it('closes the portal to the player until it is lifted, and is audited with its reason', async () => {
    const player = await world.player()
    const path = `/staff/players/${player.id}/active`
    expect((await support.post(path, { active: false, reason: 'Asked by phone' })).status).toBe(200)
    expect(refusal(await player.get('/player/profile'))).toEqual([403, 'player_inactive'])
    expect((await support.get(`/staff/players/${player.id}`)).json.player.active).toBe(false)
    await support.post(path, { active: false, reason: 'Reported a second time' })
    expect((await support.post(path, { active: true, reason: 'Asked to come back' })).status).toBe(200)
    expect((await player.get('/player/profile')).status).toBe(200)
    const { entries } = (await admin.get(`/staff/audit?subject=${player.id}`)).json
    expect(entries).toMatchObject([
      { action: 'player.activate', operator: support.name, text: 'Lifted the suspension: Asked to come back' },
      {
        action: 'player.suspend',
        operator: support.name,
        text: 'Suspended: Asked by phone',
        before: { active: true },
        after: { active: false },
      },
    ])
    expect(entries).toHaveLength(2)
  })

  it.each([
    ['without a reason', { active: false }, 422, 'invalid_fields'],
    ['with a blank reason', { active: false, reason: ' x ' }, 422, 'invalid_fields'],
    ['that is neither on nor off', { active: 'no', reason: 'Asked by phone' }, 422, 'invalid_fields'],
  ])('%s is refused, and nothing changes', async (_name, body, status, code) => {
    const player = await world.player()
    expect(refusal(await support.post(`/staff/players/${player.id}/active`, body))).toEqual([status, code])
    expect((await player.get('/player/profile')).status).toBe(200)
    expect((await admin.get(`/staff/audit?subject=${player.id}`)).json.entries).toEqual([])
  })

  it('is refused to a cashier, and is not found for an unknown player', async () => {
    const player = await world.player()
    const body = { active: false, reason: 'Asked by phone' }
    expect(refusal(await cashier.post(`/staff/players/${player.id}/active`, body))).toEqual([403, 'staff_forbidden'])
    expect(refusal(await support.post('/staff/players/ply_nobody/active', body))).toEqual([404, 'not_found'])
  })

  it('is refused in a form of another site', async () => {
    const player = await world.player()
    const answer = await support.post(
      `/staff/players/${player.id}/active`,
      { active: false, reason: 'Asked by phone' },
      { 'x-dhow-console': '' },
    )
    expect(refusal(answer)).toEqual([401, 'staff_session_invalid'])
  })
})

describe('health', () => {
  it('shows the result of the last check of the books, and the trial balance', async () => {
    await world.app.features.check({ isWhole: true })
    const { json } = await cashier.get('/staff/health')
    expect(json).toMatchObject({ build: expect.stringMatching(/^\d/), invariants: { ok: true } })
    expect(json.invariants.checked_at).toBe(world.clock.now().toISOString())
    expect(json.invariants.whole_at).toBe(world.clock.now().toISOString())
    expect(json.invariants.checks.map((check: { name: string }) => check.name)).toEqual(
      world.app.features.invariants.map((invariant) => invariant.name),
    )
    const cents = (text: string) => BigInt(text.replace('.', ''))
    for (const currency of ['NAD', 'INR']) {
      const rows = json.trial_balance.filter((row: { currency: string }) => row.currency === currency)
      const sum = (side: 'debit' | 'credit') =>
        rows.reduce((total: bigint, row: Record<'debit' | 'credit', string>) => total + cents(row[side]), 0n)
      expect(rows.length).toBeGreaterThan(0)
      expect([currency, sum('debit')]).toEqual([currency, sum('credit')])
    }
  })

  it('shows each program with version and start, also one that does not answer', async () => {
    const { platform } = world
    const server = openPrograms(platform, { id: 'one', version: '0.1.0', machine: 'here' })
    await server.seen({ player_marks: Buffer.alloc(0), bets_last_minute: 0, bets_last_ten: 0 })
    const { programs } = (await cashier.get('/staff/health')).json
    await server.left()
    const since = platform.clock.now().toISOString()
    expect(programs[0]).toEqual({ name: 'server', version: '0.1.0', since, machine: 'here', ok: true })
    expect(programs.slice(1).map(({ name }: { name: string }) => name)).toEqual(['studio', 'sandbox'])
  })

  it('shows that the books are broken', async () => {
    const player = await world.player({ balance: '10.00' })
    const shift = (by: bigint) =>
      asOwner(world.db, (tx) =>
        tx
          .updateTable('ledger.wallet')
          .set((eb) => ({ cash_minor: eb('cash_minor', '+', by) }))
          .where('player_id', '=', player.id)
          .execute(),
      )
    await shift(1n)
    await world.app.features.check()
    const { invariants } = (await cashier.get('/staff/health')).json
    await shift(-1n)
    await world.app.features.check()
    const broken = invariants.checks.filter((check: { violations: number }) => check.violations > 0)
    expect([invariants.ok, broken.map((check: { name: string }) => check.name)]).toEqual([false, ['sums', 'balances']])
    expect((await cashier.get('/staff/health')).json.invariants.ok).toBe(true)
  })

  it('stops money out while the books are broken, and shows it to every operator', async () => {
    const player = await playerToBePaid(world)
    const asked = await player.post('/player/withdrawals', {
      amount: '400',
      payout_account_id: player.payoutAccountId,
      otp: await withdrawalCode(world, player),
    })
    const shift = (by: bigint) =>
      asOwner(world.db, (tx) =>
        tx
          .updateTable('ledger.wallet')
          .set((eb) => ({ cash_minor: eb('cash_minor', '+', by) }))
          .where('player_id', '=', player.id)
          .execute(),
      )
    const open = async () => (await player.get('/player/withdraw-options')).json.open
    await shift(1n)
    await world.app.features.check()
    expect((await support.get('/staff/me')).json.books).toMatchObject({ ok: false, broken: 2 })
    expect(await open()).toBe(false)
    const approve = await cashier.post(`/staff/withdrawals/${asked.json.withdrawal.id}/approve`, { version: 1 })
    expect(refusal(approve)).toEqual([409, 'money_out_stopped'])
    const batch = await cashier.post('/staff/payout-batches', { kind: 'bank_na' })
    expect(refusal(batch)).toEqual([409, 'money_out_stopped'])
    await shift(-1n)
    await world.app.features.check()
    expect((await support.get('/staff/me')).json.books).toMatchObject({ ok: true, broken: 0 })
    expect(await open()).toBe(true)
    const { id, version } = (await cashier.get(`/staff/withdrawals/${asked.json.withdrawal.id}`)).json.withdrawal
    await cashier.post(`/staff/withdrawals/${id}/reject`, { version, reason: 'other' })
  })

  it('shows when each job ran last, and which failed or stopped', async () => {
    const job = async (name: string) =>
      (await cashier.get('/staff/health')).json.jobs.find((one: { name: string }) => one.name === name)
    await world.clock.advance(3_000)
    await expect.poll(async () => (await job('invariants')).last_run_at, { timeout: 10_000 }).not.toBeNull()
    expect(await job('invariants')).toMatchObject({ each_s: 60, failures: 0, ok: true })
    world.platform.jobs.ended('sms', 5, false)
    expect(await job('sms')).toMatchObject({ failures: 1, ok: false })
    world.platform.jobs.begin('stopped', 1_000)
    world.platform.jobs.ended('stopped', 5, true)
    expect(await job('stopped')).toMatchObject({ ok: true })
    await world.clock.advance(64_000)
    expect(await job('stopped')).toMatchObject({ ok: false, failures: 0 })
    world.platform.jobs.end('stopped')
    expect(await job('stopped')).toBeUndefined()
  })

  it('shows which queue is late', async () => {
    const service = async (name: string) =>
      (await cashier.get('/staff/health')).json.services.find(
        (one: { name: { code: string } }) => one.name.code === name,
      )
    await deposit(await world.player())
    expect(await service('service_deposits')).toMatchObject({ ok: true })
    // A console in use stays signed in; one idle for 15 minutes does not.
    for (let n = 0; n < 4; n++) {
      await world.clock.advance(10 * 60_000)
      expect((await cashier.get('/staff/me')).status).toBe(200)
    }
    expect(await service('service_deposits')).toMatchObject({
      ok: false,
      text: {
        code: 'health_queue',
        params: { count: expect.stringMatching(/^\d+$/), minutes: expect.stringMatching(/^4\d$/) },
      },
    })
    expect(await service('service_withdrawals')).toEqual({
      name: { code: 'service_withdrawals', params: {} },
      ok: true,
      text: { code: 'health_queue_empty', params: {} },
    })
  })
})

describe('words', () => {
  it.each([
    [undefined, undefined],
    ['  ', undefined],
    ['081 234 5678', '812345678'],
    ['+264 81-234-5678', '+264812345678'],
    ['maria.n', 'maria.n'],
    ['123', '123'],
  ])('searched as %o are %o', (typed, searched) => expect(searchText(typed)).toBe(searched))
})
