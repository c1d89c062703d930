import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { importLines } from '../../../test/statements.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorld, type World } from '../../../test/world.ts'

const depositPath = '/player/deposit-namibia/manual-deposit/send-deposit-request'
const day = '2026-11-21'
const days = `market=NA&from=${day}&to=${day}`
const provider = 'dhow-studio'
let world: World
let admin: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
let tester: Awaited<ReturnType<World['player']>>

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  admin = await world.operator('admin')
  manager = await world.operator('manager')
  cashier = await world.operator('cashier')
  const player = await world.player({ balance: '1000.00' })
  const seat = await seatOf(world, player)
  await seat.play(10_000, 2_500)
  await seat.play(5_000)
  expect(await seat.betwin(2_000, 9_000)).toMatchObject({ code: 'ok' })
  await seat.bet(1_000, 'taken-back')
  expect(await seat.rollback('taken-back')).toMatchObject({ code: 'ok' })
  await seat.bet(700, 'open-still')
  tester = await world.player({ balance: '900.00' })
  await (await seatOf(world, tester)).play(30_000)
  await deposit('500', 'METHOD0001')
  const reversed = await deposit('80', 'METHOD0002')
  const { version } = (await cashier.get(`/staff/deposits/${reversed}`)).json.deposit
  const undone = { version, reason: 'not_received', note: 'The bank took it back.' }
  expect((await manager.post(`/staff/deposits/${reversed}/reverse`, undone)).status).toBe(200)
  const mark = { is_test: true, reason: 'Account of the test team' }
  expect((await admin.post(`/staff/players/${tester.id}/test-player`, mark)).status).toBe(200)
  for (const rate of [
    { kind: 'provider', code: provider, base: 'ggr', basis_points: 1_250 },
    { kind: 'method', code: 'bank_detail:2', base: 'deposits', basis_points: 100 },
    { kind: 'tax', code: 'gaming tax', base: 'ggr', basis_points: 1_000 },
  ])
    expect(
      (await admin.call('PUT', '/staff/reports/rates', { market: 'NA', from_day: '2026-11-20', ...rate })).status,
    ).toBe(200)
  await rollUpReports(world)
})
afterAll(() => world.close())

async function deposit(amount: string, utr: string): Promise<string> {
  const player = await world.player()
  const submitted = await player.form(depositPath, { manual_deposit_id: '2', amount, utr })
  const { id } = submitted.json.data.deposit as { id: string }
  const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
  const approval = { received_amount: `${amount}.00`, version }
  expect((await cashier.post(`/staff/deposits/${id}/approve`, approval)).status).toBe(200)
  return id
}

const report = async (path: string) => {
  const { status, json } = await manager.get(`/staff/reports/${path}`)
  expect([path, status]).toEqual([path, 200])
  return json
}

