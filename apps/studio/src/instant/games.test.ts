import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diceMarks, diceMultiplier, diceWins } from './games/dice.ts'
import { gameOf, instantGames } from './games.ts'
import { hiloWins, isRight } from './games/hilo.ts'
import { kenoTable } from './games/keno.ts'
import { limboTargets } from './games/limbo.ts'
import { minesMultiplier, minesNext, type MinesView } from './games/mines.ts'
import { plinkoBuckets, plinkoRows } from './games/plinko.ts'
import { wheelSegments, wheelSizes } from './games/wheel.ts'
import { largestMultiplier, one, payoutOf, risks, type Game } from './rules.ts'

/** The returns are computed exactly, as fractions of whole numbers, and never above what the catalogue states. */
const seedsOf = fc.record({
  serverSeed: fc.string({ minLength: 1, maxLength: 64 }),
  clientSeed: fc.string({ minLength: 1, maxLength: 40 }),
  nonce: fc.nat(1_000_000),
})

/** Per cent with four decimals out of a sum over equally likely chances. */
const percent = (sum: bigint, chances: bigint): number =>
  Number((sum * 100n * 10_000n) / (chances * BigInt(one))) / 10_000
const choose = (n: number, k: number): bigint => {
  if (k < 0 || k > n) return 0n
  let ways = 1n
  for (let step = 0; step < k; step++) ways = (ways * BigInt(n - step)) / BigInt(step + 1)
  return ways
}

describe('return to the player, exactly', () => {
  test('dice: every mark on either side returns 98.9 to 99 per cent', () => {
    for (const side of ['over', 'under'] as const) {
      const { min, max } = diceMarks(side)
      for (let mark = min; mark <= max; mark++) {
        const options = { side, mark }
        const back = percent(BigInt(diceWins(options)) * BigInt(diceMultiplier(options)), 10_001n)
        expect(back).toBeLessThanOrEqual(99)
        expect(back).toBeGreaterThan(98.99)
      }
    }
  })
  test('limbo: every target returns 99 per cent', () => {
    for (let target = limboTargets.min; target <= limboTargets.max; target += target < 2000 ? 1 : 997) {
      // A round wins where floor(99 * 2^32 / n) reaches the target; the draw 0 counts as 1.
      const wins = (99n << 32n) / BigInt(target) + 1n
      expect(percent(wins * BigInt(target * 100), 1n << 32n)).toBeCloseTo(99, 2)
    }
  })
  test('mines: stopping after any pearl returns 99 per cent, but for the rounding of a ten-thousandth', () => {
    for (let mines = 1; mines <= 24; mines++) {
      for (let opened = 1; minesNext(mines, opened - 1) > 0; opened++) {
        const back = percent(choose(25 - mines, opened) * BigInt(minesMultiplier(mines, opened)), choose(25, opened))
        expect(back).toBeLessThanOrEqual(99)
        expect(back).toBeGreaterThan(98.99)
        expect(minesMultiplier(mines, opened)).toBeLessThanOrEqual(largestMultiplier)
      }
    }
  })
  test('plinko: each paytable adds up to what the catalogue states or more, and to no more than 99 per cent', () => {
    for (const risk of risks) {
      for (const rows of plinkoRows) {
        const buckets = plinkoBuckets({ risk, rows })
        const sum = buckets.reduce((total, times, bucket) => total + choose(rows, bucket) * BigInt(times), 0n)
        const back = percent(sum, 1n << BigInt(rows))
        expect(back).toBeLessThanOrEqual(99)
        expect(back).toBeGreaterThanOrEqual(Number(gameOf('plinko')?.rtp))
        expect(buckets).toEqual([...buckets].reverse())
        expect(Math.max(...buckets)).toBeLessThanOrEqual(largestMultiplier)
      }
    }
  })
  test('wheel: the segments of every wheel add up to exactly 99 per cent', () => {
    for (const risk of risks) {
      for (const segments of wheelSizes) {
        const sum = wheelSegments({ risk, segments }).reduce((total, times) => total + BigInt(times), 0n)
        expect(percent(sum, BigInt(segments))).toBe(99)
      }
    }
  })
  test('keno: each row adds up to what the catalogue states or more, and to no more than 99 per cent', () => {
    for (const risk of risks) {
      for (let marked = 1; marked <= 10; marked++) {
        const table = kenoTable(risk, marked)
        expect(table.length).toBe(marked + 1)
        const ways = (hits: number) => choose(10, hits) * choose(30, marked - hits)
        const sum = table.reduce((total, times, hits) => total + ways(hits) * BigInt(times), 0n)
        const back = percent(sum, choose(40, marked))
        expect(back).toBeLessThanOrEqual(99)
        expect(back).toBeGreaterThanOrEqual(Number(gameOf('keno')?.rtp))
        expect(Math.max(...table)).toBeLessThanOrEqual(largestMultiplier)
        expect(table).toEqual([...table].sort((a, b) => a - b))
      }
    }
  })
  test('hi-lo: each guess is right for as many of the thirteen ranks as its odds state', () => {
    for (let rank = 0; rank < 13; rank++) {
      for (const guess of ['higher', 'lower', 'same'] as const) {
        const ways = hiloWins(rank, guess)
        if (ways === 0) continue
        const right = Array.from({ length: 13 }, (_, next) => next).filter((next) => isRight(rank, next, guess))
        expect(right.length).toBe(ways)
        expect(ways).toBeLessThan(13)
      }
    }
  })
})

