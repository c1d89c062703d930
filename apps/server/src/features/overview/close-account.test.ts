import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { freeCalls, openFreeRoundDesk, seatAt } from '../../../test/free-rounds.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const dayMs = 86_400_000
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const stands = async (player: Pick<Player, 'get'>) => (await player.get('/player/closing')).json
const deposit = (player: Player, utr: string) =>
  player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount: '500',
    utr,
  })

async function codeFor(player: Pick<Player, 'id' | 'mobile' | 'post'>) {
  for (const account of [player.id, player.mobile])
    await world.app.features.attempts.forget(world.db.kysely, 'code.', account)
  const sent = await player.post('/authentication-otp-send', { type: 'close_account' })
  expect(sent.status).toBe(200)
  return world.inbox.code(player.mobile)
}
const closes = async (player: Pick<Player, 'id' | 'mobile' | 'post'>) =>
  player.post('/player/closing', { otp: await codeFor(player) })
const signIn = async (player: Player) => {
  const answer = await player.browser.post('/login', { mobile: player.mobile, password: player.password })
  if (answer.json.token) player.browser.use(answer.json.token)
  return answer
}
const closeDue = () => world.app.features.overview.closings.closeDue()
const kinds = async (player: Pick<Player, 'get'>) =>
  (await player.get('/player/messages')).json.messages.map((message: { kind: string }) => message.kind)

/** Two players with only free rounds; after a new sign-in they open the game again. */
async function freeRoundGuests(change: object) {
  const desk = openFreeRoundDesk(world, await world.operator('manager'))
  const guest = async () => {
    const { player, grant, bet } = await desk.guest(change, null)
    const again = async () => freeCalls(await seatAt(world, player), grant).bet()
    return { player, bet, again }
  }
  return [await guest(), await guest()] as const
}