describe('the statement of a provider', () => {
  const read = (query = '') => report(`providers?${days}${query}`)

  it('has rounds, stakes, wins and rollbacks by game, and the fee by rate', async () => {
    const statement = await read()
    const play = {
      ...{ rounds: 5, stakes: '170.00', wins: '115.00', ggr: '55.00', rollbacks: 1, rolled_back: '10.00' },
    }
    expect(statement).toMatchObject({ number: null, provider, currency: 'NAD' })
    expect(statement.games).toEqual([{ game_id: expect.any(String), name: expect.any(String), ...play }])
    expect(statement.total).toEqual(play)
    expect(statement.fees).toEqual([
      { from_day: '2026-11-20', base: 'ggr', basis_points: 1_250, base_amount: '55.00', fee: '6.88' },
    ])
    expect(statement.fee).toBe('6.88')
  })

  it('equals the report and a recount from the transfers', async () => {
    const { rows } = await sql<Record<string, string>>`
      select ledger.decimal(coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play')), 0)::bigint) as stakes,
        ledger.decimal(coalesce(sum(amount_minor) filter (where credit = 'cash'), 0)::bigint) as wins
      from ledger.transfers transfer join accounts.player on player.id = transfer.player_id and not player.is_test
      where debit = 'gaming_result:dhow-studio' or credit = 'gaming_result:dhow-studio'`.execute(world.db.kysely)
    const { total, fee } = await read()
    expect(total).toMatchObject(rows[0] ?? {})
    const shown = (await report(`../reports?${days}`)) as { providers: unknown[] }
    expect(shown.providers).toEqual([{ code: provider, turnover: total.stakes, wins: total.wins, ggr: total.ggr, fee }])
  })

  it('excludes a test player, also in the past, until the mark is removed', async () => {
    const before = await read()
    const mark = (is_test: boolean) =>
      admin.post(`/staff/players/${tester.id}/test-player`, { is_test, reason: 'For a look' })
    await mark(false)
    expect((await read()).total).toMatchObject({ rounds: 6, stakes: '470.00' })
    await mark(true)
    expect(await read()).toEqual(before)
  })

  const compare = async (text: string) => {
    const file = { name: 'theirs.csv', type: 'text/csv', bytes: Buffer.from(text), field: 'statement' }
    const fields = { market: 'NA', provider, from: day, to: day }
    return manager.form('/staff/reports/providers/comparison', fields, file)
  }

  it('is compared with the provider’s, row by row', async () => {
    const [game] = (await read()).games
    const same = await compare(
      `Game;Rounds;Stakes;Wins\r\n${game.game_id};5;170.00;115.00\r\nTotal;5;170.00;115.00\r\n`,
    )
    expect([same.status, same.json.rows, same.json.differences]).toEqual([200, 1, []])
    const other = await compare(
      `game,rounds,stakes,wins,rollbacks\n"${game.name}",6,"1,170.00",115.00,1\nGhost,1,1.00,0.00,0\n`,
    )
    expect(other.json.differences).toEqual([
      { game: game.name, figure: 'rounds', ours: '5', theirs: '6', difference: '1' },
      { game: game.name, figure: 'stakes', ours: '170.00', theirs: '1170.00', difference: '1000.00' },
      { game: 'Ghost', figure: 'game', ours: null, theirs: 'Ghost', difference: null },
    ])
    const missing = await compare('game,rounds,stakes,wins\n')
    expect(missing.json.differences).toEqual([
      { game: game.name, figure: 'game', ours: game.name, theirs: null, difference: null },
    ])
  })

  it.each([
    '',
    'nothing\n1\n',
    'game,rounds,stakes,wins\nx,1,much,0.00\n',
    'game,rounds,stakes,wins\nx,1.5,1.00,0.00\n',
  ])('refuses a file that it cannot read: %j', async (text) => {
    expect(await compare(text)).toMatchObject({ status: 422, json: { code: 'provider_file_unreadable' } })
  })

  it('is available as CSV and as a workbook', async () => {
    const text = String((await manager.get(`/staff/reports/providers.csv?${days}`)).json)
    expect(text).toContain('draft,dhow-studio,NAD,2026-11-21,2026-11-21')
    expect(text).toContain('total,Total,5,170.00,115.00,55.00,1,10.00')
    expect(text).toContain('2026-11-20,ggr,12.50,55.00,6.88')
    const book = await manager.get(`/staff/reports/providers.xlsx?${days}`)
    expect(book.headers['content-disposition']).toContain('dhow-draft-NA-dhow-studio-2026-11-21-2026-11-21.xlsx')
  })
})

describe('the statement of payment methods', () => {
  const read = async () => report(`methods?${days}`)

  it('has deposits, reversals and fees by account, and no difference without a bank statement', async () => {
    const { accounts } = await read()
    expect(accounts.find(({ account }: { account: string }) => account === 'bank_detail:2')).toMatchObject({
      ...{
        count: 2,
        deposits: '580.00',
        reversed_count: 1,
        reversed: '80.00',
        fee: '5.00',
        theirs: null,
        difference: null,
      },
    })
  })

  it('has the difference to the imported statement', async () => {
    const lines = [
      { amount: '500.00', reference: 'METHOD0001', day },
      { amount: '25.50', reference: 'UNKNOWN', day },
    ]
    expect((await importLines(manager, lines)).status).toBe(200)
    await rollUpReports(world)
    const eft = (await read()).accounts.find(({ account }: { account: string }) => account === 'bank_detail:2')
    expect(eft).toMatchObject({ deposits: '580.00', theirs: '525.50', difference: '25.50' })
  })
})

it('taxes are listed by month with rate, base and amount', async () => {
  const { months, total } = await report('tax?market=NA&from=2026-10-15&to=2026-11-30')
  expect(months).toEqual([
    {
      ...{ month: '2026-11', tax: 'gaming tax', from_day: '2026-11-20', base: 'ggr', basis_points: 1_000 },
      ...{ base_amount: '55.00', fee: '5.50' },
    },
  ])
  expect(total).toBe('5.50')
  const whole = await report('../reports?market=NA&from=2026-10-15&to=2026-11-21')
  expect(whole.figures.find(({ code }: { code: string }) => code === 'tax').value).toBe(total)
  expect(String((await manager.get(`/staff/reports/tax.csv?${days}`)).json)).toContain(
    '2026-11,gaming tax,2026-11-20,ggr,10.00,55.00,5.50',
  )
})

it.each(['providers', 'methods', 'tax'])('the report %s needs its permission', async (path) => {
  expect((await cashier.get(`/staff/reports/${path}?${days}`)).json.code).toBe('staff_forbidden')
  expect((await cashier.get(`/staff/reports/${path}.csv?${days}`)).json.code).toBe('staff_forbidden')
})
