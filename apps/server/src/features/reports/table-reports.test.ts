import { fieldsOf } from '@dhow/contract/records'
import { rowsShown } from '@dhow/contract/report-table-shape'
import { tableReportCodes, tableReportOf } from '@dhow/contract/report-tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { asOwner } from '../../../test/as-owner.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { reportTransfer } from '../../../test/statements.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { warningRows } from './table-reports/warnings.ts'

/** Reports of figures and tables, over two days of play and payments, each compared with a recount in plain SQL. */

type Player = Awaited<ReturnType<World['player']>>
type Operator = Awaited<ReturnType<World['operator']>>
type Row = Record<string, string | null>
const dayMs = 86_400_000
/** Past midnight in Windhoek, before it in UTC. */
const start = Date.parse('2026-11-20T22:30:00Z')
const [first, second] = ['2026-11-21', '2026-11-22']
const zone = 'Africa/Windhoek'
let world: World
let manager: Operator
let cashier: Operator
let star: Player
let quiet: Player
let tester: Player
let friend: Player
let rejected: string
/** Seconds from the submission of the rejected deposit to its rejection. */
let waitedS: number

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  // Rounds count in full towards a bonus here.
  await world.db.kysely.deleteFrom('rewards.wagering_return').execute()
  world.clock.leap(start - world.clock.now().getTime())
  manager = await world.operator('manager')
  cashier = await world.operator('cashier')
  const admin = await world.operator('admin')
  ;[quiet, tester] = [await world.player({ balance: '300.00' }), await world.player({ balance: '900.00' })]
  await play(quiet, 4_000, 1_000)
  await play(tester, 50_000, 0)
  await world.player({ market: 'IN', balance: '5000.00' })
  world.clock.leap(dayMs)
  ;[manager, cashier] = [await world.signIn(manager), await world.signIn(cashier)]
  await secondDay(admin)
  await rollUpReports(world)
}, 300_000)
afterAll(() => world.close())

async function play(player: Player, stake: number, win: number) {
  expect(await (await seatOf(world, player)).betwin(stake, win)).toMatchObject({ code: 'ok' })
}

async function secondDay(admin: Operator) {
  star = await world.player({ balance: '1000.00' })
  const { code } = (await star.get('/player/referral')).json
  friend = await world.player({ balance: '200.00', referral_code: code })
  await play(friend, 10_000, 10_000)
  await play(friend, 10_000, 10_000)
  expect((await star.post('/player/referral/claim')).json).toMatchObject({ paid: 1, amount: '50.00' })
  expect((await star.post('/player/bonuses/rule_sandbox_welcome_na/claim')).status).toBe(200)
  await play(star, 20_000, 5_000)
  await giveGift(admin)
  await pay()
  await limitPlay()
  await addSamePlayOfTester(admin)
  manager = await world.signIn(manager)
}

async function giveGift(admin: Operator) {
  const again = await world.signIn(admin)
  const body = { title: 'A gift', market: 'NA', kind: 'fixed', amount: '5.00', claims: 3, expires_in_hours: 1 }
  const { json } = await again.post('/staff/gift-envelopes', body)
  for (const player of [star, tester]) {
    await signIn(player)
    expect((await player.post('/gift-envelope/claim', { code: json.code })).status).toBe(200)
  }
}

async function signIn(player: Player) {
  const { mobile, password } = player
  player.browser.use((await player.browser.post('/login', { mobile, password })).json.token)
}