describe('closing an account', () => {
  it('needs a code of its own, ends every session, and stops play, deposits and offers at once', async () => {
    const player = await world.player()
    const seat = await seatOf(world, player)
    const { preferences } = (await player.get('/player/preferences')).json
    await player.put('/player/preferences', { notifications: { ...preferences.notifications, offers: true } })
    expect(await stands(player)).toMatchObject({ closing: null, days: 14, obstacles: [], currency: 'NAD' })
    expect(refusal(await player.post('/player/closing', { otp: '000000' }))).toEqual([422, 'otp_wrong'])
    const answer = await closes(player)
    expect(answer.status).toBe(200)
    const { asked_at, closes_at } = answer.json.closing
    expect(Date.parse(closes_at) - Date.parse(asked_at)).toBe(14 * dayMs)
    expect((await player.get('/player/profile')).status).toBe(401)
    expect(await seat.bet(100)).toMatchObject({ code: 'bet_not_allowed' })

    expect((await signIn(player)).status).toBe(200)
    expect(refusal(await deposit(player, 'CLOSING1'))).toEqual([403, 'deposits_blocked'])
    expect((await player.get('/player/preferences')).json.preferences.notifications.offers).toBe(false)
    expect(await stands(player)).toMatchObject({ closing: { closes_at, closed_at: null } })
    expect(await kinds(player)).toEqual(['closing_asked'])
    await world.app.features.sms.sendDue()
    expect(world.inbox.messages.at(-1)).toMatchObject({ to: player.mobile })
    expect(world.inbox.messages.at(-1)?.text).toContain('Your account will be closed on')
    expect(refusal(await player.post('/player/closing', { otp: '123456' }))).toEqual([409, 'closing_running'])
  })

  it('lists obstacles without using up a code', async () => {
    const player = await playerToBePaid(world)
    const sent = await deposit(player, 'CLOSING2')
    const otp = await withdrawalCode(world, player)
    await player.post('/player/withdrawals', { amount: '400', payout_account_id: player.payoutAccountId, otp })
    const { obstacles } = await stands(player)
    expect(obstacles).toEqual([
      { kind: 'balance', amount: '600.00', id: null },
      { kind: 'deposit', amount: '500.00', id: sent.json.data.deposit.id },
      { kind: 'withdrawal', amount: '400.00', id: expect.stringMatching(/^wd_/) },
    ])
    expect(refusal(await closes(player))).toEqual([409, 'closing_stopped'])
    expect((await player.get('/player/profile')).status).toBe(200)
  })

  it('names rounds in play and a running bonus', async () => {
    const player = await world.player({ balance: '50.00' })
    await player.post('/player/bonuses/rule_sandbox_welcome_na/claim')
    const seat = await seatOf(world, player)
    await seat.bet(5_000)
    expect((await stands(player)).obstacles).toEqual([
      { kind: 'in_play', amount: '50.00', id: null },
      { kind: 'bonus', amount: '50.00', id: null },
    ])
    expect(refusal(await closes(player))).toEqual([409, 'closing_stopped'])
  })

  it('lists an open free round; unused free rounds are no obstacle', async () => {
    const desk = openFreeRoundDesk(world, await world.operator('manager'))
    const guest = await desk.guest({}, null)
    expect((await stands(guest.player)).obstacles).toEqual([])
    const { txId } = await guest.bet()
    expect((await stands(guest.player)).obstacles).toEqual([{ kind: 'in_play', amount: '2.00', id: null }])
    expect(refusal(await closes(guest.player))).toEqual([409, 'closing_stopped'])
    expect((await guest.seat.win(txId, 0)).code).toBe('ok')
    expect((await closes(guest.player)).status).toBe(200)
  })

  it('requested twice concurrently happens once', async () => {
    const player = await world.player()
    const otp = await codeFor(player)
    const answers = await Promise.all([1, 2, 3].map(() => player.post('/player/closing', { otp })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('of another player needs that player’s session and code', async () => {
    const [player, other] = [await world.player(), await world.player()]
    const otp = await codeFor(player)
    expect(refusal(await other.post('/player/closing', { otp }))).toEqual([422, 'otp_wrong'])
    expect((await stands(player)).closing).toBeNull()
  })
})

describe('an account that is being closed', () => {
  it('is kept if its player cancels, who can play and deposit again', async () => {
    const player = await world.player()
    await closes(player)
    await signIn(player)
    expect((await player.post('/player/closing/keep')).status).toBe(200)
    expect(refusal(await player.post('/player/closing/keep'))).toEqual([409, 'closing_missing'])
    expect((await stands(player)).closing).toBeNull()
    expect((await deposit(player, 'CLOSING3')).status).toBe(200)
    expect(await kinds(player)).toEqual(['closing_kept', 'closing_asked'])
  })

  it('does not change the player’s own break', async () => {
    const player = await world.player()
    await player.post('/player/time-out', { days: 7 })
    await closes(player)
    await signIn(player)
    await player.post('/player/closing/keep')
    expect((await player.get('/player/limits')).json.block).toMatchObject({
      kind: 'time_out',
      until: expect.any(String),
    })
  })

  it('closes after its days, not before, and prevents sign-ins', async () => {
    const player = await world.player()
    await closes(player)
    world.clock.leap(13 * dayMs)
    expect(await closeDue()).toBe(0)
    world.clock.leap(dayMs)
    await Promise.all([closeDue(), closeDue()])
    expect(refusal(await signIn(player))).toEqual([403, 'closed_by_player'])
    const wrong = await player.browser.post('/login', { mobile: player.mobile, password: 'not the password' })
    expect(refusal(wrong)).toEqual([401, 'credentials_wrong'])
    const boss = await world.operator('manager')
    const { player: shown } = (await boss.get(`/staff/players/${player.id}`)).json
    expect(shown).toMatchObject({ active: false, closing: { closed_at: world.clock.now().toISOString() } })
  })

  it('ends unused free rounds, which the player has again after cancelling', async () => {
    const [leaving, staying] = await freeRoundGuests({ valid_days: 60 })
    for (const { player, bet } of [leaving, staying]) {
      expect((await closes(player)).status).toBe(200)
      expect((await bet()).code).toBe('bet_not_allowed')
    }
    await signIn(staying.player)
    await staying.player.post('/player/closing/keep')
    expect((await staying.again()).code).toBe('ok')
    world.clock.leap(14 * dayMs)
    await closeDue()
    const boss = await world.operator('manager')
    const grantOf = async ({ player }: { player: Player }) =>
      (await boss.get(`/staff/free-rounds?player=${player.id}`)).json.grants[0]
    expect([await grantOf(leaving), await grantOf(staying)]).toMatchObject([
      { state: 'stopped', left: 0, used: 0 },
      { state: 'active', left: 2, used: 1 },
    ])
    expect((await boss.post(`/staff/players/${leaving.player.id}/reopen`, { reason: 'They called.' })).status).toBe(200)
    await signIn(leaving.player)
    expect((await leaving.again()).code).toBe('free_rounds_over')
  })

  it('stays open while it holds money that has arrived', async () => {
    const player = await world.player()
    await closes(player)
    await world.fund(player.id, '20.00')
    world.clock.leap(15 * dayMs)
    await closeDue()
    expect((await signIn(player)).status).toBe(200)
    expect(await stands(player)).toMatchObject({ closing: { closed_at: null }, obstacles: [{ kind: 'balance' }] })
  })
})

/** A player whose account is closed, and an operator who signed in since. */
async function closedAccount() {
  const player = await world.player()
  await closes(player)
  world.clock.leap(14 * dayMs)
  expect(await closeDue()).toBe(1)
  const boss = await world.operator('manager')
  const path = `/staff/players/${player.id}`
  const reason = { reason: 'For the test' }
  return {
    ...{ player, boss, path },
    suspend: () => boss.post(`${path}/active`, { active: false, ...reason }),
    lift: () => boss.post(`${path}/active`, { active: true, ...reason }),
    reopen: () => boss.post(`${path}/reopen`, reason),
    shown: async () => (await boss.get(path)).json.player,
  }
}

describe('the operator', () => {
  it('sees the closing and reopens the account, with the reason in the audit trail', async () => {
    const boss = await world.operator('manager')
    const player = await world.player()
    const path = `/staff/players/${player.id}`
    const reason = { reason: 'The player called.' }
    expect(refusal(await boss.post(`${path}/reopen`, reason))).toEqual([409, 'closing_missing'])
    await closes(player)
    world.clock.leap(14 * dayMs)
    await closeDue()
    const again = await world.operator('manager')
    const lifted = await again.post(`${path}/active`, { active: true, ...reason })
    expect(refusal(lifted)).toEqual([409, 'closed_account'])
    expect((await again.get(path)).json.player).toMatchObject({ active: false })
    expect(refusal(await signIn(player))).toEqual([403, 'closed_by_player'])
    expect((await again.post(`${path}/reopen`, reason)).status).toBe(200)
    expect((await again.get(path)).json.player).toMatchObject({ active: true, closing: null })
    expect((await signIn(player)).status).toBe(200)
    expect((await deposit(player, 'CLOSING4')).status).toBe(200)
    expect((await kinds(player))[0]).toBe('account_reopened')
    expect(JSON.stringify((await again.get(`/staff/audit?subject=${player.id}`)).json)).toContain('The player called.')
    const cashier = await world.operator('cashier')
    expect(refusal(await cashier.post(`${path}/reopen`, reason))).toEqual([403, 'staff_forbidden'])
  })

  it.each(['before it is closed', 'after it is closed'])(
    'who reopens the account %s leaves a suspension of its last days as it is',
    async (when) => {
      const player = await world.player()
      const path = `/staff/players/${player.id}`
      const reason = { reason: 'For the test' }
      await closes(player)
      const boss = await world.operator('manager')
      expect((await boss.post(`${path}/active`, { active: false, ...reason })).status).toBe(200)
      if (when === 'after it is closed') {
        world.clock.leap(14 * dayMs)
        expect(await closeDue()).toBe(1)
      }
      const again = await world.operator('manager')
      expect((await again.post(`${path}/reopen`, reason)).status).toBe(200)
      expect((await again.get(path)).json.player).toMatchObject({ active: false, closing: null })
      expect(refusal(await signIn(player))).toEqual([403, 'player_inactive'])
      // It is an ordinary suspension again, which is lifted as such.
      expect((await again.post(`${path}/active`, { active: true, ...reason })).status).toBe(200)
      expect((await signIn(player)).status).toBe(200)
      expect(await kinds(player)).not.toContain(when === 'after it is closed' ? 'account_reopened' : 'account_closed')
    },
  )

  it('who suspends a closed account finds it suspended after reopening it', async () => {
    const { player, boss, suspend, lift, reopen, shown } = await closedAccount()
    expect(await shown()).toMatchObject({ active: false, suspended: false })
    expect(refusal(await lift())).toEqual([409, 'closed_account'])
    expect((await suspend()).status).toBe(200)
    expect(await shown()).toMatchObject({ active: false, suspended: true })
    const trail = (await boss.get(`/staff/audit?subject=${player.id}`)).json
    expect(JSON.stringify(trail)).toContain('Suspended: For the test')
    expect((await reopen()).status).toBe(200)
    expect(await shown()).toMatchObject({ active: false, suspended: true, closing: null })
    expect(refusal(await signIn(player))).toEqual([403, 'player_inactive'])
    expect((await lift()).status).toBe(200)
    expect((await signIn(player)).status).toBe(200)
    expect(await kinds(player)).not.toContain('account_reopened')
  })

  it('who lifts the suspension of a closed account leaves it closed', async () => {
    const { player, suspend, lift, reopen, shown } = await closedAccount()
    await suspend()
    expect((await lift()).status).toBe(200)
    expect(await shown()).toMatchObject({ active: false, suspended: false, closing: { closed_at: expect.any(String) } })
    expect(refusal(await signIn(player))).toEqual([403, 'closed_by_player'])
    expect((await reopen()).status).toBe(200)
    expect((await signIn(player)).status).toBe(200)
  })

  it('who suspends an account while another reopens it has suspended it', async () => {
    const { player, suspend, reopen, shown } = await closedAccount()
    const answers = await Promise.all([suspend(), reopen()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await shown()).toMatchObject({ active: false, suspended: true, closing: null })
    expect(refusal(await signIn(player))).toEqual([403, 'player_inactive'])
  })
})
