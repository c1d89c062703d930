import { reportFigures } from '@dhow/contract/report-figures'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorld, type World } from '../../../test/world.ts'

const depositPath = '/player/deposit-namibia/manual-deposit/send-deposit-request'
/** The tests' day in Windhoek; a world's clock starts in the morning. */
const day = '2026-11-21'
let world: World
let admin: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
let tester: Awaited<ReturnType<World['player']>>

beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  manager = await world.operator('manager')
  cashier = await world.operator('cashier')
  const player = await world.player()
  await deposit(player, '500', 'REPORT0001')
  const reversed = await deposit(player, '80', 'REPORT0002')
  const undone = { version: reversed.version, reason: 'not_received', note: 'The bank took it back.' }
  expect((await manager.post(`/staff/deposits/${reversed.id}/reverse`, undone)).json).toMatchObject({
    status: 'success',
  })
  const seat = await seatOf(world, player)
  await seat.play(10_000, 2_500)
  await seat.play(5_000)
  expect(await seat.betwin(2_000, 9_000)).toMatchObject({ code: 'ok' })
  await seat.bet(1_000, 'taken-back')
  expect(await seat.rollback('taken-back')).toMatchObject({ code: 'ok' })
  await seat.bet(700, 'open-still')
  await payOut()
  tester = await world.player({ balance: '900.00' })
  await (await seatOf(world, tester)).play(30_000)
  await world.player({ market: 'IN', balance: '4000.00' })
  await rollUpReports(world)
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>

async function deposit(player: Player, amount: string, utr: string) {
  const submitted = await player.form(depositPath, { manual_deposit_id: '2', amount, utr })
  const { id } = submitted.json.data.deposit as { id: string }
  const version = async () => (await cashier.get(`/staff/deposits/${id}`)).json.deposit.version as number
  const approval = { received_amount: `${amount}.00`, version: await version() }
  expect((await cashier.post(`/staff/deposits/${id}/approve`, approval)).status).toBe(200)
  return { id, version: await version() }
}

