import '../deposits/tables.ts'
import '../rewards/tables.ts'
import './tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
type Player = Awaited<ReturnType<World['player']>>
let world: World
let admin: Operator
let manager: Operator
let everybody: string
let made = 0
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  manager = await world.operator('manager')
  everybody = await segment([])
})
afterAll(() => world.close())

const day = 86_400_000
const hour = 3_600_000
async function segment(rules: object[]) {
  const body = { name: `Segment ${++made}`, market: 'NA', rules: { match: 'all', rules }, everybody: true }
  return (await manager.post('/staff/segments', body)).json.segment.id as string
}
const byHand = { trigger: 'hand', event: null, days: null, repeats: false, wait_minutes: 0 }
async function draft(flow: object, change: object = {}) {
  const answer = await manager.post('/staff/campaigns', {
    ...{ name: `Campaign ${++made}`, segment: everybody, kind: 'gift', amount: '10.00', budget: '1000.00' },
    ...{ players_at_most: 100, texts: null, ...byHand, ...flow, ...change },
  })
  expect(answer.status).toBe(200)
  return answer.json.campaign.id as string
}
async function live(flow: object, change: object = {}) {
  admin = await world.operator('admin')
  await sql`delete from staff.operator_tie`.execute(world.db.kysely)
  const id = await draft(flow, change)
  expect((await admin.post(`/staff/campaigns/${id}/start`, { at: null, everybody: true })).status).toBe(200)
  return id
}
const read = async (id: string) =>
  (await manager.get('/staff/campaigns')).json.campaigns.find((one: { id: string }) => one.id === id)
const run = () => world.app.features.campaigns.runDue()
const after = async (ms: number) => {
  world.clock.leap(ms)
  // Sessions from before the leap have expired.
  if (ms >= hour) manager = await world.operator('manager')
  await run()
}
const end = (id: string) => manager.post(`/staff/campaigns/${id}/end`)
const cash = async ({ id }: Player) => (await world.balance(id)).cashMinor

async function deposit(player: Player) {
  const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
  const sent = { manual_deposit_id: '2', amount: '10', utr: `FLOWS${String(++made).padStart(6, '0')}` }
  const { id } = (await player.form(path, sent)).json.data.deposit as { id: string }
  const { version } = (await manager.get(`/staff/deposits/${id}`)).json.deposit
  const approval = { received_amount: '10.00', version }
  expect((await manager.post(`/staff/deposits/${id}/approve`, approval)).status).toBe(200)
}
const message = {
  kind: 'message',
  amount: null,
  budget: null,
  texts: { en: { title: 'Hello', text: 'Good to see you.' } },
}
async function willing(player: Player) {
  const notifications = { deposits: true, withdrawals: true, rewards: true, offers: true }
  await player.put('/player/preferences', { notifications, language: 'en' })
  return player
}
async function payOut(player: Awaited<ReturnType<typeof playerToBePaid>>, amount: string) {
  const otp = await withdrawalCode(world, player, amount)
  const asked = await player.post('/player/withdrawals', { amount, payout_account_id: player.payoutAccountId, otp })
  const { id } = asked.json.withdrawal as { id: string }
  for (const [verb, body] of [
    ['approve', {}],
    ['pay', { payment_reference: `FLOW ${++made}` }],
  ] as const) {
    const { version } = (await manager.get(`/staff/withdrawals/${id}`)).json.withdrawal
    expect((await manager.post(`/staff/withdrawals/${id}/${verb}`, { version, ...body })).status).toBe(200)
  }
}
/** Read from the database, because sessions expire when the clock leaps. */
const letters = async ({ id }: Player) =>
  (
    await world.db.kysely
      .selectFrom('messages.player_message')
      .select('id')
      .where('player_id', '=', id)
      .where('kind', '=', 'campaign')
      .execute()
  ).length

