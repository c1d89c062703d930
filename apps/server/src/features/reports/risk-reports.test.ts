import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBankAccount, playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { asOwner } from '../../../test/as-owner.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { importLines, linesOf, reportTransfer } from '../../../test/statements.ts'
import { openWorld, type World } from '../../../test/world.ts'

/**
 * Markers of harm and signs of money laundering, from play and payments made by calls, compared with a recount from
 * ledger entries.
 */

type Player = Awaited<ReturnType<World['player']>>
type Operator = Awaited<ReturnType<World['operator']>>
type Row = Record<string, string | null>
const [minuteMs, dayMs] = [60_000, 86_400_000]
/** One o'clock in Windhoek. */
const start = Date.parse('2027-03-10T23:00:00Z')
const [first, second] = ['2027-03-11', '2027-03-12']
let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let manager: Operator
let hard: Player
let calm: Player
let tester: Player
let near: Player
let washer: Player
let sleeper: Player
let voucher: Player
let ring: Player[]

beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox((env) => openWorld(env, { withoutJobs: true })))
  world.clock.leap(start - 100 * dayMs - world.clock.now().getTime())
  sleeper = await world.player({ balance: '20.00' })
  world.clock.leap(100 * dayMs)
  manager = await world.operator('manager')
  calm = await world.player({ balance: '300.00' })
  hard = await world.player({ balance: '12000.00' })
  tester = await world.player({ balance: '9000.00' })
  await play(calm, [1_000])
  await play(tester, [50_000])
  for (let deposits = 0; deposits < 3; deposits++) await world.fund(hard.id, '50.00')
  // Two and a quarter hours, each stake double the lost one before.
  await play(
    hard,
    Array.from({ length: 9 }, (_, quarter) => 1_000 << quarter),
  )
  world.clock.leap(dayMs - 9 * 15 * minuteMs)
  await signIn(hard, ...[calm, tester])
  await play(
    hard,
    Array.from({ length: 9 }, () => 2_000),
  )
  await signIn(hard)
  manager = await world.signIn(manager)
  await addHelpCase()
  await launder()
  expect((await adminMarks(tester)).status).toBe(200)
  await rollUpReports(world)
}, 300_000)
afterAll(() => close())

/** Loses a bet of each stake, a quarter of an hour apart. */
async function play(player: Player, stakes: readonly number[]) {
  const seat = await seatOf(world, player)
  for (const stake of stakes) {
    expect(await seat.betwin(stake, 0)).toMatchObject({ code: 'ok' })
    world.clock.leap(15 * minuteMs)
  }
}

async function signIn(...players: Player[]) {
  for (const { browser, mobile, password } of players)
    browser.use((await browser.post('/login', { mobile, password })).json.token)
}

async function adminMarks({ id }: Player) {
  const admin = await world.operator('admin')
  return admin.post(`/staff/players/${id}/test-player`, { is_test: true, reason: 'Account of the test team' })
}

/** Failed deposits, requested limit raises, one break, and messages. */
async function addHelpCase() {
  for (const reference of ['FAILS-1', 'FAILS-2', 'FAILS-3']) {
    const id = await reportTransfer(hard, '100', reference)
    const { version } = (await manager.get(`/staff/deposits/${id}`)).json.deposit
    expect((await manager.post(`/staff/deposits/${id}/reject`, { reason: 'not_received', version })).status).toBe(200)
  }
  for (const kind of ['deposit', 'loss'])
    for (const amount of ['500', '900'])
      expect((await hard.put('/player/limits', { kind, period: 'day', amount })).status).toBe(200)
  const asked = await hard.form('/player/conversations', { category: 'other', text: 'I cannot stop playing.' })
  expect(asked.status).toBe(200)
  expect((await calm.form('/player/conversations', { category: 'other', text: 'Where is my bonus?' })).status).toBe(200)
}