/** A withdrawal that is paid. */
async function payOut() {
  const player = await playerToBePaid(world)
  const otp = await withdrawalCode(world, player)
  const asked = await player.post('/player/withdrawals', {
    amount: '400',
    payout_account_id: player.payoutAccountId,
    otp,
  })
  const { id } = asked.json.withdrawal as { id: string }
  for (const step of ['approve', 'pay']) {
    const { version } = (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal as { version: number }
    const body = step === 'approve' ? { version } : { version, payment_reference: 'PAYOUT 77' }
    const answer = await cashier.post(`/staff/withdrawals/${id}/${step}`, body)
    expect([step, answer.status, answer.json.code]).toEqual([step, 200, undefined])
  }
}

const report = async (query = '') => {
  const { status, json } = await manager.get(`/staff/reports?market=NA&from=${day}&to=${day}${query}`)
  expect(status).toBe(200)
  return json
}
const valuesOf = (json: { figures: { code: string; value: string }[] }) =>
  Object.fromEntries(json.figures.map(({ code, value }) => [code, value]))

/** Recounts the figures with plain SQL, from the entries shown to people. */
async function recount(leftOut: string[]) {
  const { rows } = await sql<Record<string, string>>`
    with entries as (
      select entry.*, amount::numeric as value from ledger.entries entry join accounts.player on player.id = entry.player
      where player.market = 'NA' and player.id <> all (${leftOut}::text[])
    )
    select
      to_char(sum(case when debit ~ '^(bank_detail|payment_service|voucher_issuer|suspense)' and credit = 'cash' then value
                       when debit = 'cash' and credit ~ '^(bank_detail|payment_service)' then -value else 0 end), 'FM9999990.00') as deposits,
      to_char(sum(case when debit = 'hold' and credit = 'payout_transit' then value when debit in ('payout_transit', 'returned') and credit = 'cash' then -value else 0 end), 'FM9999990.00') as withdrawals,
      to_char(sum(case when debit in ('cash', 'in_play') and credit like 'gaming_result%' then value else 0 end), 'FM9999990.00') as turnover,
      to_char(sum(case when credit = 'cash' and debit like 'gaming_result%' then value else 0 end), 'FM9999990.00') as wins
    from entries`.execute(world.db.kysely)
  return rows[0]
}

describe('a report', () => {
  it('has exactly the figures of the ledger', async () => {
    const values = valuesOf(await report())
    expect(values).toMatchObject((await recount([])) ?? {})
    expect(values).toMatchObject({ turnover: '470.00', wins: '115.00', ggr: '355.00', withdrawals: '400.00' })
    expect(values).toMatchObject({ registrations: '3', active_players: '2', first_deposits: '3' })
  })

  it('does not change when the roll-up runs again', async () => {
    const before = await report()
    await world.app.features.reports.rollUp()
    expect({ ...(await report()), as_of: '' }).toEqual({ ...before, as_of: '' })
  })

  it('lists play by provider and deposits by account', async () => {
    const json = await report()
    expect(json.providers).toEqual([
      { code: 'dhow-studio', turnover: '470.00', wins: '115.00', ggr: '355.00', fee: '0.00' },
    ])
    const eft = json.methods.find(({ account }: { account: string }) => account === 'bank_detail:2')
    expect(eft).toMatchObject({ deposits: '500.00', count: 1 })
  })

  it('separates markets, and has the current liability', async () => {
    const { json } = await manager.get(`/staff/reports?market=IN&from=${day}&to=${day}`)
    expect(valuesOf(json)).toMatchObject({ deposits: '4000.00', turnover: '0.00' })
    expect(json.liability).toMatchObject({ cash: '4000.00', in_play: '0.00' })
    expect((await report()).liability.in_play).toBe('7.00')
  })

  it('compares with the preceding period of the same length', async () => {
    const { json } = await manager.get('/staff/reports?market=NA&from=2026-11-22&to=2026-11-22')
    expect(json.before).toEqual({ from: day, to: day })
    const turnover = json.figures.find(({ code }: { code: string }) => code === 'turnover')
    expect(turnover).toEqual({ code: 'turnover', value: '0.00', before: '470.00' })
  })

  it('covers the last seven days by default', async () => {
    const { json } = await manager.get('/staff/reports?market=NA')
    expect([json.from, json.to, json.days.length]).toEqual(['2026-11-15', day, 7])
  })

  it.each([
    ['from=2026-11-22&to=2026-11-21', 422, 'report_backwards'],
    ['from=2016-11-22&to=2026-11-21', 422, 'report_too_long'],
    ['from=yesterday', 422, 'invalid_fields'],
  ])('over %s is refused', async (query, status, code) => {
    const answer = await manager.get(`/staff/reports?market=NA&${query}`)
    expect([answer.status, answer.json.code]).toEqual([status, code])
  })

  it.each([
    ...['', '/days.csv', '/days.xlsx', '/entries?figure=ggr', '/cohorts', '/funnel', '/providers', '/methods', '/tax'],
    '/funnel/payments?step=credited&method=manual_namibia',
  ])('over ten years is refused in one sentence: /staff/reports%s', async (path) => {
    const query = 'market=NA&from=2016-11-22&to=2026-11-21'
    const answer = await manager.get(`/staff/reports${path}${path.includes('?') ? '&' : '?'}${query}`)
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      ...[422, 'report_too_long'],
      'A report covers at most 400 days. Choose a shorter period.',
    ])
  })

  it('over ten years is refused as an export too, and nothing is written', async () => {
    const asked = { market: 'NA', kind: 'entries', figure: 'ggr', from: '2016-11-22', to: '2026-11-21' }
    const answer = await manager.post('/staff/reports/exports', asked)
    expect([answer.status, answer.json.code]).toEqual([422, 'report_too_long'])
    expect((await manager.get('/staff/reports/exports')).json.exports).toEqual([])
  })

  it('is not for cashiers', async () => {
    expect((await cashier.get('/staff/reports?market=NA')).json.code).toBe('staff_forbidden')
  })

  it('is available as CSV, with the period’s sum last', async () => {
    const { json } = await manager.get(`/staff/reports/days.csv?market=NA&from=${day}&to=${day}`)
    const [head, only, total] = String(json)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    expect(head?.slice(0, 3)).toEqual(['day', 'currency', 'deposits'])
    expect(only?.[0]).toBe(day)
    expect(total).toEqual(['total', ...(only ?? []).slice(1)])
  })
})

