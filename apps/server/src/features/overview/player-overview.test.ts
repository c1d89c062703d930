import type { PlayerTexts } from '@dhow/contract/player-texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { formatCsv } from '../../platform/csv.ts'
import { playerTexts, sentenceOf } from '../../platform/texts.ts'
import { openHistoryDownload } from './history-download.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const dayMs = 86_400_000
/** Rows of a CSV text without quoted line breaks. */
const rowsOf = (bytes: unknown) =>
  (bytes as Buffer)
    .toString()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

describe('the account dashboard', () => {
  it('shows balance, play and payments by period', async () => {
    const player = await world.player({ balance: '100.00' })
    const early = await seatOf(world, player)
    await early.play(1_000, 400)
    await world.clock.advance(2 * dayMs)
    // The idle session has expired; the next sign-in may be on another device or the same one.
    const back = await player.post('/login', { mobile: player.mobile, password: player.password })
    player.browser.use(back.json.token)
    const late = await seatOf(world, player)
    await late.play(500, 2_000)
    await late.bet(300)
    const { json } = await player.get('/player/account-dashboard')
    expect(json).toMatchObject({
      balance: '106.00',
      in_play: '3.00',
      held: '0.00',
      bonus: '0.00',
      activity: {
        day: { staked: '8.00', won: '20.00', net: '12.00', deposited: '0.00', withdrawn: '0.00' },
        week: { staked: '18.00', won: '24.00', net: '6.00', deposited: '100.00' },
        all: { staked: '18.00', won: '24.00', net: '6.00', deposited: '100.00' },
      },
      counts: { deposits: 1, withdrawals: 0, rounds: 3 },
      block: null,
    })
    expect(json.limits).toHaveLength(9)
    expect(json.counts.devices).toBeGreaterThan(0)
  })
})

