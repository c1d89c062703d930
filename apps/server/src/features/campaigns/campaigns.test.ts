import '../deposits/tables.ts'
import '../limits/tables.ts'
import '../rewards/tables.ts'
import './tables.ts'
import { campaignRefusals } from '@dhow/contract/campaigns'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { freeCalls, seatAt } from '../../../test/free-rounds.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
type Player = Awaited<ReturnType<World['player']>>
let world: World
let admin: Operator
let second: Operator
let manager: Operator
let poor: Player
let rich: Player
let onBreak: Player
let frozen: Player
let flagged: Player
let tester: Player
let willing: Player
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  poor = await world.player({ balance: '5.00' })
  rich = await world.player({ balance: '500.00' })
  onBreak = await world.player({ balance: '500.00' })
  frozen = await world.player({ balance: '500.00' })
  flagged = await world.player({ balance: '500.00' })
  tester = await world.player({ balance: '500.00' })
  willing = await world.player({ balance: '500.00' })
  await world.player({ market: 'IN', balance: '500.00' })
  expect((await onBreak.post('/player/time-out', { days: 1 })).status).toBe(200)
  await world.db.kysely
    .insertInto('rewards.reward_check')
    .values({
      ...{ id: 'rck_flag', kind: 'welcome', player_id: flagged.id, subject: 'dep_1', currency: 'NAD' },
      ...{ amount_minor: 100n, points: 5, reasons: '[]', created_at: world.clock.now() },
      ...{ decided_at: null, decided_by: null, note: null },
    })
    .execute()
  await willing.put('/player/preferences', {
    notifications: { deposits: true, withdrawals: true, rewards: true, offers: true },
    language: 'hi',
  })
  admin = await world.operator('admin')
  second = await world.operator('admin')
  manager = await world.operator('manager')
  await admin.post(`/staff/players/${frozen.id}/freeze`, { frozen: true, reason: 'The bank asked' })
  await admin.post(`/staff/players/${tester.id}/test-player`, { is_test: true, reason: 'Ours' })
  await world.approvals({ solo: false })
  // Remove the ties between operators and those who added them.
  await sql`delete from staff.operator_tie`.execute(world.db.kysely)
  await deposit(poor, '10')
})
afterAll(() => world.close())

async function deposit(player: Player, amount: string) {
  const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
  const submitted = await player.form(path, { manual_deposit_id: '2', amount, utr: 'SEGMENT0001' })
  const { id } = submitted.json.data.deposit as { id: string }
  const { version } = (await manager.get(`/staff/deposits/${id}`)).json.deposit
  const approval = { received_amount: `${amount}.00`, version }
  expect((await manager.post(`/staff/deposits/${id}/approve`, approval)).status).toBe(200)
}

const refusal = ({ status, json }: Answer) => [status, json.code]
const rule = (field: string, operator: string, value: string) => ({ field, operator, value })
const all = (...rules: object[]) => ({ match: 'all', rules })
const withMoney = all(rule('cash', 'at_least', '100'))
const match = (rules: object, market = 'NA') => manager.post('/staff/segments/match', { market, rules })
const names = ({ json }: Answer) => json.players.map((player: { id: string }) => player.id).toSorted()
let made = 0
async function segment(rules: object, everybody = false) {
  const answer = await manager.post('/staff/segments', { name: `Segment ${++made}`, market: 'NA', rules, everybody })
  expect(answer.status).toBe(200)
  return answer.json.segment.id as string
}
const byHand = { trigger: 'hand', event: null, days: null, repeats: false, wait_minutes: 0 }
const gift = { kind: 'gift', amount: '10.00', budget: '100.00', players_at_most: 10, texts: null, ...byHand }
async function draft(segmentId: string, change: object = {}) {
  const answer = await manager.post('/staff/campaigns', {
    ...gift,
    ...{ name: `Campaign ${++made}`, segment: segmentId },
    ...change,
  })
  expect(answer.status).toBe(200)
  return answer.json.campaign.id as string
}
const start = (id: string, body: object = {}, by = admin) =>
  by.post(`/staff/campaigns/${id}/start`, { at: null, everybody: false, ...body })