describe('the workbook of a report', () => {
  const path = `/staff/reports/days.xlsx?market=NA&from=${day}&to=${day}`

  it('has the figures as numbers, and every definition', async () => {
    const { status, headers, json } = await manager.get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(headers['content-disposition']).toBe(`attachment; filename="dhow-report-NA-${day}-${day}.xlsx"`)
    const sheets = readWorkbook(json)
    expect([...sheets.keys()]).toEqual(['Days', 'Providers', 'Payment accounts', 'Definitions'])
    const [head = [], only = [], total = []] = sheets.get('Days') ?? []
    const figures = valuesOf(await report())
    for (const [code, value] of Object.entries(figures)) {
      const column = head.indexOf(reportFigures[code as keyof typeof reportFigures].name)
      expect([code, only[column], total[column]]).toEqual([code, Number(value), Number(value)])
    }
    expect(sheets.get('Definitions')?.[1]).toEqual(['Deposits', 'NAD', reportFigures.deposits.definition])
    const fees = (sheets.get('Payment accounts') ?? []).slice(1)
    expect(fees.reduce((sum, row) => sum + Number(row[2]), 0)).toBe(Number(figures['deposits']))
  })

  it('is refused under the same conditions as the report', async () => {
    const tooLong = path.replace(`from=${day}`, 'from=2015-01-01')
    expect(await manager.get(tooLong)).toMatchObject({ status: 422, json: { code: 'report_too_long' } })
    expect((await cashier.get(path)).status).toBe(403)
  })
})

describe('the entries of a figure', () => {
  it('add up to it', async () => {
    for (const figure of ['deposits', 'withdrawals', 'turnover', 'wins', 'ggr']) {
      const { json } = await manager.get(`/staff/reports/entries?market=NA&from=${day}&to=${day}&figure=${figure}`)
      const sum = json.entries.reduce(
        (total: number, { amount }: { amount: string }) => total + Number(amount) * 100,
        0,
      )
      expect([figure, (sum / 100).toFixed(2)]).toEqual([figure, valuesOf(await report())[figure]])
    }
  })

  it('continue on the next page, each once', async () => {
    const seat = await seatOf(world, await world.player({ balance: '500.00' }))
    for (let n = 0; n < 55; n++) await seat.betwin(100, 0)
    const path = `/staff/reports/entries?market=NA&from=${day}&to=${day}&figure=turnover`
    await vi.waitFor(async () => {
      await world.app.features.reports.rollUp()
      const first = (await manager.get(path)).json
      const second = (await manager.get(`${path}&cursor=${first.next_cursor}`)).json
      const ids = [...first.entries, ...second.entries].map(({ id }: { id: string }) => id)
      expect([first.entries.length, second.next_cursor, new Set(ids).size]).toEqual([50, null, ids.length])
    }, 10_000)
  })
})