async function launder() {
  await asOwner(world.db, async (tx) => {
    const rule = (code: string, threshold: number) =>
      sql`update reports.player_rule set threshold = ${threshold} where report = 'laundering' and market = 'NA' and code = ${code}`.execute(
        tx,
      )
    for (const [code, threshold] of [
      ...[['linked_day', 100_000] as const, ['in_out', 50_000] as const],
      ...[['method_differs', 10_000] as const, ['linked_week', 1_300_000] as const],
    ])
      await rule(code, threshold)
  })
  near = await world.player()
  const ids: string[] = []
  for (const reference of ['NEAR-1', 'NEAR-2', 'NEAR-3']) ids.push(await credit(near, '950', reference))
  await asOwner(world.db, (tx) =>
    sql`insert into deposits.warning (deposit_id, code) values (${ids[0]}, 'name_differs')`.execute(tx),
  )
  washer = await playerToBePaid(world)
  await payOut(washer, '950')
  await world.fund(sleeper.id, '5000.00')
  voucher = await world.player()
  const { pin } = await sandbox.voucher('good', '220.50')
  expect((await voucher.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })).status).toBe(200)
  const account = await addBankAccount(world, voucher, '62009990001')
  await payOut({ ...voucher, payoutAccountId: account.json.account.id }, '200')
  await bind()
}

async function credit(player: Player, amount: string, reference: string) {
  const id = await reportTransfer(player, amount, reference)
  const { version } = (await manager.get(`/staff/deposits/${id}`)).json.deposit
  const answer = await manager.post(`/staff/deposits/${id}/approve`, { received_amount: `${amount}.00`, version })
  expect([answer.status, answer.json.code]).toEqual([200, undefined])
  return id
}

async function payOut(player: Player & { payoutAccountId?: string }, amount: string) {
  const payoutAccountId = player.payoutAccountId ?? ''
  const otp = await withdrawalCode(world, { ...player, payoutAccountId }, amount)
  const asked = await player.post('/player/withdrawals', { amount, payout_account_id: payoutAccountId, otp })
  const { id } = asked.json.withdrawal as { id: string }
  for (const step of ['approve', 'pay']) {
    const { withdrawal } = (await manager.get(`/staff/withdrawals/${id}`)).json
    const checked = withdrawal.risks?.map(({ code }: { code: string }) => code)
    const more = step === 'approve' ? { checked } : { payment_reference: `PAYOUT ${id.slice(-8)}` }
    const answer = await manager.post(`/staff/withdrawals/${id}/${step}`, { version: withdrawal.version, ...more })
    expect([step, answer.status, answer.json.code]).toEqual([step, 200, undefined])
  }
}

/** Three players: the first two share an account and a payer, the last two a document. */
async function bind() {
  ring = []
  for (let n = 0; n < 3; n++) ring.push(await world.player())
  const [one, two, three] = ring as [Player, Player, Player]
  for (const player of [one, two]) {
    expect((await addBankAccount(world, player, '62007770001')).status).toBe(200)
    const reference = `RING-${player.id.slice(-5)}`
    const id = await reportTransfer(player, '210', reference)
    await importLines(manager, [{ amount: '210.00', reference, text: 'Frans Payer' }])
    const [line] = await linesOf(manager, `q=${reference}`)
    const body = { version: line.version, deposit_id: id }
    expect((await manager.post(`/staff/statement-lines/${line.id}/credit`, body)).status).toBe(200)
  }
  for (const player of [two, three])
    await manager.post(`/staff/players/${player.id}/identity/verify`, {
      ...{ document: 'passport', number_end: 'A123', expires_on: '2031-05-01', reason: 'seen at the desk' },
    })
}

async function read(code: string, query = `from=${second}&to=${second}`) {
  const { status, json } = await manager.get(`/staff/reports/${code}?market=NA&${query}`)
  expect([code, status]).toEqual([code, 200])
  const table = (name: string): Row[] => json.tables.find((one: { code: string }) => one.code === name)?.rows
  return {
    figures: Object.fromEntries(json.figures.map((row: Row) => [row['code'], row['value']])) as Row,
    rules: new Map((table('rules') ?? []).map((row) => [row['rule'], row])),
    players: table('players'),
    named: json.players as { id: string; mobile: string }[],
  }
}

