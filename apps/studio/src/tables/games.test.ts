import { baccaratPoints, bankerDraws, type Baccarat } from '@dhow/fairness/baccarat'
import { cardAt, type Card } from '@dhow/fairness/games'
import { roundSeeds } from '@dhow/fairness/shoe'
import { teenPattiHand, type TeenPatti } from '@dhow/fairness/teen-patti'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { andarBahar } from './games/andar-bahar.ts'
import { baccarat } from './games/baccarat.ts'
import { dragonTiger } from './games/dragon-tiger.ts'
import { roulette, wheelOrder } from './games/roulette.ts'
import { teenPatti } from './games/teen-patti.ts'
import { tableGames } from './games.ts'
import { dealingMs, payoutOf, type TableGame } from './rules.ts'

/** Returns are summed over every possible outcome, and compared with the catalogue. */
const deck = Array.from({ length: 52 }, (_, index) => cardAt(index))

/** Return of each field in per cent. */
const returns: Record<string, Record<string, number>> = {
  dragontiger: ofAll(dragonTiger, function* () {
    for (const dragon of deck) {
      for (const tiger of deck) {
        // Of the remaining 415 cards, eight are of each kind, and seven of the dragon's.
        const ways = dragon === tiger ? 7 : 8
        const ahead = deck.indexOf(dragon) - deck.indexOf(tiger)
        const isTie = dragon.rank === tiger.rank
        yield [ways, { dragon, tiger, winner: isTie ? 'tie' : ahead > 0 ? 'dragon' : 'tiger' }]
      }
    }
  }),
  andarbahar: ofAll(andarBahar, function* () {
    const joker = deck[0]!
    for (let count = 1; count <= 49; count++) {
      // The first of the rank's three remaining cards is at this index, the two others after it.
      const ways = ((51 - count) * (50 - count)) / 2
      const dealt = Array.from({ length: count }, () => joker)
      yield [ways, { joker, dealt, winner: count % 2 === 1 ? 'andar' : 'bahar' }]
    }
  }),
  baccarat: ofAll(baccarat, baccaratWays),
  teenpatti: ofAll(teenPatti, teenPattiWays),
  roulette: ofAll(roulette, function* () {
    for (let pocket = 0; pocket <= 36; pocket++) yield [1, { pocket }]
  }),
}

describe('return to the player, exactly', () => {
  test.each(tableGames.map((game) => [game.slug, game] as const))(
    '%s: its lowest field return is the stated RTP',
    (slug, game) => {
      const fields = returns[slug]!
      expect(Object.keys(fields)).toEqual([...game.fields])
      expect(Math.min(...Object.values(fields)).toFixed(2)).toBe(game.rtp)
      for (const back of Object.values(fields)) expect(back).toBeLessThan(99)
    },
  )
  test('baccarat has the published 4,998,398,275,503,360 combinations', () => {
    const ways = { player: 0n, banker: 0n, tie: 0n }
    for (const [count, { winner }] of baccaratWays()) ways[winner] += BigInt(count)
    expect(ways).toEqual({
      banker: 2_292_252_566_437_888n,
      player: 2_230_518_282_592_256n,
      tie: 475_627_426_473_216n,
    })
  })
  test('every field returns what the rules of its table state', () => {
    for (const game of tableGames) {
      const stated = game.fields.map((field) => [field, game.fieldReturns[field] ?? game.rtp])
      expect(stated).toEqual(game.fields.map((field) => [field, returns[game.slug]![field]!.toFixed(2)]))
    }
  })
})

describe('rounds', () => {
  const seedsOf = (number: number) =>
    roundSeeds(createHash('sha256').update(String(number)).digest('hex'), 'salt', number)
  test.each(tableGames.map((game) => [game.slug, game] as const))(
    '%s: every field pays within its bounds, and dealing ends',
    (_, game) => {
      for (let number = 1; number <= 500; number++) {
        const outcome = game.draw(seedsOf(number))
        for (const field of game.fields) {
          const back = game.returns(field, outcome)
          expect(Number.isInteger(back) && back >= 0 && back <= 10_000).toBe(true)
        }
        const reveals = game.reveals(outcome)
        expect(reveals).toEqual([...reveals].sort((a, b) => a - b))
        expect(dealingMs(game, outcome, 100)).toBeLessThan(25_000)
        expect(dealingMs(game, outcome, 1000)).toBe(Math.round(dealingMs(game, outcome, 100) / 10))
      }
    },
  )
  test('an unknown field pays nothing', () => {
    for (const game of tableGames) expect(game.returns('elsewhere', game.draw(seedsOf(1)))).toBe(0)
  })
  test('a payout is rounded down to the smallest coin', () => {
    expect(payoutOf(101n, 195)).toBe(196n)
    expect(payoutOf(101n, 50)).toBe(50n)
  })
  test('the wheel has each pocket once', () => {
    expect([...wheelOrder].sort((a, b) => a - b)).toEqual(Array.from({ length: 37 }, (_, pocket) => pocket))
  })
  test('over eight thousand rounds each field returns its computed share, within five standard errors', () => {
    const rounds = 8000
    for (const game of tableGames) {
      const sums = new Map(game.fields.map((field) => [field, { sum: 0, squares: 0 }]))
      for (let number = 0; number < rounds; number++) {
        const outcome = game.draw(seedsOf(number))
        for (const [field, seen] of sums) {
          const back = game.returns(field, outcome) / 100
          seen.sum += back
          seen.squares += back * back
        }
      }
      for (const [field, { sum, squares }] of sums) {
        const mean = sum / rounds
        const error = Math.sqrt((squares / rounds - mean * mean) / rounds)
        const off = Math.abs(mean - returns[game.slug]![field]! / 100) / error
        expect([game.slug, field, off < 5]).toEqual([game.slug, field, true])
      }
    }
  }, 30_000)
})