describe('an event enters a player', () => {
  it('at registration, with the gift after the wait, and no earlier player', async () => {
    const before = await world.player()
    const id = await live({ trigger: 'event', event: 'registered', wait_minutes: 90 })
    const player = await world.player()
    await run()
    expect((await read(id)).steps).toEqual({ entered: 1, held: 0, waiting: 1, reached: 0, claimed: 0 })
    await after(hour)
    expect(await cash(player)).toBe(0n)
    await after(hour)
    await run()
    expect(await read(id)).toMatchObject({
      ...{ state: 'running', spent: '10.00' },
      steps: { entered: 1, held: 0, waiting: 0, reached: 1, claimed: 1 },
    })
    expect([await cash(player), await cash(before)]).toEqual([1_000n, 0n])
    await end(id)
  })

  it('only at the first credited deposit, if the conditions match', async () => {
    const rich = await segment([{ field: 'cash', operator: 'at_least', value: '100' }])
    const any = await live({ trigger: 'event', event: 'first_deposit' })
    const ofRich = await live({ trigger: 'event', event: 'first_deposit' }, { segment: rich })
    const [one, other] = [await world.player(), await world.player({ balance: '500.00' })]
    await deposit(one)
    await deposit(one)
    await deposit(other)
    await run()
    await deposit(one)
    await run()
    expect([await cash(one), await cash(other)]).toEqual([4_000n, 53_000n])
    expect((await read(any)).steps).toMatchObject({ entered: 2, reached: 2 })
    expect(await read(ofRich)).toMatchObject({
      counts: { conditions: 1, given: 1 },
      steps: { entered: 2, held: 1, reached: 1 },
    })
    await end(any)
    await end(ofRich)
  })

  it('with each paid withdrawal, if players may enter repeatedly', async () => {
    const [once, each] = [
      await live({ trigger: 'event', event: 'withdrawal_paid' }, message),
      await live({ trigger: 'event', event: 'withdrawal_paid', repeats: true }, message),
    ]
    const player = await playerToBePaid(world, '500.00')
    await willing(player)
    for (const amount of ['60', '70']) await payOut(player, amount)
    await run()
    expect([(await read(once)).counts, (await read(each)).counts]).toEqual([{ sent: 1 }, { sent: 2 }])
    expect(await letters(player)).toBe(3)
    await end(once)
    await end(each)
  })

  it('after days without a stake, unless they play again during the wait', async () => {
    const [idle, back] = [await world.player({ balance: '50.00' }), await world.player({ balance: '50.00' })]
    const seats = [await seatOf(world, idle), await seatOf(world, back)] as const
    for (const seat of seats) await seat.bet(100)
    const id = await live({ trigger: 'event', event: 'idle', days: 3, wait_minutes: 1_440 })
    await after(2 * day)
    expect((await read(id)).steps.entered).toBe(0)
    await after(day + hour)
    expect((await read(id)).steps).toMatchObject({ entered: 2, waiting: 2 })
    const { json } = await back.browser.post('/login', { mobile: back.mobile, password: back.password })
    back.browser.use(json.token)
    await (await seatOf(world, back)).bet(100)
    await after(day)
    expect((await read(id)).counts).toEqual({ given: 1, played_again: 1 })
    await after(5 * day)
    expect((await read(id)).steps.entered).toBe(2)
    await end(id)
  })

  it('on the birthday of the account', async () => {
    const player = await willing(await world.player())
    const id = await live({ trigger: 'event', event: 'birthday', repeats: true }, message)
    await after(300 * day)
    expect(await letters(player)).toBe(0)
    await after(70 * day)
    expect(await letters(player)).toBe(1)
    await after(365 * day)
    await after(day)
    expect(await letters(player)).toBe(2)
    await end(id)
  })
})

describe('time and rules enter players', () => {
  it('on a schedule: all who match at the start and every few days', async () => {
    const player = await willing(await world.player())
    const [once, each] = [
      await live({ trigger: 'schedule', days: 7 }, message),
      await live({ trigger: 'schedule', days: 7, repeats: true }, message),
    ]
    await run()
    await after(day)
    expect(await letters(player)).toBe(2)
    await after(6 * day)
    expect(await letters(player)).toBe(3)
    expect((await read(once)).state).toBe('running')
    await end(once)
    await end(each)
  })

  it('when one joins a segment, but not those inside at the start', async () => {
    const rich = await segment([{ field: 'cash', operator: 'at_least', value: '5' }])
    const [inside, outside] = [await world.player({ balance: '700.00' }), await world.player()]
    const id = await live({ trigger: 'segment' }, { segment: rich })
    await run()
    expect(await cash(inside)).toBe(70_000n)
    await deposit(outside)
    await run()
    await run()
    expect([await cash(outside), (await read(id)).counts.given]).toEqual([2_000n, 1])
    await end(id)
  })

  it('when only the passing of days makes them match, at the next full pass', async () => {
    const older = await segment([
      { field: 'registered', operator: 'at_least', value: '2' },
      { field: 'registered', operator: 'at_most', value: '4' },
    ])
    const player = await world.player()
    const id = await live({ trigger: 'segment' }, { segment: older })
    await run()
    expect(await cash(player)).toBe(0n)
    await after(2 * day + hour)
    expect(await cash(player)).toBe(1_000n)
    await end(id)
  })
})