interface Entry {
  player: string
  at: Date
  debit: string
  credit: string
  amount: string
}

/** Figures of a player's play in Windhoek from ledger entries, without the reports' sums. */
async function recount({ id }: Player) {
  const { rows } = await asOwner(world.db, (tx) =>
    sql<Entry>`select player, at, debit, credit, amount::text from ledger.entries where player = ${id} order by at`.execute(
      tx,
    ),
  )
  const isStake = ({ debit, credit }: Entry) => debit === 'cash' && /^(in_play|gaming_result)/.test(credit)
  const quarters = new Map<number, { loss: number; stakes: number[]; deposits: number }>()
  let loss = 0
  for (const row of rows) {
    const key = Math.floor(row.at.getTime() / (15 * minuteMs))
    const quarter = quarters.get(key) ?? { loss: 0, stakes: [], deposits: 0 }
    quarters.set(key, quarter)
    if (isStake(row)) quarter.stakes.push(Number(row.amount))
    if (row.debit.startsWith('bank_detail') && row.credit === 'cash') quarter.deposits++
    const net =
      (row.credit.startsWith('gaming_result') ? Number(row.amount) : 0) -
      (row.debit.startsWith('gaming_result') ? Number(row.amount) : 0)
    quarter.loss += net
    loss += net
  }
  const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const played = [...quarters].filter(([, { stakes }]) => stakes.length > 0).toSorted(([a], [b]) => a - b)
  const rises = played.filter(([key, { stakes }]) => {
    const before = quarters.get(key - 1)
    return before !== undefined && before.loss > 0 && average(stakes) >= 1.5 * average(before.stakes)
  })
  const nights = played.filter(([key]) => (key / 4 + 2) % 24 < 6)
  return { loss: loss.toFixed(2), rises: rises.length, nights: nights.length, played: played.length }
}

describe('markers of harm', () => {
  it('equal a recount from entries, deposits, limits and questions', async () => {
    const { figures, players, rules } = await read('harm')
    expect(await recount(hard)).toEqual({ loss: '5290.00', rises: 8, nights: 18, played: 18 })
    expect(players).toEqual([
      {
        ...{ player: hard.id, name: hard.player_name, level: '3', net_loss: (await recount(hard)).loss },
        points: String(2 + 1 + 1 + 2 + 3 + 2 + 2 + 1 + 1 + 1 + 3),
        markers:
          'chasing day_loss failed_deposits limit_raises long_sessions net_loss night session_deposits session_loss stake_spread words',
        ...{ reviewed: 'open', reviewed_at: null, reviewed_by: null, assigned: null },
      },
    ])
    expect(figures).toEqual({ flagged: '1', level_1: '0', level_2: '0', level_3: '1', open: '1' })
    expect(rules.get('net_loss')).toMatchObject({ days: '30', threshold: '5000.00', weight: '2', players: '1' })
    expect(rules.get('breaks')).toMatchObject({ threshold: '2', players: '0' })
    expect(rules.get('methods')).toMatchObject({ players: '0' })
  })

  it('apply from the rule’s threshold: with one more rise, night quarter or hour it is not reached', async () => {
    const set = (code: string, threshold: number) =>
      asOwner(world.db, (tx) =>
        sql`update reports.player_rule set threshold = ${threshold} where report = 'harm' and market = 'NA' and code = ${code}`.execute(
          tx,
        ),
      )
    for (const [code, reached, before] of [
      ['chasing', 8, 3],
      ['night', 18, 8],
      ['long_sessions', 2, 2],
    ] as const) {
      await set(code, reached)
      expect((await read('harm')).rules.get(code)).toMatchObject({ players: '1' })
      await set(code, reached + 1)
      expect((await read('harm')).rules.get(code)).toMatchObject({ players: '0' })
      await set(code, before)
    }
  })

  it('are those of the last day: the following night is not included for the first', async () => {
    const { players } = await read('harm', `from=${first}&to=${first}`)
    expect(players?.[0]).toMatchObject({ player: hard.id, net_loss: '5110.00' })
    expect(players?.[0]?.['markers']).not.toContain('long_sessions')
    expect(players?.[0]?.['markers']).not.toContain('words')
  })
})