/** Deposits in two hours, a rejected one, a waiting one, and a paid withdrawal. */
async function pay() {
  await approve(await reportTransfer(star, '150', 'HOUR-ONE'), '150')
  rejected = await reportTransfer(star, '9000', 'REFUSED-1')
  const reported = world.clock.now().getTime()
  world.clock.leap(60 * 60_000)
  cashier = await world.signIn(cashier)
  for (const player of [star, friend, tester]) await signIn(player)
  const { version } = (await cashier.get(`/staff/deposits/${rejected}`)).json.deposit
  await cashier.post(`/staff/deposits/${rejected}/reject`, { reason: 'not_received', version })
  waitedS = (world.clock.now().getTime() - reported) / 1_000
  await approve(await reportTransfer(star, '70', 'HOUR-TWO'), '70')
  await reportTransfer(friend, '8000', 'WAITS-1')
  const paid = await playerToBePaid(world)
  const otp = await withdrawalCode(world, paid, '950')
  const asked = await paid.post('/player/withdrawals', { amount: '950', payout_account_id: paid.payoutAccountId, otp })
  const { id } = asked.json.withdrawal as { id: string }
  for (const step of ['approve', 'pay']) {
    const { withdrawal } = (await cashier.get(`/staff/withdrawals/${id}`)).json
    const more = step === 'approve' ? {} : { payment_reference: 'PAYOUT 9' }
    const answer = await cashier.post(`/staff/withdrawals/${id}/${step}`, { version: withdrawal.version, ...more })
    expect([step, answer.status, answer.json.code]).toEqual([step, 200, undefined])
  }
}

async function approve(id: string, amount: string) {
  const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
  const answer = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: `${amount}.00`, version })
  expect(answer.status).toBe(200)
}

async function limitPlay() {
  for (const amount of ['500', '200', '900'])
    expect((await star.put('/player/limits', { kind: 'deposit', period: 'day', amount })).status).toBe(200)
  expect((await friend.post('/player/time-out', { days: 1 })).status).toBe(200)
}

async function addSamePlayOfTester(admin: Operator) {
  expect((await tester.put('/player/limits', { kind: 'stake', period: 'week', amount: '100' })).status).toBe(200)
  await approve(await reportTransfer(tester, '60', 'TESTER-1'), '60')
  const again = await world.signIn(admin)
  const mark = { is_test: true, reason: 'Account of the test team' }
  expect((await again.post(`/staff/players/${tester.id}/test-player`, mark)).status).toBe(200)
}

interface Shown {
  figures: Row
  before: Row
  tables: Record<string, Row[]>
}
async function read(code: string, from = second, to = second): Promise<Shown> {
  const { status, json } = await manager.get(`/staff/reports/${code}?market=NA&from=${from}&to=${to}`)
  expect([code, status]).toEqual([code, 200])
  const values = (of: 'value' | 'before'): Row =>
    Object.fromEntries(json.figures.map((row: Record<string, string>) => [row['code'], row[of]]))
  return {
    figures: values('value'),
    before: values('before'),
    tables: Object.fromEntries(json.tables.map((table: { code: string; rows: Row[] }) => [table.code, table.rows])),
  }
}

/** Recounts with plain SQL from source rows, for the second day and Namibia's players without test players. */
async function recount(text: string): Promise<Row[]> {
  const { rows } = await asOwner(world.db, (tx) =>
    sql
      .raw<Row>(
        `with player as (select * from accounts.player where market = 'NA' and not is_test),
          entry as (
            select entry.*, (entry.at at time zone '${zone}')::date as day, extract(hour from entry.at at time zone '${zone}')::int as hour
            from ledger.entries entry join player on player.id = entry.player
          )
         ${text}`,
      )
      .execute(tx),
  )
  return rows
}
const isSecond = (at: string) => `(${at} at time zone '${zone}')::date = '${second}'`

describe('players', () => {
  it('equal a recount from the entries: top by GGR, new and lapsed', async () => {
    const { figures, before, tables } = await read('players')
    expect(figures).toEqual({ active: '2', new: '3', lapsed: '1' })
    // There is no activity on the day before the first.
    expect(before).toEqual({ active: '1', new: '1', lapsed: '0' })
    const counted = await recount(
      `select entry.player, to_char(sum(case when debit in ('cash', 'in_play') and credit like 'gaming_result%' then amount::numeric else 0 end
          - case when debit like 'gaming_result%' and credit = 'cash' then amount::numeric else 0 end), 'FM9999990.00') as ggr,
        to_char(sum(case when debit like 'bank_detail%' and credit = 'cash' then amount::numeric else 0 end), 'FM9999990.00') as deposits
       from entry where day = '${second}'
       group by 1 having bool_or(debit like 'gaming_result%' or credit like 'gaming_result%') order by sum(case when debit in ('cash', 'in_play') and credit like 'gaming_result%' then amount::numeric
         when debit like 'gaming_result%' and credit = 'cash' then -amount::numeric else 0 end) desc`,
    )
    expect(tables['top']?.map(({ player, ggr, deposits }) => ({ player, ggr, deposits }))).toEqual(counted)
    expect(tables['top']?.[0]).toMatchObject({ player: star.id, name: star.player_name, days: '1' })
    expect(tables['lapsed']).toEqual([
      { player: quiet.id, name: quiet.player_name, last_day: first, turnover: '40.00', deposits: '300.00' },
    ])
    expect(tables['new']).toHaveLength(3)
  })
})