describe('a history as a file', () => {
  it('has a row for each round and each entry, and a file name', async () => {
    const player = await world.player({ balance: '100.00' })
    const seat = await seatOf(world, player)
    await seat.play(1_000, 2_500)
    await seat.play(500, 0)
    const games = await player.get('/player/history-download?kind=games')
    expect([games.headers['content-type'], games.headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="dhow-games.csv"',
    ])
    const [head, latest, first] = rowsOf(games.json)
    const column = (row: string[] | undefined, name: string) => row?.[head!.indexOf(name)]
    expect([column(latest, 'stake'), column(latest, 'net'), column(first, 'net')]).toEqual(['5.00', '-5.00', '15.00'])
    const wallet = rowsOf((await player.get('/player/history-download?kind=wallet')).json)
    const cash = wallet.slice(1).filter((row) => row[3] === 'cash')
    expect(cash.reduce((sum, row) => sum + BigInt(row[4]!.replace('.', '')), 0n)).toBe(11_000n)
    const none = await player.get('/player/history-download?kind=wallet&to=2020-01-01')
    expect(rowsOf(none.json)).toHaveLength(1)
  })

  it('of deposits and withdrawals has only its player’s rows', async () => {
    const [mine, other] = [await world.player(), await world.player()]
    const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
    await mine.form(path, { manual_deposit_id: '2', amount: '500', utr: 'CSV MINE 1' })
    await other.form(path, { manual_deposit_id: '2', amount: '600', utr: 'CSV OTHER 1' })
    const rows = rowsOf((await mine.get('/player/history-download?kind=deposits')).json)
    expect(rows.slice(1).map((row) => row.slice(4, 9))).toEqual([['CSVMINE1', '500.00', '', 'NAD', 'pending']])
    expect(rowsOf((await mine.get('/player/history-download?kind=withdrawals')).json)).toHaveLength(1)
    expect((await world.visitor().get('/player/history-download?kind=deposits')).status).toBe(401)
    expect((await mine.get('/player/history-download?kind=secrets')).status).toBe(422)
  })

  it('has reasons in the player’s language, and a changed catalogue text changes earlier rows', async () => {
    const player = await world.player()
    const fields = { manual_deposit_id: '2', amount: '500', utr: 'CSV WORDING 1' }
    const sent = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    const { id } = sent.json.data.deposit
    const cashier = await world.operator('cashier')
    const { version } = (await cashier.post(`/staff/deposits/${id}/claim`)).json.deposit
    await cashier.post(`/staff/deposits/${id}/reject`, { reason: 'not_received', version })

    const why = async (download: ReturnType<typeof openHistoryDownload>) => {
      const session = { playerId: player.id, sessionId: '', market: 'NA', currency: 'NAD' } as const
      const [head, row] = rowsOf(Buffer.from(await download(session, 'deposits', {})))
      return row![head!.indexOf('reason')]
    }
    const parts = { platform: world.platform, ...world.app.features }
    expect(await why(openHistoryDownload(parts))).toBe('We did not receive this payment.')
    await player.put('/player/preferences', { language: 'af' })
    expect(await why(openHistoryDownload(parts))).toBe('Ons het nie hierdie betaling ontvang nie.')

    const changed: PlayerTexts = { ...playerTexts.af, deposit_rejected: ({ reason }) => `Nee: ${reason}` }
    expect(await why(openHistoryDownload(parts, { ...playerTexts, af: changed }))).toBe('Nee: not_received')
    const step = async (reader: { get: typeof player.get }, path: string) =>
      sentenceOf((await reader.get(path)).json.deposit.timeline.at(-1).text, changed)
    expect(await step(player, `/player/deposits/${id}`)).toBe('Nee: not_received')
    expect(await step(cashier, `/staff/deposits/${id}`)).toBe('Nee: not_received')
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+2', "'-1+2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['＝1', "'＝1"],
    ['-5.00', '-5.00'],
    ['-5.00+1', "'-5.00+1"],
    ['a,b', '"a,b"'],
    ['paid;=1+1', '"paid;=1+1"'],
    ['paid\t=1+1', '"paid\t=1+1"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
  ])('writes %j so that no spreadsheet runs it', (cell, written) => {
    expect(formatCsv([[cell]])).toBe(`${written}\r\n`)
  })
})

describe('played games', () => {
  it('of a player are listed by recency, each game once, only for the player', async () => {
    const player = await world.player()
    expect((await player.get('/player/recent-games')).json.games).toEqual([])
    await seatOf(world, player)
    await seatOf(world, player)
    const { games } = (await player.get('/player/recent-games')).json
    expect(games).toMatchObject([{ slug: 'dhow', names: { hi: 'धाउ' } }])
  })

  it('with the latest wins are shown to everybody, with shortened names', async () => {
    const player = await world.player({ balance: '100.00' })
    const seat = await seatOf(world, player)
    await seat.play(1_000, 7_777)
    await seat.play(1_000, 999)
    await seat.betwin(200, 900)
    await seat.bet(100)
    await world.clock.advance(5_000)
    const { winners } = (await world.visitor().get('/winners')).json
    const mine = winners.filter((row: { payout: string }) => ['77.77', '9.99', '9.00'].includes(row.payout))
    expect(mine.map((row: { stake: string; payout: string }) => [row.stake, row.payout])).toEqual([
      ['2.00', '9.00'],
      ['10.00', '77.77'],
    ])
    const dhow = { game: 'Dhow', names: { hi: 'धाउ' }, slug: 'dhow' }
    expect(mine[0]).toMatchObject({ player: 'pl•••', currency: 'NAD', ...dhow })
    expect((await player.get('/player/game-history')).json.data[0]).toMatchObject(dhow)
    expect(JSON.stringify(winners)).not.toContain(player.player_name)
  })

  it('are shown to a market only in its own currency', async () => {
    const [here, there] = [
      await world.player({ balance: '100.00' }),
      await world.player({ market: 'IN', balance: '100.00' }),
    ]
    await (await seatOf(world, here)).play(1_000, 6_161)
    await (await seatOf(world, there)).play(1_000, 6_262)
    await world.clock.advance(5_000)
    const listPayouts = async (market: string) => {
      const { winners } = (await world.visitor().get(`/winners?market=${market}`)).json
      return winners.map((row: { currency: string; payout: string }) => `${row.currency} ${row.payout}`)
    }
    expect(await listPayouts('NA')).toContain('NAD 61.61')
    expect(await listPayouts('IN')).toContain('INR 62.62')
    const foreign = [
      ...(await listPayouts('NA')).filter((win: string) => !win.startsWith('NAD')),
      ...(await listPayouts('IN')).filter((win: string) => !win.startsWith('INR')),
    ]
    expect(foreign).toEqual([])
  })
})