/** Sums the return of each field over all outcomes, in integers. */
function ofAll<Outcome>(
  game: TableGame<Outcome>,
  ways: () => Iterable<[ways: number, outcome: Outcome]>,
): Record<string, number> {
  const back = new Map(game.fields.map((field) => [field, 0n]))
  let all = 0n
  for (const [count, outcome] of ways()) {
    all += BigInt(count)
    for (const field of game.fields)
      back.set(field, back.get(field)! + BigInt(count) * BigInt(game.returns(field, outcome)))
  }
  return Object.fromEntries([...back].map(([field, sum]) => [field, Number((sum * 1_000_000n) / all) / 1_000_000]))
}

/** All sequences of six card values from eight decks, grouped by outcome; pairs are independent of their order. */
function* baccaratWays(): Iterable<[number, Baccarat]> {
  const left = Array.from({ length: 10 }, (_, points): number => (points === 0 ? 128 : 32))
  const seen = new Map<string, number>()
  const cardOf = (points: number): Card => deck.find((card) => baccaratPoints(card) === points)!
  const pick = (count: number, ways: number, chosen: number[]): void => {
    if (count === 6) {
      const [p1, b1, p2, b2, next, after] = chosen as [number, number, number, number, number, number]
      let [player, banker] = [(p1 + p2) % 10, (b1 + b2) % 10]
      let third: number | undefined
      let last = next
      if (player < 8 && banker < 8) {
        if (player <= 5) {
          third = next
          last = after
          player = (player + third) % 10
        }
        if (bankerDraws(banker, third)) banker = (banker + last) % 10
      }
      const winner = player > banker ? 'player' : player < banker ? 'banker' : 'tie'
      seen.set(winner, (seen.get(winner) ?? 0) + ways)
      return
    }
    for (let points = 0; points < 10; points++) {
      const many = left[points]!
      left[points] = many - 1
      chosen.push(points)
      pick(count + 1, ways * many, chosen)
      chosen.pop()
      left[points] = many
    }
  }
  pick(0, 1, [])
  for (const [winner, ways] of seen) {
    // Of 415 second cards 31 have the first one's rank.
    const pair = Number((BigInt(ways) * 31n) / 415n)
    const [ace, two] = [cardOf(1), cardOf(2)]
    const base = { playerTotal: 0, bankerTotal: 0, winner: winner as Baccarat['winner'] }
    yield [pair, { ...base, player: [ace, ace], banker: [two, two] }]
    yield [ways - pair, { ...base, player: [ace, two], banker: [ace, two] }]
  }
}

/** Every hand of A against every hand of B from the remaining cards, by kind and winner. */
function* teenPattiWays(): Iterable<[number, TeenPatti]> {
  const hands: { cards: [number, number, number]; score: number }[] = []
  const kinds = new Map<string, { count: number; hand: ReturnType<typeof teenPattiHand> }>()
  for (let one = 0; one < 52; one++)
    for (let two = one + 1; two < 52; two++)
      for (let three = two + 1; three < 52; three++) {
        const hand = teenPattiHand([deck[one]!, deck[two]!, deck[three]!])
        hands.push({ cards: [one, two, three], score: hand.score })
        const known = kinds.get(hand.kind)
        kinds.set(hand.kind, { count: (known?.count ?? 0) + 1, hand })
      }
  const byScore = new Map<number, typeof hands>()
  for (const hand of hands) byScore.set(hand.score, [...(byScore.get(hand.score) ?? []), hand])
  let ties = 0
  for (const same of byScore.values())
    for (const one of same) for (const other of same) if (!one.cards.some((card) => other.cards.includes(card))) ties++
  const pairs = 22_100 * 18_424
  // A and B are symmetric, so each wins equally often. Kinds and winners are separate fields.
  const wins = (pairs - ties) / 2
  const scale = pairs / 22_100
  for (const { count, hand } of kinds.values()) {
    const share = (ways: number) => ways * count
    yield [share(ties), { a: hand, b: hand, winner: 'tie' }]
    yield [share(wins), { a: hand, b: hand, winner: 'a' }]
    yield [share(wins), { a: hand, b: hand, winner: 'b' }]
  }
  expect(scale).toBe(18_424)
}