it('use the market’s days', async () => {
  // 22:30 UTC is half past midnight in Windhoek.
  world.clock.leap(Date.parse('2026-11-21T22:30:00Z') - world.clock.now().getTime())
  const late = await world.signIn(cashier)
  manager = await world.signIn(manager)
  admin = await world.signIn(admin)
  const player = await world.player()
  const submitted = await player.form(depositPath, { manual_deposit_id: '2', amount: '61', utr: 'REPORT0061' })
  const { id } = submitted.json.data.deposit as { id: string }
  const { version } = (await late.get(`/staff/deposits/${id}`)).json.deposit
  await late.post(`/staff/deposits/${id}/approve`, { received_amount: '61.00', version })
  // The roll-up waits for every older transaction of the cluster, also in other databases.
  await vi.waitFor(async () => {
    await world.app.features.reports.rollUp()
    const { json } = await manager.get('/staff/reports?market=NA&from=2026-11-21&to=2026-11-22')
    expect(json.days[1]).toMatchObject({ day: '2026-11-22', values: { deposits: '61.00' } })
  }, 10_000)
})

describe('a test player', () => {
  it('is excluded from all figures, also in the past', async () => {
    const before = valuesOf(await report())
    const path = `/staff/players/${tester.id}/test-player`
    expect((await manager.post(path, { is_test: true, reason: 'Ours' })).json.code).toBe('staff_forbidden')
    expect((await admin.post(path, { is_test: true, reason: 'Account of the test team' })).status).toBe(200)
    const without = valuesOf(await report())
    expect(without['turnover']).toBe((Number(before['turnover']) - 300).toFixed(2))
    expect(without['deposits']).toBe((Number(before['deposits']) - 900).toFixed(2))
    expect(Number(without['active_players'])).toBe(Number(before['active_players']) - 1)
    await world.app.features.check({ isWhole: true })
    expect((await admin.post(path, { is_test: false, reason: 'A mistake' })).status).toBe(200)
    expect(valuesOf(await report())).toEqual(before)
    const { json } = await admin.get(`/staff/audit?subject=${tester.id}`)
    expect(json.entries.map(({ action }: { action: string }) => action)).toEqual(['player.no-test', 'player.test'])
  })

  it('must exist', async () => {
    const answer = await admin.post('/staff/players/ply_nobody/test-player', { is_test: true, reason: 'Ours' })
    expect(answer.status).toBe(404)
  })
})

describe('fees and taxes', () => {
  const set = (rate: object) =>
    admin.call('PUT', '/staff/reports/rates', { market: 'NA', from_day: '2026-11-20', ...rate })

  it('are shares of their base, and reduce NGR', async () => {
    const before = valuesOf(await report())
    await set({ kind: 'provider', code: 'dhow-studio', base: 'ggr', basis_points: 1_250 })
    await set({ kind: 'method', code: 'bank_detail:2', base: 'deposits', basis_points: 100 })
    await set({ kind: 'tax', code: 'gaming tax', base: 'ggr', basis_points: 1_000 })
    const after = valuesOf(await report())
    const ggr = Number(before['ggr'])
    expect(after).toMatchObject({
      ggr: before['ggr'],
      provider_fees: (Math.round(ggr * 12.5) / 100).toFixed(2),
      payment_fees: '5.00',
      tax: (ggr / 10).toFixed(2),
    })
    const costs = ['bonus_cost', 'provider_fees', 'payment_fees', 'tax'].map((code) => Number(after[code]))
    expect(Number(after['ngr'])).toBeCloseTo(ggr - costs.reduce((sum, cost) => sum + cost, 0), 2)
  })

  it('apply from their start day', async () => {
    const before = valuesOf(await report())
    await set({ kind: 'tax', code: 'gaming tax', base: 'ggr', basis_points: 9_000, from_day: '2026-11-23' })
    expect(valuesOf(await report())).toEqual(before)
  })

  it('are set only by admins, as whole hundredths of a percent', async () => {
    const rate = { market: 'NA', kind: 'tax', code: 'x', base: 'ggr', basis_points: 1, from_day: day }
    expect((await manager.call('PUT', '/staff/reports/rates', rate)).json.code).toBe('staff_forbidden')
    expect((await set({ kind: 'tax', code: 'x', base: 'ggr', basis_points: 10_001 })).status).toBe(422)
    expect((await set({ kind: 'tax', code: 'x', base: 'ggr', basis_points: 0.5 })).status).toBe(422)
  })
})