describe('deposits and withdrawals', () => {
  it('are listed by the market’s hour and equal a recount from the entries', async () => {
    const { figures, tables } = await read('payments')
    const counted = await recount(
      `select hour::text, count(*) filter (where credit = 'cash')::text as deposits_count,
        to_char(coalesce(sum(amount::numeric) filter (where credit = 'cash'), 0), 'FM9999990.00') as deposits,
        count(*) filter (where credit = 'payout_transit')::text as withdrawals_count,
        to_char(coalesce(sum(amount::numeric) filter (where credit = 'payout_transit'), 0), 'FM9999990.00') as withdrawals
       from entry where day = '${second}' and ((debit like 'bank_detail%' and credit = 'cash') or (debit = 'hold' and credit = 'payout_transit'))
       group by hour order by entry.hour`,
    )
    expect(tables['hours']).toEqual(counted)
    expect(counted).toHaveLength(2)
    const report = (await manager.get(`/staff/reports?market=NA&from=${second}&to=${second}`)).json
    for (const code of ['deposits', 'withdrawals'])
      expect(figures[code]).toBe(report.figures.find((row: Row) => row['code'] === code).value)
  })

  it('link to the entries of their hour', async () => {
    const { tables } = await read('payments')
    for (const { hour, deposits } of tables['hours'] ?? []) {
      const days = `market=NA&from=${second}&to=${second}`
      const { entries } = (await manager.get(`/staff/reports/entries?${days}&figure=deposits&hour=${hour}`)).json
      const sum = entries.reduce((total: number, { amount }: { amount: string }) => total + Number(amount), 0)
      expect(sum.toFixed(2)).toBe(deposits)
    }
  })

  it('are listed by cashier and equal a recount from the audit trail', async () => {
    const { tables } = await read('payments')
    const counted = await recount(
      `select act.operator_id as operator, count(*) filter (where act.action = 'deposit.approve')::text as credited_count,
        to_char(sum(deposit.credited_minor) filter (where act.action = 'deposit.approve') / 100.0, 'FM9999990.00') as credited,
        count(*) filter (where act.action = 'deposit.reject')::text as refused_count
       from staff.audit_entry act join deposits.deposit deposit on deposit.id = act.subject join player on player.id = deposit.player_id
       where act.action in ('deposit.approve', 'deposit.reject') and ${isSecond('act.at')} group by 1`,
    )
    expect(tables['cashiers']).toMatchObject(counted)
    expect(tables['cashiers']).toMatchObject([
      {
        ...{ operator: cashier.id, name: cashier.name, credited_count: '2', credited: '220.00', refused_count: '1' },
        ...{ approved_count: '1', approved: '950.00', median_s: '0', p90_s: String(waitedS) },
      },
    ])
  })
})