describe('every game', () => {
  /** Options as a page may send them. */
  const optionsOf: Record<string, fc.Arbitrary<object>> = {
    dice: fc.oneof(
      fc.record({ side: fc.constant('over'), mark: fc.integer({ min: 200, max: 9990 }) }),
      fc.record({ side: fc.constant('under'), mark: fc.integer({ min: 10, max: 9800 }) }),
    ),
    limbo: fc.record({ target: fc.integer({ min: 101, max: 1_000_000 }) }),
    mines: fc.record({ mines: fc.integer({ min: 1, max: 24 }) }),
    plinko: fc.record({ risk: fc.constantFrom(...risks), rows: fc.constantFrom(...plinkoRows) }),
    wheel: fc.record({ risk: fc.constantFrom(...risks), segments: fc.constantFrom(...wheelSizes) }),
    keno: fc.record({
      risk: fc.constantFrom(...risks),
      marked: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 }),
    }),
    hilo: fc.constant({}),
    blackjack: fc.constant({}),
  }
  test.each(instantGames.map((game) => [game.slug, game] as const))(
    '%s plays the same twice and within its bounds',
    (slug, game) => {
      fc.assert(
        fc.property(seedsOf, optionsOf[slug]!, fc.bigInt({ min: 1n, max: 1_000_000n }), (seeds, sent, stake) => {
          const options = game.readOptions(sent)
          expect(options).toBeDefined()
          const first = game.play(seeds, options!, [], false)!
          expect(game.play(seeds, options!, [], false)).toEqual(first)
          expect(Number.isInteger(first.multiplier)).toBe(true)
          expect(first.multiplier).toBeGreaterThanOrEqual(0)
          expect(first.multiplier).toBeLessThanOrEqual(largestMultiplier)
          const payout = payoutOf(stake, first.multiplier)
          expect(payout * BigInt(one) <= stake * BigInt(first.multiplier)).toBe(true)
          expect((payout + 1n) * BigInt(one) > stake * BigInt(first.multiplier)).toBe(true)
        }),
        { numRuns: 200 },
      )
    },
  )
  test.each(instantGames.map((game) => [game.slug, game] as const))(
    '%s refuses options that are not its own',
    (_, game) => {
      const wrong: unknown[] = [
        null,
        1,
        'x',
        [],
        { side: 'left', mark: 1 },
        { side: 'over', mark: 10_000 },
        { side: 'over', mark: 1.5 },
      ]
      wrong.push(
        { target: 100 },
        { target: 1e9 },
        { target: '200' },
        { mines: 0 },
        { mines: 25 },
        { risk: 'none', rows: 8 },
      )
      wrong.push({ risk: 'low', rows: 9 }, { risk: 'low', segments: 11 }, { risk: 'low', marked: [] }, { extra: 1 })
      wrong.push(
        { risk: 'low', marked: [1, 1] },
        { risk: 'low', marked: [0] },
        { risk: 'low', marked: [41] },
        { risk: 'low', marked: 'x' },
      )
      for (const value of wrong) expect(game.readOptions(value)).toBeUndefined()
    },
  )
})