describe('a wait is ended', () => {
  const waits = { trigger: 'event', event: 'registered', wait_minutes: 2_880 }

  it('by a break that began and ended in it, an exclusion, or a flag', async () => {
    const id = await live(waits)
    const [free, onBreak, flagged] = [await world.player(), await world.player(), await world.player()]
    await run()
    expect((await onBreak.post('/player/time-out', { days: 1 })).status).toBe(200)
    const check = { id: `rck_${++made}`, kind: 'welcome' as const, player_id: flagged.id, subject: 'dep_1' }
    await world.db.kysely
      .insertInto('rewards.reward_check')
      .values({
        ...{ ...check, currency: 'NAD', amount_minor: 100n, points: 5, reasons: '[]' },
        ...{ created_at: world.clock.now(), decided_at: null, decided_by: null, note: null },
      })
      .execute()
    await after(2 * day)
    expect((await read(id)).counts).toEqual({ given: 1, restricted: 1, flagged: 1 })
    expect(await cash(free)).toBe(1_000n)
    await end(id)
  })

  it('by the end of its campaign, whose waiting players get nothing', async () => {
    const id = await live(waits)
    const player = await world.player()
    await run()
    await end(id)
    await after(3 * day)
    expect([await cash(player), await read(id)]).toMatchObject([
      0n,
      { state: 'ended', counts: { campaign_ended: 1 }, steps: { waiting: 0, held: 1 } },
    ])
  })

  it('but not by a pause: players enter meanwhile, and get theirs afterwards', async () => {
    const id = await live({ trigger: 'event', event: 'registered' })
    await manager.post(`/staff/campaigns/${id}/pause`, { paused: true })
    const player = await world.player()
    await run()
    expect(await cash(player)).toBe(0n)
    await manager.post(`/staff/campaigns/${id}/pause`, { paused: false })
    await Promise.all([run(), run(), run()])
    expect([await cash(player), (await read(id)).steps.reached]).toEqual([1_000n, 1])
    await end(id)
  })
})

it('an incomplete draft lists everything that is missing, and does not start', async () => {
  const id = await draft({ trigger: 'event', event: 'idle', repeats: true }, { players_at_most: null, budget: null })
  const gaps = ['campaign_no_days', 'campaign_gift_once', 'campaign_no_budget', 'campaign_no_cap']
  expect((await read(id)).gaps).toEqual(gaps)
  admin = await world.operator('admin')
  const { status, json } = await admin.post(`/staff/campaigns/${id}/start`, { at: null, everybody: true })
  expect([status, json.code]).toEqual([422, gaps[0]])
  expect((await read(await draft({ trigger: 'event' }))).gaps).toEqual(['campaign_no_event'])
})

it('the stored facts equal a recount', async () => {
  await run()
  await manager.post('/staff/segments/match', { market: 'NA', rules: { match: 'all', rules: [] } })
  const { rows } = await sql`
    select player_id, market, created_at, cash_minor, bonus_minor, deposits, deposited_minor, last_deposit_at, withdrawn_minor, rounds, staked_minor,
      lost_minor, last_played_at from campaigns.player_fact
    except select player_id, market, created_at, cash_minor, bonus_minor, deposits, deposited_minor, last_deposit_at, withdrawn_minor, rounds,
      staked_minor, lost_minor, last_played_at from campaigns.player_facts`.execute(world.db.kysely)
  expect(rows).toEqual([])
})