describe('bonuses and gifts', () => {
  it('have the costs of a recount from the entries, by account', async () => {
    const { figures, tables } = await read('rewards')
    const counted = await recount(
      `select split_part(debit, ':', 2) as account, to_char(sum(amount::numeric), 'FM9999990.00') as cost
       from entry where day = '${second}' and debit like 'bonus_cost%' group by 1 order by 1`,
    )
    expect(tables['costs']?.map(({ account, cost }) => ({ account, cost }))).toEqual(counted)
    expect(counted.map(({ account }) => account)).toEqual(['bonus', 'gift', 'referral'])
    const report = (await manager.get(`/staff/reports?market=NA&from=${second}&to=${second}`)).json
    expect(figures['bonus_cost']).toBe(report.figures.find((row: Row) => row['code'] === 'bonus_cost').value)
  })

  it('equal a recount from bonuses and shares, without test players', async () => {
    const { figures, tables } = await read('rewards')
    const counted = await recount(
      `select count(*)::text as given, to_char(sum(amount_minor) / 100.0, 'FM9999990.00') as given_amount,
        to_char(sum(wagered_minor) / 100.0, 'FM9999990.00') as wagered,
        (select to_char(sum(share.amount_minor) / 100.0, 'FM9999990.00') from rewards.gift_share share join player on player.id = share.player_id
         where ${isSecond('share.claimed_at')}) as gifts_amount
       from rewards.bonus join player on player.id = bonus.player_id where ${isSecond('bonus.granted_at')}`,
    )
    expect(figures).toMatchObject(counted[0] ?? {})
    expect(figures).toMatchObject({
      given: '1',
      given_amount: '500.00',
      gifts_amount: '5.00',
      converted_amount: '0.00',
    })
    expect(tables['rules']).toMatchObject([{ kind: 'welcome', given: '1', given_amount: '500.00', converted: '0' }])
    expect(tables['gifts']).toEqual([{ gift: 'A gift', claimed: '1', amount: '5.00' }])
    expect(tables['latest']).toMatchObject([{ player: star.id, kind: 'welcome', state: 'active' }])
  })
})

it('referrals equal a recount, and their reward equals the ledger’s', async () => {
  const { figures, tables } = await read('referrals')
  const [counted] = await recount(
    `select to_char(sum(amount::numeric), 'FM9999990.00') as reward, count(*)::text as paid from entry where day = '${second}' and debit = 'bonus_cost:referral'`,
  )
  expect(figures).toEqual({ joined: '1', deposited: '1', refused: '0', ...counted })
  expect(tables['referrers']).toEqual([
    { player: star.id, name: star.player_name, joined: '1', deposited: '1', paid: '1', reward: '50.00' },
  ])
})

it('limits, breaks and blocks equal a recount from the changes', async () => {
  const { figures, tables } = await read('safe-play')
  const [counted] = await recount(
    `select count(*) filter (where what = 'set')::text as set, count(*) filter (where what = 'lowered')::text as lowered,
      count(*) filter (where what like '%asked')::text as asked, count(*) filter (where what = 'began' and kind = 'time_out')::text as breaks
     from limits.change join player on player.id = change.player_id where ${isSecond('change.at')}`,
  )
  expect(figures).toEqual({ exclusions: '0', blocks: '0', ...counted })
  expect(figures).toMatchObject({ set: '1', lowered: '1', asked: '1', breaks: '1' })
  expect(tables['limits']).toEqual([
    {
      ...{ kind: 'deposit', period: 'day', set: '1', lowered: '1', asked: '1' },
      ...{ raised: '0', removed: '0', standing: '1' },
    },
  ])
  expect(tables['stops']).toEqual([{ kind: 'time_out', began: '1', ended: '0', players: '1', standing: '1' }])
  expect(tables['latest']?.map(({ player, change }) => [player, change])).toEqual([
    [friend.id, 'began'],
    ...['raise_asked', 'lowered', 'set'].map((change) => [star.id, change]),
  ])
})

it('warnings of payments equal a recount, by rule and outcome, with the time to the decision', async () => {
  const { figures, tables } = await read('warnings')
  const counted = await recount(
    `select kind, rule, count(*)::text as warned, count(*) filter (where state in ('approved', 'paid'))::text as granted,
       count(*) filter (where state = 'rejected')::text as refused, count(*) filter (where state = 'submitted')::text as open
     from (
       select 'deposit' as kind, code as rule, deposit.state, deposit.player_id, submitted_at as at
       from deposits.warning join deposits.deposit deposit on deposit.id = warning.deposit_id
       union all
       select 'withdrawal', risk ->> 'code', state, player_id, requested_at from withdrawals.withdrawal cross join jsonb_array_elements(risks) risk
     ) warned join player on player.id = warned.player_id where ${isSecond('warned.at')} group by 1, 2 order by 1, 2`,
  )
  const byRule = (rows: Row[] = []) =>
    rows
      .map(({ kind, rule, warned, granted, refused, open }) => ({ kind, rule, warned, granted, refused, open }))
      .toSorted((a, b) => `${a.kind} ${a.rule}`.localeCompare(`${b.kind} ${b.rule}`))
  expect(byRule(tables['rules'])).toEqual(byRule(counted))
  expect(new Set(counted.map(({ kind }) => kind))).toEqual(new Set(['deposit', 'withdrawal']))
  const late = tables['latest']?.find(({ payment }) => payment === rejected)
  expect(late).toMatchObject({ outcome: 'refused', seconds: String(waitedS), player: star.id })
  const sum = (column: string) => Number(figures[column])
  expect(sum('granted') + sum('refused') + sum('open')).toBe(sum('warned'))
  expect(figures['open']).toBe('1')
})

