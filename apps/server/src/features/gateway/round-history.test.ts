import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatDecimal } from '@dhow/contract/money'
import { seatOf, type SeatAnswer } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const dayMs = 86_400_000

/** A player in the game, with calls that must be accepted. */
async function seat() {
  const player = await world.player({ balance: '100.00' })
  const gameSeat = await seatOf(world, player)
  const taken = async (answer: Promise<SeatAnswer>) => expect(await answer).toMatchObject({ code: 'ok' })
  return {
    player,
    bet: (txId: string, round: string, amount: number) => taken(gameSeat.bet(amount, txId, round)),
    win: (round: string, refTxId: string, amount: number) => taken(gameSeat.win(refTxId, amount, round)),
    back: (round: string, refTxId: string) => taken(gameSeat.rollback(refTxId, round)),
  }
}

/** Totals of every filter, added up round by round. */
async function byHand(playerId: string, from: string | undefined, to: string | undefined) {
  const rounds = await world.db.kysely
    .selectFrom('gateway.game_round')
    .selectAll()
    .where('player_id', '=', playerId)
    .execute()
  return (state: string | undefined) => {
    const chosen = rounds.filter((round) => {
      const day = round.started_at.toISOString().slice(0, 10)
      const isBack = round.returned_minor === round.stake_minor && round.stake_minor > 0n
      const stands = round.open_bets > 0 ? 'open' : isBack ? 'rolled_back' : 'settled'
      return (!from || day >= from) && (!to || day <= to) && (!state || stands === state)
    })
    const out = chosen.reduce((sum, round) => sum + round.stake_minor - round.returned_minor, 0n)
    const paid = chosen.reduce((sum, round) => sum + round.payout_minor, 0n)
    return {
      rounds: chosen
        .map(({ id }) => id)
        .sort()
        .reverse(),
      totals: { in: formatDecimal(paid), out: formatDecimal(out), net: formatDecimal(paid - out) },
    }
  }
}

/** Checks the player's own figures since an hour of another day against the rounds. */
async function checkDashboard(player: Awaited<ReturnType<typeof seat>>['player']) {
  const rounds = await world.db.kysely
    .selectFrom('gateway.game_round')
    .selectAll()
    .where('player_id', '=', player.id)
    .execute()
  const { activity, counts } = (await player.get('/player/account-dashboard')).json
  for (const [stretch, days] of Object.entries({ day: 1, week: 7, month: 30, all: 20_000 })) {
    const since = world.clock.now().getTime() - days * dayMs
    const chosen = rounds.filter((round) => round.started_at.getTime() >= since)
    const { staked, won } = activity[stretch]
    expect({ stretch, staked, won }).toEqual({
      stretch,
      staked: formatDecimal(chosen.reduce((sum, round) => sum + round.stake_minor - round.returned_minor, 0n)),
      won: formatDecimal(chosen.reduce((sum, round) => sum + round.payout_minor, 0n)),
    })
  }
  expect(counts.rounds).toBe(rounds.length)
}

/** Checks the rare rounds right after the job: rolled-back ones, continued or not, and those open for an hour. */
async function checkRareRounds() {
  const { rows } = await sql<{ id: string; is_open: boolean }>`
    select id, true as is_open from gateway.long_open_round union all select id, false from gateway.rolled_back_round`.execute(
    world.db.kysely,
  )
  const hourAgo = new Date(world.clock.now().getTime() - dayMs / 24)
  const rounds = await world.db.kysely.selectFrom('gateway.game_round').selectAll().execute()
  const expected = rounds.flatMap(({ id, open_bets, started_at, stake_minor, returned_minor }) => {
    if (open_bets > 0) return started_at < hourAgo ? [{ id, is_open: true }] : []
    return returned_minor === stake_minor ? [{ id, is_open: false }] : []
  })
  const playedOn = new Set(rounds.filter((round) => round.returned_minor < round.stake_minor).map(({ id }) => id))
  expect(new Set(rows.filter(({ id, is_open }) => is_open || !playedOn.has(id)))).toEqual(new Set(expected))
}

