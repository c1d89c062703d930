import { expect, test, vi } from 'vitest'
import type { Answer, Hello, RoundView } from './instant/messages.ts'
import type { OwnBet } from './tables/messages.ts'
import { openPage, type TestPage } from './testing/page.ts'
import { openWholeStudio } from './testing/whole-studio.ts'

/**
 * Every game in every phase of a round, as docs/concepts/interruptions.md lists them: the studio stops for all games at once, so each game is a row
 * here. The wallet is a test double; its final books count.
 */
const alone: [game: string, options: object][] = [
  ['dice', { side: 'over', mark: 5050 }],
  ['limbo', { target: 200 }],
  ['plinko', { risk: 'low', rows: 8 }],
  ['wheel', { risk: 'medium', segments: 10 }],
  ['keno', { risk: 'low', marked: [3, 7, 21] }],
  ['mines', { mines: 3 }],
  ['hilo', {}],
  ['blackjack', {}],
]
const shared = ['dhow', 'dragontiger', 'andarbahar', 'baccarat', 'teenpatti', 'roulette']
const stake = 1000
const startMinor = 10_000_000n

const { clock, fastForward, url, double, start, stop, restart } = openWholeStudio({
  // Long windows, so that betting is open at all tables at once.
  STUDIO_BETTING_MS: '60000',
  STUDIO_TABLE_BETTING_MS: '120000',
})