/** Tables scanned in a plan, once per scan. */
function scannedTables(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(scannedTables)
  const fields = fieldsOf(plan)
  const name = fields['Relation Name']
  return [
    ...(typeof name === 'string' ? [name] : []),
    ...[fields['Plans'], fields['Plan']].filter(Boolean).flatMap(scannedTables),
  ]
}

it('warnings are read with one scan of the deposits and one of the withdrawals', async () => {
  const statement = warningRows({ market: 'NA', from: second, to: second }, rowsShown)
  const { rows } = await asOwner(world.db, (tx) =>
    sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${statement}`.execute(tx),
  )
  const scans = scannedTables(rows[0]?.['QUERY PLAN']).filter((name) =>
    ['deposit', 'withdrawal', 'warning'].includes(name),
  )
  expect(scans.toSorted()).toEqual(['deposit', 'warning', 'withdrawal'])
})

describe('the open liability', () => {
  it('equals the wallets’ balances at the end of the last day', async () => {
    const { figures, tables } = await read('liability')
    const [counted] = await recount(
      `select to_char(sum(cash_minor) / 100.0, 'FM9999990.00') as cash, to_char(sum(hold_minor) / 100.0, 'FM9999990.00') as hold,
        to_char(sum(in_play_minor) / 100.0, 'FM9999990.00') as in_play, to_char(sum(bonus_minor) / 100.0, 'FM9999990.00') as bonus,
        to_char(sum(cash_minor + hold_minor + in_play_minor) / 100.0, 'FM9999990.00') as open
       from ledger.wallet join player on player.id = wallet.player_id`,
    )
    expect(figures).toEqual(counted)
    expect(tables['markets']?.map(({ market, currency, open }) => [market, currency, open])).toEqual([
      ['NA', 'NAD', figures['open']],
      ['IN', 'INR', '5000.00'],
    ])
  })

  it('of each day equals the sum of the entries until then', async () => {
    const { before, tables } = await read('liability')
    const [counted] = await recount(
      `select to_char(sum(case when credit = 'cash' then amount::numeric else 0 end - case when debit = 'cash' then amount::numeric else 0 end), 'FM9999990.00') as cash
       from entry where day <= '${first}'`,
    )
    expect(before['cash']).toBe(counted?.['cash'])
    const both = await read('liability', first, second)
    expect(both.tables['days']?.map(({ day, cash }) => [day, cash])).toEqual([
      [second, tables['days']?.[0]?.['cash']],
      [first, before['cash']],
    ])
  })
})

describe.each(tableReportCodes)('the report %s', (code) => {
  it('is available as CSV and workbook with the screen’s content and the definitions', async () => {
    const days = `market=NA&from=${second}&to=${second}`
    const text = String((await manager.get(`/staff/reports/${code}.csv?${days}`)).json)
    const { figures, tables } = tableReportOf(code)
    for (const { name, definition } of Object.values(figures))
      for (const words of [name, definition.split(/[",;]/)[0] ?? '']) expect(text).toContain(words)
    for (const { name } of Object.values(tables)) expect(text).toContain(name)
    const book = await manager.get(`/staff/reports/${code}.xlsx?${days}`)
    expect([book.status, book.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(`dhow-${code}-NA-${second}-${second}.xlsx`),
    ])
  })

  it('is refused without each of its permissions', async () => {
    const reader = await world.operator('support')
    for (const lacking of tableReportOf(code).needs) {
      const held = tableReportOf(code).needs.filter((one) => one !== lacking)
      const id = `rol_lacks_${code}_${lacking}`
      await addRoles(world, [{ id, held }])
      await giveRole(world, reader, id)
      expect((await reader.get(`/staff/reports/${code}?market=NA`)).json.code).toBe('staff_forbidden')
    }
  })
})
