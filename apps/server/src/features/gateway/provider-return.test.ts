import { describe, expect, it } from 'vitest'
import type { ProviderHour } from './provider-hour.ts'
import { findUnusualReturn } from './provider-return.ts'

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An hour of bets on one game; `multiple` draws a bet's win as a multiple of its stake. */
function hourOf(bets: number, multiple: () => number, stake = () => 100): ProviderHour {
  const hour = { bets: 0n, stakedMinor: 0n, stakeSquares: 0n, wins: 0n, wonMinor: 0n, winSquares: 0n }
  for (let index = 0; index < bets; index++) {
    const staked = BigInt(stake())
    const won = BigInt(Math.floor(Number(staked) * multiple()))
    hour.bets++
    hour.stakedMinor += staked
    hour.stakeSquares += staked * staked
    if (won === 0n) continue
    hour.wins++
    hour.wonMinor += won
    hour.winSquares += won * won
  }
  return hour
}

/** Games that return 96 % in the long run. */
const games = (random: () => number): Record<string, () => number> => ({
  'even chances': () => (random() < 0.48 ? 2 : 0),
  'a wheel with a prize of 1,000 times': () => (random() < 0.00096 ? 1_000 : 0),
  'a game of three times the stake': () => (random() < 0.32 ? 3 : 0),
})

describe('the return of a provider in an hour', () => {
  it('is never reported for honest games, over 1,200 hours of every size', () => {
    const random = seeded(1)
    const unusual: string[] = []
    for (const [name, multiple] of Object.entries(games(random)))
      for (let hour = 0; hour < 400; hour++) {
        const stake = () => (random() < 0.01 ? 5_000 : 100)
        const found = findUnusualReturn(hourOf(200 + Math.floor(random() * 1_800), multiple, stake), 0.96)
        if (found) unusual.push(`${name}: ${JSON.stringify(found)}`)
      }
    expect(unusual).toEqual([])
  })

  it.each([
    ['a key that signs a win of thirty stakes for every bet', 400, () => 30, 'high'],
    ['a game that pays half more than it states', 20_000, () => 1.5, 'high'],
    ['a game that pays nothing', 2_000, () => 0, 'low'],
  ])('%s is unusual', (_name, bets, multiple, direction) => {
    expect(findUnusualReturn(hourOf(bets, multiple), 0.96)).toMatchObject({ direction, stated: 0.96 })
  })

  it('is not reported for a few bets', () => {
    expect(
      findUnusualReturn(
        hourOf(199, () => 100),
        0.96,
      ),
    ).toBeUndefined()
  })
})
