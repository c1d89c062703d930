import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gameOf, instantGames } from './games.ts'
import { minesMultiplier, type MinesView } from './games/mines.ts'
import { plinkoRows } from './games/plinko.ts'
import { wheelSizes } from './games/wheel.ts'
import { largestMultiplier, one, payoutOf, risks, type Game } from './rules.ts'

/** Rules of the one-player games, checked over random seeds. */
const seedsOf = fc.record({
  serverSeed: fc.string({ minLength: 1, maxLength: 64 }),
  clientSeed: fc.string({ minLength: 1, maxLength: 40 }),
  nonce: fc.nat(1_000_000),
})
const choose = (n: number, k: number): bigint => {
  if (k < 0 || k > n) return 0n
  let ways = 1n
  for (let step = 0; step < k; step++) ways = (ways * BigInt(n - step)) / BigInt(step + 1)
  return ways
}

describe('every game', () => {
  /** Random valid options by game. */
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
    '%s plays the same twice, within its bounds',
    (slug, game) => {
      fc.assert(
        fc.property(seedsOf, optionsOf[slug]!, fc.bigInt({ min: 1n, max: 1_000_000n }), (seeds, sent, stake) => {
          const options = game.readOptions(sent)
          expect(options).toBeDefined()
          const first = game.play(seeds, options!, [], false)!
          expect(game.play(seeds, options!, [], false)).toEqual(first)
          // Autoplay needs no decisions of a player.
          if (game.hasAutoplay) expect(first.isOver).toBe(true)
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

describe('a fair distribution', () => {
  const rounds = 20_000
  /** Asserts that the counts' chi-square is below the 99.99 per cent point for this number of cells. */
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
  /** Counts the outcomes of a game's rounds over fixed seeds. */
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
  test('dice rolls are uniform', () => {
    const tens = count('dice', { side: 'over', mark: 5000 }, 10, ({ roll }: { roll: number }) => [
      Math.min(9, Math.floor(roll / 1000)),
    ])
    expectFair(tens, even(10))
  })
  test('wheel segments are uniform', () => {
    expectFair(
      count('wheel', { risk: 'low', segments: 50 }, 50, ({ segment }: { segment: number }) => [segment]),
      even(50),
    )
  })
  test('plinko buckets follow the binomial distribution', () => {
    const buckets = count('plinko', { risk: 'low', rows: 8 }, 9, ({ bucket }: { bucket: number }) => [bucket])
    expectFair(
      buckets,
      Array.from({ length: 9 }, (_, bucket) => Number(choose(8, bucket)) / 256),
    )
  })
  test('mines are uniform over the shells', () => {
    expectFair(
      count('mines', { mines: 1 }, 25, ({ mines }: MinesView) => mines!),
      even(25),
    )
  })
  test('keno draws and the first card of hi-lo are uniform', () => {
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
  test('limbo reaches a target with the probability that it pays for', () => {
    for (const target of [150, 200, 1000]) {
      const risen = count('limbo', { target }, 2, ({ isWon }: { isWon: boolean }) => [isWon ? 1 : 0])
      expectFair(risen, [1 - 99 / target, 99 / target])
    }
  })
})

describe('games with several steps', () => {
  const play = (
    game: Game,
    seeds: { serverSeed: string; clientSeed: string; nonce: number },
    options: object,
    actions: object[],
    isCashedOut = false,
  ) => game.play(seeds, options, actions, isCashedOut)
  test('mines: mines stay hidden until the end, and a shell opens once', () => {
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
  test('hi-lo: any guesses pay 0.99 of the fair odds, and the first wrong one ends the round', () => {
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