const read = async (id: string) =>
  (await manager.get('/staff/campaigns')).json.campaigns.find((one: { id: string }) => one.id === id)
const run = () => world.app.features.campaigns.runDue()
const cash = async ({ id }: Player) => (await world.balance(id)).cashMinor

describe('a segment', () => {
  it('is built from the described fields, and matches by profile, money and play', async () => {
    const { fields } = (await manager.get('/staff/segment-fields')).json
    expect(new Set(fields.map(({ group }: { group: string }) => group))).toEqual(new Set(['profile', 'money', 'play']))
    const seat = await seatOf(world, rich)
    await seat.bet(1_000)
    const rows: [object, Player[]][] = [
      [all(rule('cash', 'at_most', '15.00')), [poor]],
      [all(rule('cash', 'at_least', '15.01'), rule('rounds', 'at_least', '1')), [rich]],
      [all(rule('staked', 'at_least', '10.00')), [rich]],
      [all(rule('last_played', 'at_most', '1')), [rich]],
      [{ match: 'any', rules: [rule('cash', 'at_most', '15'), rule('rounds', 'at_least', '1')] }, [poor, rich]],
      [all(rule('registered', 'at_least', '1')), []],
      [all(rule('deposits', 'at_least', '1')), [poor]],
      [all(rule('deposited', 'at_least', '10.00'), rule('last_deposit', 'at_most', '1')), [poor]],
      [all(rule('deposited', 'at_least', '10.01')), []],
    ]
    for (const [rules, players] of rows)
      expect(names(await match(rules))).toEqual(players.map(({ id }) => id).toSorted())
    const never = (await match(all(rule('last_deposit', 'never', '')))).json
    expect([never.matched, never.all, never.everybody]).toEqual([6, 7, false])
    expect((await match(all(rule('cash', 'at_least', '0')))).json).toMatchObject({ matched: 7, everybody: true })
  })

  it('refuses rules that do not fit their field', async () => {
    for (const wrong of [
      rule('shoe_size', 'at_least', '1'),
      rule('cash', 'at_least', 'much'),
      rule('cash', 'never', ''),
      rule('rounds', 'at_least', '1.5'),
      rule('registered', 'never', ''),
    ])
      expect(refusal(await match(all(wrong)))).toEqual([422, 'segment_rule_wrong'])
  })

  it('of everybody must be confirmed when it is saved and when it is used', async () => {
    const body = { name: 'Everybody', market: 'NA', rules: all(), everybody: false }
    const refused = await manager.post('/staff/segments', body)
    expect([...refusal(refused), refused.json.data]).toEqual([409, 'segment_everybody', { matched: 7 }])
    expect(refused.json.message).toBe('These rules match every player of the market. Confirm that you mean everybody.')
    const id = (await manager.post('/staff/segments', { ...body, everybody: true })).json.segment.id
    const campaign = await draft(id)
    expect((await manager.get(`/staff/campaigns/${campaign}/dry-run`)).json.everybody).toBe(true)
    expect(refusal(await start(campaign))).toEqual([409, 'segment_everybody'])
  })

  it('is changed only at its latest version, and has a unique name', async () => {
    const id = await segment(withMoney)
    const body = { name: `Segment ${++made}`, rules: withMoney, everybody: false, version: 1 }
    expect((await manager.put(`/staff/segments/${id}`, body)).json.segment.version).toBe(2)
    expect(refusal(await admin.put(`/staff/segments/${id}`, body))).toEqual([409, 'segment_changed'])
    const twin = { name: body.name.toUpperCase(), market: 'NA', rules: withMoney, everybody: false }
    expect(refusal(await manager.post('/staff/segments', twin))).toEqual([409, 'segment_exists'])
  })
})

