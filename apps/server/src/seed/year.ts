import { openChance, type Chance } from './chance.ts'
import { openReview, type Review } from './review.ts'
import type { SeedWorld } from './open-world.ts'
import { planPlayers, planVisits, type PlannedVisit, type PlanSize } from './plan.ts'
import { registerPlayer, type SeedPlayer } from './player.ts'

/** Largest deposit of the sandbox's wallets, which have the lowest limits. */
const maxDepositMinor = { NA: 500_000, IN: 5_000_000 } as const
const dayMs = 86_400_000
const minuteMs = 60_000

/** Payout of a round in hundredths of its stake; the average is 93. */
const outcomes = [
  { weight: 545, times: 0 },
  { weight: 150, times: 120 },
  { weight: 120, times: 150 },
  { weight: 110, times: 200 },
  { weight: 47, times: 300 },
  { weight: 20, times: 500 },
  { weight: 6, times: 1_000 },
  { weight: 2, times: 2_500 },
] as const
const games = [
  { weight: 34, game: 'dhow' },
  { weight: 12, game: 'mines' },
  { weight: 10, game: 'plinko' },
  { weight: 8, game: 'dice' },
  { weight: 5, game: 'hilo' },
  { weight: 7, game: 'blackjack' },
  { weight: 5, game: 'wheel' },
  { weight: 4, game: 'limbo' },
  { weight: 6, game: 'teenpatti' },
  { weight: 5, game: 'roulette' },
  { weight: 4, game: 'keno' },
] as const

interface Watcher {
  /** Called at the beginning of a day, counted from 0. */
  beforeDay(index: number): Promise<void>
  afterDay(index: number, done: { players: number; visits: number }): void
}

/** Plays all days of the plan, each visit at its minute, and runs the server's jobs once a day. */
export async function playYear(world: SeedWorld, size: PlanSize, from: Date, watcher: Watcher) {
  const plan = planPlayers(size)
  const players: SeedPlayer[] = []
  const review = openReview(world)
  let visits = 0
  for (let index = 0; index < size.days; index++) {
    const day = new Date(from.getTime() + index * dayMs)
    const at = (minute: number) => world.clock.moveTo(new Date(day.getTime() + minute * minuteMs))
    at(0)
    await watcher.beforeDay(index)
    for (const visit of planVisits(size, plan, index, day)) {
      at(visit.minute)
      const player = (players[visit.player] ??= await join(world, plan, players, visit.player))
      await visitPortal(world, review, player, visit, openChance(`${size.seed}:play:${visit.player}:${index}`), index)
      visits++
    }
    at(1_410)
    await review.payWithdrawals()
    at(1_439)
    await world.clock.runDue()
    watcher.afterDay(index, { players: players.length, visits })
  }
}

async function join(world: SeedWorld, plan: ReturnType<typeof planPlayers>, players: SeedPlayer[], index: number) {
  const planned = plan[index]
  if (!planned) throw new Error(`the plan has no player ${index}`)
  const friend = planned.broughtBy === undefined ? undefined : players[planned.broughtBy]
  const code =
    friend?.market === planned.market ? (await (await friend.online()).get('/player/referral')).code : undefined
  return registerPlayer(world, planned, index, code)
}

/** Plays some rounds, after a deposit if the balance is too low, and withdraws if it has grown. */
async function visitPortal(
  world: SeedWorld,
  review: Review,
  player: SeedPlayer,
  visit: PlannedVisit,
  chance: Chance,
  day: number,
) {
  const { stakeMinor } = player
  let seat = await player.openGame(chance.weighted(games).game)
  if (seat.balance < stakeMinor * visit.rounds) {
    const times = chance.pick([20, 30, 40, 60, 100] as const) * (visit.isPayDay ? 2 : 1)
    const amount = Math.min(stakeMinor * times, maxDepositMinor[player.market])
    const id = await player.deposit(amount)
    world.clock.moveTo(new Date(world.clock.now().getTime() + chance.between(3, 20) * minuteMs))
    if (!(await review.decideDeposit(id, chance))) return
    seat = { ...seat, balance: seat.balance + amount }
  }
  let { balance } = seat
  for (let round = 0; round < visit.rounds && balance >= stakeMinor; round++) {
    const stake = stakeMinor * chance.pick([1, 1, 1, 2, 3])
    if (stake > balance) continue
    const roundId = `demo-${day}-${player.index}-${round}`
    const payout = Math.trunc(stake * chance.weighted(outcomes).times) / 100
    world.clock.moveTo(new Date(world.clock.now().getTime() + chance.between(15, 90) * 1_000))
    balance = (await seat.round(roundId, stake, payout)) ?? balance
  }
  if (balance > stakeMinor * 150 && chance.permille(600)) {
    const asked = Math.trunc((balance - stakeMinor * 30) / 1_000) * 1_000
    review.askedPayout(await player.withdraw(Math.min(asked, 900_000)))
  }
}