describe('signs of money laundering', () => {
  it('are found in each player’s actions', async () => {
    const { players, figures, rules } = await read('laundering')
    const signs = Object.fromEntries(players.map(({ player, signs: codes }) => [player, codes]))
    const [one, two, three] = ring as [Player, Player, Player]
    expect(signs).toEqual({
      [near.id]: 'linked_day name_differs structuring',
      [washer.id]: 'in_out linked_day',
      [sleeper.id]: 'dormant linked_day',
      [voucher.id]: 'method_differs',
      [one.id]: 'ring shared_account shared_payer',
      [two.id]: 'ring shared_account shared_payer',
      [three.id]: 'ring',
    })
    const { rows } = await asOwner(world.db, (tx) =>
      sql<Row>`select to_char(coalesce(sum(amount::numeric) filter (where credit = 'cash' and debit not like 'gaming%' and debit <> 'hold'), 0), 'FM9999990.00') as deposits,
          to_char(coalesce(sum(amount::numeric) filter (where debit = 'hold' and credit = 'payout_transit'), 0), 'FM9999990.00') as withdrawals
        from ledger.entries where player = any (${Object.keys(signs)}::text[]) and (at at time zone 'Africa/Windhoek')::date = ${second}::date`.execute(
        tx,
      ),
    )
    expect(figures).toEqual({ players: '7', open: '7', signs: '15', ...rows[0] })
    expect(rules.get('linked_week')).toMatchObject({ days: '7', threshold: '13000.00', players: '0' })
    expect(rules.get('linked_day')).toMatchObject({ players: '3' })
  })

  it('of large deposits cover all days of the preceding week', async () => {
    const week = (threshold: number) =>
      asOwner(world.db, (tx) =>
        sql`update reports.player_rule set threshold = ${threshold} where report = 'laundering' and market = 'NA' and code = 'linked_week'`.execute(
          tx,
        ),
      )
    // 12,150 on the first day and nothing on the second.
    await week(1_215_000)
    const { rules } = await read('laundering', `from=${first}&to=${second}`)
    expect(rules.get('linked_week')).toMatchObject({ players: '1' })
    await week(1_300_000)
  })

  it('exclude test players and other markets', async () => {
    for (const code of ['harm', 'laundering']) {
      const { players } = await read(code, `from=${first}&to=${second}`)
      expect(players.map(({ player }) => player)).not.toContain(tester.id)
      const { json } = await manager.get(`/staff/reports/${code}?market=IN&from=${first}&to=${second}`)
      expect(
        json.tables.flatMap((table: { rows: Row[]; code: string }) => (table.code === 'players' ? table.rows : [])),
      ).toEqual([])
    }
  })
})

it('players’ numbers are shown, masked without the permission', async () => {
  const { named } = await read('harm')
  expect(named).toEqual([{ id: hard.id, player_name: hard.player_name, mobile: expect.stringMatching(/^\+264/) }])
  const risk = await world.operator('risk')
  const { json } = await risk.get(`/staff/reports/harm?market=NA&from=${second}&to=${second}`)
  expect(json.players[0].mobile).toContain('••••')
  const entries = (await risk.get(`/staff/reports/entries?market=NA&from=${second}&to=${second}&figure=turnover`)).json
    .entries
  expect(entries[0]).toMatchObject({ player_id: hard.id, mobile: expect.stringContaining('••••') })
})

it('nothing of it is shown to players', async () => {
  const texts = []
  for (const path of ['/account-dashboard', '/player/limits', '/player/messages', '/player/data'])
    texts.push(JSON.stringify((await hard.get(path)).json))
  expect(texts.join(' ')).not.toMatch(/laundering|markers?\b|chasing|structuring/i)
})