describe('a campaign', () => {
  it('without a budget, without a cap, or with too small a budget does not go live', async () => {
    const of = await segment(withMoney)
    const rows: [object, keyof typeof campaignRefusals][] = [
      [{ budget: null }, 'campaign_no_budget'],
      [{ players_at_most: null }, 'campaign_no_cap'],
      [{ budget: '99.99' }, 'campaign_budget_small'],
      [{ ...{ kind: 'message', amount: null, players_at_most: null }, texts: { en: text } }, 'campaign_no_cap'],
    ]
    for (const [change, code] of rows) {
      const id = await draft(of, change)
      // The draft lists it before somebody tries.
      expect((await read(id)).gaps).toContain(code)
      const answer = await start(id)
      expect([...refusal(answer), answer.json.message]).toEqual([422, code, campaignRefusals[code].sentence])
      expect((await read(id)).state).toBe('draft')
    }
    expect(refusal(await start(await draft(of), {}, manager))).toEqual([403, 'staff_forbidden'])
  })

  const text = { title: 'A weekend', text: 'Come and play.' }

  it('gives each player once, restricted, flagged and test players nothing, and adds up in the ledger', async () => {
    const id = await draft(await segment(withMoney))
    const dry = (await manager.get(`/staff/campaigns/${id}/dry-run`)).json
    expect(dry).toMatchObject({
      ...{ matched: 6, everybody: false, reached: 2, cost: '20.00' },
      unreachable: { restricted: 2, flagged: 1, test_player: 1 },
    })
    await run()
    expect(await cash(willing)).toBe(50_000n)
    expect((await start(id)).json.waits).toBe(false)
    const before = await Promise.all([rich, willing, onBreak, frozen, flagged, tester, poor].map(cash))
    await run()
    await run()
    const after = await Promise.all([rich, willing, onBreak, frozen, flagged, tester, poor].map(cash))
    expect(after.map((minor, index) => minor - before[index]!)).toEqual([1_000n, 1_000n, 0n, 0n, 0n, 0n, 0n])
    expect(await read(id)).toMatchObject({
      ...{ state: 'done', spent: '20.00' },
      counts: { given: 2, restricted: 2, flagged: 1, test_player: 1 },
    })
    const { messages } = (await rich.get('/player/messages')).json
    expect(messages[0]).toMatchObject({ kind: 'gift_claimed', params: { amount: '10.00' } })
  })

  it('reaches nobody with markers of harm of level 2, whose reason does not say which check it was', async () => {
    const rule = { market: 'NA', code: 'net_loss', days: 30, threshold: '5000.00', weight: 3, on: true }
    const weigh = (weight: number) =>
      manager.put('/staff/reports/harm/rules', { ...rule, weight, reason: 'As the authority asks' })
    const day = world.clock.now().toISOString().slice(0, 10)
    await asOwner(world.db, (tx) =>
      sql`insert into reports.player_day (player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
        values (${rich.id}, ${day}::date, 'NA', false, 1, 900000, 900000, 0, 0, 0)`.execute(tx),
    )
    const of = await segment(withMoney)
    const counts = async () => (await manager.get(`/staff/campaigns/${await draft(of)}/dry-run`)).json
    expect((await weigh(3)).json.waits).toBe(false)
    // Three points and the one for the loss of a day are level 2.
    expect(await counts()).toMatchObject({ reached: 1, unreachable: { flagged: 2 } })
    const id = await draft(of)
    await start(id)
    const before = await cash(rich)
    await run()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { given: 1, flagged: 2 } })
    expect(await cash(rich)).toBe(before)
    await asOwner(world.db, (tx) => sql`delete from reports.player_day where player_id = ${rich.id}`.execute(tx))
    expect(await counts()).toMatchObject({ reached: 2, unreachable: { flagged: 1 } })
  })

  it('gives free rounds once to each player, within the budget of their largest wins', async () => {
    const of = await segment(withMoney)
    const rounds = { game: 'game_dice', rounds: 5, stake: '1', valid_days: 3 }
    const free = { kind: 'free_rounds', amount: '20.00', free_rounds: rounds }
    const wrong: [object, string][] = [
      [{ free_rounds: { ...rounds, game: 'game_dhow' } }, 'free_rounds_unsupported'],
      [{ amount: '0.50' }, 'free_rounds_terms'],
      [{ free_rounds: null }, 'invalid_fields'],
    ]
    for (const [change, code] of wrong) {
      const body = { ...gift, name: 'Free', segment: of, ...free, ...change }
      expect([code, (await manager.post('/staff/campaigns', body)).json.code]).toEqual([code, code])
    }
    expect(refusal(await start(await draft(of, { ...free, budget: '100.00' })))).toEqual([422, 'campaign_budget_small'])
    const id = await draft(of, { ...free, budget: '200.00' })
    const dry = (await manager.get(`/staff/campaigns/${id}/dry-run`)).json
    expect(dry).toMatchObject({ matched: 6, reached: 2, cost: '40.00' })
    expect((await start(id)).json.waits).toBe(false)
    const before = await cash(rich)
    await run()
    await run()
    expect(await read(id)).toMatchObject({
      ...{ state: 'done', spent: '0.00', free_rounds: { ...rounds, stake: '1.00' } },
      counts: { given: 2, restricted: 2, flagged: 1, test_player: 1 },
    })
    for (const [player, grants] of [
      [rich, 1],
      [flagged, 0],
      [frozen, 0],
    ] as const)
      expect((await manager.get(`/staff/free-rounds?player=${player.id}`)).json.grants).toHaveLength(grants)
    const [grant] = (await rich.get('/player/free-rounds')).json.grants
    expect(grant).toMatchObject({ rounds: 5, left: 5, stake: '1.00', max_win: '20.00', state: 'active' })
    const seat = await seatAt(world, rich)
    expect((await freeCalls(seat, grant.id).both(700, { betAmount: 100 })).code).toBe('ok')
    expect((await cash(rich)) - before).toBe(700n)
    expect((await read(id)).spent).toBe('7.00')
  })

  it('stops at its cap, and resumes after a pause', async () => {
    const of = await segment(withMoney)
    const capped = await draft(of, { players_at_most: 1, budget: '10.00' })
    await start(capped)
    await run()
    const ended = await read(capped)
    expect(ended).toMatchObject({ state: 'done', spent: '10.00', counts: { given: 1 } })
    // The envelope has one share too: players after the cap are not tried.
    expect(ended.counts.refused).toBeUndefined()
    const id = await draft(of)
    await start(id)
    expect((await manager.post(`/staff/campaigns/${id}/pause`, { paused: true })).json.campaign.state).toBe('paused')
    await run()
    expect((await read(id)).counts).toEqual({})
    await manager.post(`/staff/campaigns/${id}/pause`, { paused: false })
    await run()
    expect((await read(id)).counts.given).toBe(2)
    expect(refusal(await manager.post(`/staff/campaigns/${id}/pause`, { paused: true }))).toEqual([
      409,
      'campaign_state_changed',
    ])
  })

  it('waits for its time, with the rules of when it went live', async () => {
    const of = await segment(withMoney)
    const id = await draft(of)
    const at = new Date(world.clock.now().getTime() + 600_000).toISOString()
    await start(id, { at })
    await manager.put(`/staff/segments/${of}`, {
      ...{ name: `Segment ${++made}`, version: 1, everybody: false },
      rules: all(rule('cash', 'at_most', '15.00')),
    })
    await run()
    expect((await read(id)).counts).toEqual({})
    world.clock.leap(600_000)
    const before = await cash(poor)
    await run()
    expect([(await read(id)).counts.given, await cash(poor)]).toEqual([2, before])
  })

  it('with a budget above the operator’s limit waits for a second person', async () => {
    const id = await draft(await segment(withMoney), { budget: '50000.00' })
    expect((await start(id)).json).toMatchObject({ waits: true, campaign: { state: 'waiting' } })
    await run()
    expect((await read(id)).counts).toEqual({})
    expect(refusal(await start(id))).toEqual([409, 'change_waits'])
    await confirmNewest(second)
    await run()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { given: 2 } })
  })

  it('of a message reaches only players who agreed to offers, in their language', async () => {
    const texts = { en: text, hi: { title: 'सप्ताहांत', text: 'आइए, खेलें।' } }
    const message = { kind: 'message', amount: null, budget: null, texts }
    const id = await draft(await segment(withMoney), message)
    expect((await start(id)).json.waits).toBe(false)
    await run()
    expect((await read(id)).counts).toEqual({ sent: 1, no_consent: 1, restricted: 2, flagged: 1, test_player: 1 })
    const { messages } = (await willing.get('/player/messages')).json
    expect(messages[0]).toMatchObject({ kind: 'campaign', params: texts.hi })
  })

  it('is edited only as a draft at its latest version, never after it was live', async () => {
    const of = await segment(withMoney)
    const id = await draft(of, { budget: null })
    const body = { ...gift, name: `Campaign ${++made}`, segment: of, amount: '5.00', version: 1 }
    const changed = await manager.put(`/staff/campaigns/${id}`, body)
    expect(changed.json.campaign).toMatchObject({ name: body.name, amount: '5.00', budget: '100.00', version: 2 })
    expect(refusal(await admin.put(`/staff/campaigns/${id}`, body))).toEqual([409, 'campaign_changed'])
    await start(id)
    const before = await cash(rich)
    await run()
    expect((await cash(rich)) - before).toBe(500n)
    const late = await manager.put(`/staff/campaigns/${id}`, { ...body, version: 2 })
    expect(refusal(late)).toEqual([409, 'campaign_state_changed'])
  })

  it('that is edited or ended while it waits for a second person can no longer be confirmed', async () => {
    const of = await segment(withMoney)
    const edited = await draft(of, { budget: '50000.00' })
    const ended = await draft(of, { budget: '50000.00' })
    for (const id of [edited, ended]) expect((await start(id)).json.waits).toBe(true)
    const body = { ...gift, name: `Campaign ${++made}`, segment: of, amount: '1000.00', budget: '50000.00', version: 1 }
    expect((await manager.put(`/staff/campaigns/${edited}`, body)).json.campaign.state).toBe('draft')
    expect((await manager.post(`/staff/campaigns/${ended}/end`)).json.campaign.state).toBe('ended')
    const { changes } = (await second.get('/staff/changes')).json as { changes: { id: string }[] }
    expect(changes).toHaveLength(2)
    for (const { id } of changes) {
      expect(refusal(await second.post(`/staff/changes/${id}/confirm`))).toEqual([409, 'detail_changed'])
      await admin.post(`/staff/changes/${id}/drop`)
    }
    expect((await start(edited)).json).toMatchObject({ waits: true, campaign: { state: 'waiting', version: 2 } })
    expect(refusal(await start(ended))).toEqual([409, 'campaign_state_changed'])
    await manager.post(`/staff/campaigns/${edited}/end`)
    await run()
    expect([(await read(edited)).counts, (await read(ended)).counts]).toEqual([{}, {}])
  })

  it('that was ended gives nothing more, and two servers give no player twice', async () => {
    const of = await segment(withMoney)
    const ended = await draft(of)
    await start(ended)
    await manager.post(`/staff/campaigns/${ended}/end`)
    await run()
    expect(await read(ended)).toMatchObject({ state: 'ended', counts: {} })
    const id = await draft(of)
    await start(id)
    const before = await cash(rich)
    await Promise.all([run(), run(), run()])
    expect([(await cash(rich)) - before, (await read(id)).counts.given]).toEqual([1_000n, 2])
  })
})