describe('no bias', () => {
  const rounds = 20_000
  /** How far counts lie from what they should be: chi-square, which for so many cells stays below its 99.99 per cent point. */
  function expectFair(counts: number[], shares: number[]): void {
    const total = counts.reduce((sum, count) => sum + count, 0)
    const chi = counts.reduce(
      (sum, count, index) => sum + (count - total * shares[index]!) ** 2 / (total * shares[index]!),
      0,
    )
    const free = counts.length - 1
    // Wilson and Hilferty’s approximation of the point.
    expect(chi).toBeLessThan(free * (1 - 2 / (9 * free) + 3.72 * Math.sqrt(2 / (9 * free))) ** 3)
  }
  /** Counts where rounds of a game came to, over seeds that are the same in every run. */
  function count(slug: string, options: object, cells: number, placesOf: (view: never) => number[]): number[] {
    const counts = Array.from({ length: cells }, () => 0)
    for (let nonce = 0; nonce < rounds; nonce++) {
      const { view } = gameOf(slug)!.play(
        { serverSeed: `bias of ${slug}`, clientSeed: 'test', nonce },
        options,
        [],
        true,
      )!
      for (const index of placesOf(view as never)) counts[index]!++
    }
    return counts
  }
  const even = (cells: number): number[] => Array.from({ length: cells }, () => 1 / cells)
  test('the dice fall evenly', () => {
    const tens = count('dice', { side: 'over', mark: 5000 }, 10, ({ roll }: { roll: number }) => [
      Math.min(9, Math.floor(roll / 1000)),
    ])
    expectFair(tens, even(10))
  })
  test('the compass stops evenly', () => {
    expectFair(
      count('wheel', { risk: 'low', segments: 50 }, 50, ({ segment }: { segment: number }) => [segment]),
      even(50),
    )
  })
  test('the bead falls by the binomial law', () => {
    const buckets = count('plinko', { risk: 'low', rows: 8 }, 9, ({ bucket }: { bucket: number }) => [bucket])
    expectFair(
      buckets,
      Array.from({ length: 9 }, (_, bucket) => Number(choose(8, bucket)) / 256),
    )
  })
  test('the urchins lie evenly under the shells', () => {
    expectFair(
      count('mines', { mines: 1 }, 25, ({ mines }: MinesView) => mines!),
      even(25),
    )
  })
  test('the lanterns are lit evenly, and the first card is any card', () => {
    expectFair(
      count('keno', { risk: 'low', marked: [1] }, 40, ({ drawn }: { drawn: number[] }) =>
        drawn.map((number) => number - 1),
      ),
      even(40),
    )
    const all = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']
    expectFair(
      count('hilo', {}, 13, ({ cards }: { cards: string[] }) => [all.indexOf(cards[0]!.split('-')[0]!)]),
      even(13),
    )
  })
  test('limbo rises to a height with the chance that its target pays for', () => {
    for (const target of [150, 200, 1000]) {
      const risen = count('limbo', { target }, 2, ({ isWon }: { isWon: boolean }) => [isWon ? 1 : 0])
      expectFair(risen, [1 - 99 / target, 99 / target])
    }
  })
})

describe('games of steps', () => {
  const play = (
    game: Game,
    seeds: { serverSeed: string; clientSeed: string; nonce: number },
    options: object,
    actions: object[],
    isCashedOut = false,
  ) => game.play(seeds, options, actions, isCashedOut)
  test('mines: what is hidden stays hidden until the end, and a shell opens once', () => {
    fc.assert(
      fc.property(
        seedsOf,
        fc.integer({ min: 1, max: 24 }),
        fc.shuffledSubarray([...Array(25).keys()]),
        (seeds, count, order) => {
          const game = gameOf('mines')!
          const actions: object[] = []
          for (const index of order) {
            const now = play(game, seeds, { mines: count }, actions)!
            const view = now.view as MinesView
            if (now.isOver) {
              expect(view.mines?.length).toBe(count)
              expect(play(game, seeds, { mines: count }, [...actions, { place: index }])).toBeUndefined()
              return
            }
            expect(view.mines).toBeNull()
            expect(now.multiplier).toBe(minesMultiplier(count, actions.length))
            actions.push({ place: index })
            const after = play(game, seeds, { mines: count }, actions)!
            if (!after.isOver)
              expect(play(game, seeds, { mines: count }, [...actions, { place: index }])).toBeUndefined()
            const hit = (after.view as MinesView).hit
            expect(hit === null ? after.multiplier > now.multiplier : after.multiplier === 0).toBe(true)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
  test('hi-lo: a round of any guesses keeps 0.99 of its fair odds and ends with the first wrong one', () => {
    const game = gameOf('hilo')!
    const guesses = fc.array(fc.constantFrom('higher', 'lower', 'same', 'skip'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(seedsOf, guesses, (seeds, wanted) => {
        const actions: object[] = []
        for (const guess of wanted) {
          const now = play(game, seeds, {}, actions)!
          const next = play(game, seeds, {}, [...actions, { guess }])
          if (now.isOver) {
            expect(next).toBeUndefined()
            return
          }
          const offered = (now.view as { choices: { guess: string; multiplier: number }[] }).choices
          const choice = offered.find((one) => one.guess === guess)
          if (guess !== 'skip' && !choice) {
            expect(next).toBeUndefined()
            return
          }
          expect([0, guess === 'skip' ? now.multiplier : choice!.multiplier]).toContain(next!.multiplier)
          actions.push({ guess })
        }
      }),
      { numRuns: 300 },
    )
  })
})