async function post<Value>(name: string, body: object, resume?: string): Promise<Value> {
  const headers = { 'content-type': 'application/json', ...(resume ? { authorization: `Bearer ${resume}` } : {}) }
  const answer = await fetch(url(`/api/instant/${name}`), { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as Value
}

async function seat(game: string, name: string) {
  const { resume, seeds } = await post<Hello>('hello', { game, token: `${name}:INR` })
  await post('rotate', { game, commitment: seeds.next, clientSeed: 'seed' }, resume)
  return {
    bet: (options: object, id = 'the-only-bet') => post<Answer>('bet', { game, id, stake, options }, resume),
    sendAction: (round: RoundView, action: object | 'cash_out', id: string) =>
      post<Answer>('action', { game, id, round: round.id, step: round.step, action }, resume),
    /** Rounds as a returning or second tab gets them. */
    rounds: async () => (await post<Hello>('hello', { game, resume })).rounds,
  }
}
type Player = Awaited<ReturnType<typeof seat>>

const isResting = ({ state }: RoundView): boolean => !['intent', 'rolling', 'settling'].includes(state)
const balanceOf = (name: string): bigint => double().balances.get(name) ?? startMinor

/** The player's one round, as a returning tab gets it once it is final or open. */
const finalRound = (player: Player): Promise<RoundView> =>
  fastForward(() =>
    vi.waitUntil(
      async () => {
        const [round, other] = await player.rounds()
        expect(other).toBeUndefined()
        return round && isResting(round) ? round : undefined
      },
      { timeout: 20_000, interval: 20 },
    ),
  )

/** Asserts that the wallet's books match the page: stake debited, payout credited. */
function expectMatchingBooks(name: string, round: RoundView): void {
  const taken = ['refused', 'rolled_back'].includes(round.state) ? 0 : stake
  const given = round.state === 'open' ? 0 : round.payout
  expect(balanceOf(name)).toBe(startMinor - BigInt(taken) + BigInt(given))
}

/** The first action that the game offers. */
const firstAction = (game: string, round: RoundView): object =>
  game === 'mines'
    ? { place: 3 }
    : game === 'blackjack'
      ? { move: 'stand' }
      : { guess: (round.view as { choices: { guess: string }[] }).choices[0]!.guess }

/** Plays a round to its end, unless it has ended. */
async function finish(game: string, player: Player, round: RoundView): Promise<RoundView> {
  let now = round
  for (let step = 0; now.state === 'open'; step++)
    now = (await player.sendAction(now, now.canCashOut ? 'cash_out' : firstAction(game, now), `finish-${step}-xx`))
      .round!
  return isResting(now) ? now : finalRound(player)
}

test('before the bet: the studio restarts, and every game opens without a round', async () => {
  const players = await Promise.all(alone.map(([game]) => seat(game, `before-${game}`)))
  await restart()
  for (const player of players) expect(await player.rounds()).toEqual([])
}, 60_000)

test('the wallet is unreachable when a game opens: the page retries, and is then seated', async () => {
  double().fault = (call) => (call === 'authenticate' ? 'error_before' : 'none')
  for (const [game] of alone)
    expect(await post('hello', { game, token: `away-${game}:INR` })).toMatchObject({ code: 'wallet_unknown' })
  double().fault = () => 'none'
  for (const [game] of alone) expect(await (await seat(game, `away-${game}`)).rounds()).toEqual([])
})

const interrupted = new Map<string, Player>()
test('a bet is sent and not answered when the studio stops, in all games at once', async () => {
  double().fault = (call) => (call === 'bet' || call === 'betwin' ? 'silence_after' : 'none')
  for (const [game, options] of alone) {
    const player = await seat(game, `sent-${game}`)
    interrupted.set(game, player)
    void player.bet(options).catch(() => undefined)
  }
  const isAsked = (game: string) => [...double().bets.values()].some(({ player }) => player === `sent-${game}`)
  await vi.waitUntil(() => alone.every(([game]) => isAsked(game)), { timeout: 10_000 })
  await stop()
  double().fault = () => 'none'
  await start()
}, 60_000)
test.each(alone)('%s: … its round has one end, which a returning tab shows', async (game, options) => {
  const player = interrupted.get(game)!
  const round = await finalRound(player)
  expectMatchingBooks(`sent-${game}`, round)
  // The page repeats the unanswered bet: it is the same round.
  expect((await player.bet(options)).round!.id).toBe(round.id)
  expectMatchingBooks(`sent-${game}`, await finish(game, player, round))
})

const inRound = new Map<string, RoundView>()
const tabs = new Map<string, Player>()
test('rounds are open or just settled when the studio stops, in all games at once', async () => {
  for (const [game, options] of alone) {
    const player = await seat(game, `within-${game}`)
    tabs.set(game, player)
    inRound.set(game, (await player.bet(options)).round!)
  }
  await restart()
}, 60_000)
test.each(alone)('%s: … the round is unchanged, also in a second tab, and continues', async (game) => {
  const before = inRound.get(game)!
  const player = tabs.get(game)!
  for (const [round] of [await player.rounds(), await player.rounds()]) expect(round).toEqual(before)
  if (before.state !== 'open') return expectMatchingBooks(`within-${game}`, before)
  const action = firstAction(game, before)
  const [one, other] = await Promise.all([
    player.sendAction(before, action, 'from-one-tab'),
    player.sendAction(before, action, 'from-the-other'),
  ])
  // Two tabs send an action at once: one counts, the other tab gets the round's state.
  const codes = [one!.code, other!.code]
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  expect(codes.filter((code) => ['out_of_step', 'round_not_open'].includes(code))).toHaveLength(1)
  expectMatchingBooks(`within-${game}`, await finish(game, player, (await player.rounds())[0]!))
})

test.each(alone)(
  '%s: a slow wallet: the page shows that it waits, and then the end',
  async (game, options) => {
    const player = await seat(game, `slow-${game}`)
    let isSlow = true
    double().fault = (call) => (isSlow && ['bet', 'betwin'].includes(call) ? 'error_before' : 'none')
    const { round } = await fastForward(() => player.bet(options))
    expect(round).toMatchObject({ state: 'intent', view: null })
    isSlow = false
    const rested = await finalRound(player)
    expectMatchingBooks(`slow-${game}`, rested)
    expectMatchingBooks(`slow-${game}`, await finish(game, player, rested))
  },
  30_000,
)

const stakes = new Map<string, string>()
test('every shared table has stakes when the studio stops: answered ones and one unanswered', async () => {
  const pages = await Promise.all(shared.map((slug) => openPage<Received>(url(''), undefined, slug)))
  for (const [index, page] of pages.entries()) {
    page.send({ t: 'hello', token: `at-${shared[index]}:INR` })
    stakes.set(shared[index]!, (await page.waitFor('welcome')).resume!)
  }
  const isTaking = (page: TestPage<Received>) => {
    const round = page.received
      .filter(({ t }) => ['open', 'fly', 'crash', 'deal', 'settled', 'void'].includes(t))
      .at(-1)
    return round?.t === 'open' && round.closes! - clock.nowMs() > 10_000
  }
  await fastForward(() => vi.waitUntil(() => pages.every(isTaking), { timeout: 30_000, interval: 5 }))
  double().fault = (call, { txId }) => (call === 'bet' && String(txId).includes('unheard') ? 'silence_after' : 'none')
  for (const [index, page] of pages.entries()) {
    const slug = shared[index]!
    const { no } = page.received.filter(({ t }) => t === 'open').at(-1)!
    for (const [at, id] of ['taken-stake', 'unheard-stake'].entries())
      page.send(
        slug === 'dhow' ? { t: 'bet', id, panel: at, stake, auto: null } : { t: 'bet', id, no, bets: [[at, stake]] },
      )
    await page.waitFor(slug === 'dhow' ? 'mine' : 'own', ({ bets }) =>
      bets!.some(({ id, state }) => id.includes('taken') && state === 'accepted'),
    )
  }
  const asked = () => [...double().bets].filter(([id, { player }]) => id.includes('stake') && player.startsWith('at-'))
  await vi.waitUntil(() => asked().length === 2 * shared.length, { timeout: 5000 })
  await stop()
  double().fault = () => 'none'
  await start()
}, 90_000)
test.each(shared)(
  '%s: … both have one end, which a returning page shows',
  async (slug) => {
    const page = await openPage<Received>(url(''), undefined, slug)
    page.send({ t: 'hello', resume: stakes.get(slug)! })
    const ends = new Map<string, OwnBet>()
    await fastForward(() =>
      vi.waitUntil(
        () => {
          for (const message of page.received) for (const bet of message.bets ?? []) if (bet.id) ends.set(bet.id, bet)
          return (
            [...ends.values()].filter(({ state }) => ['paid', 'lost', 'closed', 'rolled_back'].includes(state))
              .length === 2
          )
        },
        { timeout: 40_000, interval: 20 },
      ),
    )
    page.close()
    const sum = [...ends.values()].reduce(
      (balance, bet) => balance - BigInt(bet.state === 'rolled_back' ? 0 : stake) + BigInt(bet.payout),
      startMinor,
    )
    await fastForward(() => vi.waitUntil(() => double().faults().length === 0, { timeout: 20_000, interval: 20 }))
    expect(balanceOf(`at-${slug}`)).toBe(sum)
  },
  60_000,
)

test('nothing is staked without an action: rounds of every game have ended, their pages stay open, and no bet follows', async () => {
  const before = double().bets.size
  const pages = await Promise.all(shared.map((slug) => openPage<Received>(url(''), undefined, slug)))
  for (const [index, page] of pages.entries()) page.send({ t: 'hello', resume: stakes.get(shared[index]!)! })
  // A whole betting window passes at each table.
  const hasClosed = ({ received }: TestPage<Received>) => {
    const opened = received.findIndex(({ t }) => t === 'open')
    return opened >= 0 && received.slice(opened).some(({ t }) => t === 'fly' || t === 'deal')
  }
  await fastForward(() => vi.waitUntil(() => pages.every(hasClosed), { timeout: 40_000, interval: 5 }))
  for (const page of pages) page.close()
  for (const player of tabs.values()) expect(await player.rounds()).toHaveLength(1)
  expect(double().bets.size).toBe(before)
}, 60_000)

interface Received {
  t: string
  no?: number
  closes?: number
  resume?: string
  bets?: OwnBet[]
}