it('has totals equal to its rounds at any time, also after late results', async () => {
  const [one, other] = [await seat(), await seat()]
  const first = world.clock.now()
  const day = (index: number) => new Date(first.getTime() + index * dayMs).toISOString().slice(0, 10)
  const nextDay = async () => {
    await world.clock.advance(dayMs)
    for (const { player } of [one, other]) {
      const { mobile, password } = player
      player.browser.use((await player.post('/login', { mobile, password })).json.token)
    }
  }
  const check = async () => {
    for (const { player } of [one, other]) {
      await checkDashboard(player)
      for (const [from, to] of [[], [day(0), day(0)], [day(1)], [undefined, day(1)], [day(2), day(3)]]) {
        const hand = await byHand(player.id, from, to)
        for (const state of [undefined, 'open', 'settled', 'rolled_back']) {
          const asked = Object.entries({ from, to, state, limit: '100' }).filter(([, value]) => value !== undefined)
          const { json } = await player.get(
            `/player/game-history?${new URLSearchParams(asked as [string, string][]).toString()}`,
          )
          const rounds = json.data.map(({ id }: { id: string }) => id)
          expect({ rounds, totals: json.totals }, JSON.stringify({ from, to, state })).toEqual(hand(state))
        }
      }
      const { json } = await player.get('/player/game-history?state=rolled_back&limit=1')
      const hand = (await byHand(player.id, undefined, undefined))('rolled_back')
      expect(json.data.map(({ id }: { id: string }) => id)).toEqual(hand.rounds.slice(0, 1))
    }
  }
  const steps: (() => Promise<unknown>)[] = [
    () => one.bet('a', 'ra', 1_000),
    () => one.bet('b', 'rb', 700),
    () => other.bet('c', 'rc', 300),
    () => one.win('ra', 'a', 2_500),
    nextDay,
    // Yesterday's round is won today; another bet is placed and rolled back.
    () => one.win('rb', 'b', 0),
    () => one.bet('d', 'rd', 200),
    () => one.bet('e', 'rd', 100),
    () => one.back('rd', 'd'),
    () => other.bet('f', 'rf', 150),
    () => other.back('rf', 'f'),
    // A later round ends while an earlier one is open.
    () => other.bet('h', 'rh', 40),
    () => other.bet('i', 'ri', 60),
    () => other.win('ri', 'i', 90),
    () => other.back('rh', 'h'),
    () => other.bet('j', 'rj', 70),
    () => other.back('rj', 'j'),
    nextDay,
    // Bets into a finished round while a later one is open, and into two that were rolled back.
    () => one.win('rb', 'b', 5),
    async () => {
      await one.bet('m', 'rb', 30)
      await other.bet('k', 'rh', 80)
      await other.bet('l', 'rj', 90)
    },
    () => other.win('rh', 'k', 0),
    () => one.win('rb', 'm', 10),
    // A further win of a round settled and summed two days ago.
    () => one.win('ra', 'a', 1_111),
    () => one.back('rd', 'e'),
    () => one.bet('g', 'rg', 50),
    () => other.win('rc', 'c', 299),
  ]
  for (const [index, step] of steps.entries()) {
    await step()
    // Record long-open rounds from time to time.
    if (index % 3 === 0) {
      await world.app.features.gateway.settleSilentBets()
      await checkRareRounds()
    }
    await check()
  }
  const { rows } = await sql<{ day: string; staked_minor: bigint; won_minor: bigint }>`
    select day_utc::text as day, staked_minor, won_minor from gateway.round_day where player_id = ${one.player.id} order by day_utc`.execute(
    world.db.kysely,
  )
  expect(rows).toEqual([
    { day: day(0), staked_minor: 1_730n, won_minor: 3_626n },
    { day: day(1), staked_minor: 0n, won_minor: 0n },
    { day: day(2), staked_minor: 50n, won_minor: 0n },
  ])
})

it('can be filtered by game, with the totals of its rounds, also in the files', async () => {
  const player = await world.player({ balance: '100.00' })
  const studio = { provider: 'dhow-studio', secret: world.environment.STUDIO_WALLET_KEY }
  const [crash, mines] = [await seatOf(world, player), await seatOf(world, player, { ...studio, game: 'mines' })]
  await crash.play(1_000, 2_500)
  await mines.play(300)
  await crash.bet(200, 'open')
  const history = async (search: string) => {
    const { data, totals } = (await player.get(`/player/game-history?${search}`)).json
    return { slugs: data.map(({ slug }: { slug: string }) => slug), totals }
  }
  expect(await history('game=mines')).toEqual({
    slugs: ['mines'],
    totals: { in: '0.00', out: '3.00', net: '-3.00' },
  })
  expect(await history('game=dhow')).toEqual({
    slugs: ['dhow', 'dhow'],
    totals: { in: '25.00', out: '12.00', net: '13.00' },
  })
  expect(await history('game=dhow&state=settled')).toEqual({
    slugs: ['dhow'],
    totals: { in: '25.00', out: '10.00', net: '15.00' },
  })
  expect(await history('game=unknown')).toEqual({ slugs: [], totals: { in: '0.00', out: '0.00', net: '0.00' } })
  const file = await player.get('/player/rounds-download?game=mines')
  expect(file.json.rounds.map(({ slug }: { slug: string }) => slug)).toEqual(['mines'])
  const sheet = await player.get('/player/history-download?kind=games&game=mines')
  expect(String(sheet.json).trim().split('\n')).toHaveLength(2)
})
