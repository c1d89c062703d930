import fc from 'fast-check'
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { andarBahar } from './andar-bahar.ts'
import { baccarat, baccaratPoints, bankerDraws } from './baccarat.ts'
import { runFair } from './cli.ts'
import { dragonTiger } from './dragon-tiger.ts'
import { cardAt, cardText, rankValue, roulettePocket, type Card } from './games.ts'
import { roundSeeds, shoeFrom } from './shoe.ts'
import { teenPatti, teenPattiHand, teenPattiKinds } from './teen-patti.ts'

/** Mappings of the shared tables, from a round's hash, salt and number. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const rounds = fc.record({ text: fc.string(), salt: fc.string(), number: fc.integer({ min: 1, max: 10_000_000 }) })
const seedsOf = (number: number) => roundSeeds(hashOf(`round ${number}`), 'the salt', number)
const count = <Value>(list: Value[], isIt: (value: Value) => boolean) => list.filter(isIt).length
/** Whether the number of hits fits a probability, within five standard errors. */
const fits = (hits: number, tries: number, chance: number) =>
  Math.abs(hits / tries - chance) < 5 * Math.sqrt((chance * (1 - chance)) / tries)

describe('the shoe', () => {
  test('draws floor(f * remaining) of the cards left, as an independent computation does', () => {
    const [hash, salt, number] = [hashOf('a round'), 'public salt', 77]
    const block = createHmac('sha256', hash).update(`${salt}:${number}:0`).digest()
    const left = Array.from({ length: 416 }, (_, index) => index)
    const next = shoeFrom(roundSeeds(hash, salt, number), 8)
    for (let draw = 0; draw < 8; draw++) {
      const index = Math.floor((block.readUInt32BE(draw * 4) / 2 ** 32) * left.length)
      expect(next()).toEqual(cardAt(left.splice(index, 1)[0]! % 52))
    }
  })
  test('holds each card once for each deck', () => {
    for (const decks of [1, 8]) {
      const next = shoeFrom(seedsOf(decks), decks)
      const all = Array.from({ length: decks * 52 }, () => cardText(next()))
      const times = new Map<string, number>()
      for (const card of all) times.set(card, (times.get(card) ?? 0) + 1)
      expect(times.size).toBe(52)
      expect([...times.values()].every((many) => many === decks)).toBe(true)
      expect(next).toThrow('none is left')
    }
    expect(() => shoeFrom(seedsOf(1), 0)).toThrow(RangeError)
  })
  test('is fair: each of the 52 cards is equally likely as first and second', () => {
    const tries = 20_000
    const firsts = new Map<string, number>()
    const seconds = new Map<string, number>()
    for (let number = 0; number < tries; number++) {
      const next = shoeFrom(seedsOf(number), 1)
      for (const seen of [firsts, seconds]) {
        const card = cardText(next())
        seen.set(card, (seen.get(card) ?? 0) + 1)
      }
    }
    for (const seen of [firsts, seconds]) {
      expect(seen.size).toBe(52)
      // Pearson's chi-square with 51 degrees of freedom exceeds 100 with a probability below 1 in 10,000.
      const sum = [...seen.values()].reduce((total, many) => total + (many - tries / 52) ** 2 / (tries / 52), 0)
      expect(sum).toBeLessThan(100)
    }
  })
})

describe('outcomes keep the rules of their game', () => {
  test('dragon tiger', () => {
    fc.assert(
      fc.property(rounds, ({ text, salt, number }) => {
        const { dragon, tiger, winner } = dragonTiger(roundSeeds(hashOf(text), salt, number))
        const ahead = rankValue(dragon) - rankValue(tiger)
        expect(winner).toBe(ahead > 0 ? 'dragon' : ahead < 0 ? 'tiger' : 'tie')
      }),
    )
  })
  test('andar bahar ends with the first card of the joker’s rank, on the side whose turn it was', () => {
    fc.assert(
      fc.property(rounds, ({ text, salt, number }) => {
        const { joker, dealt, winner } = andarBahar(roundSeeds(hashOf(text), salt, number))
        expect(count(dealt, (card) => card.rank === joker.rank)).toBe(1)
        expect(dealt.at(-1)!.rank).toBe(joker.rank)
        expect(dealt.length).toBeLessThanOrEqual(49)
        expect(winner).toBe(dealt.length % 2 === 1 ? 'andar' : 'bahar')
        expect(new Set([joker, ...dealt].map(cardText)).size).toBe(dealt.length + 1)
      }),
    )
  })
  test('baccarat', () => {
    fc.assert(
      fc.property(rounds, ({ text, salt, number }) => {
        const round = baccarat(roundSeeds(hashOf(text), salt, number))
        const total = (hand: Card[]) => hand.reduce((sum, card) => sum + baccaratPoints(card), 0) % 10
        expect([round.playerTotal, round.bankerTotal]).toEqual([total(round.player), total(round.banker)])
        const firstTwo = [total(round.player.slice(0, 2)), total(round.banker.slice(0, 2))]
        if (Math.max(...firstTwo) >= 8) expect([round.player.length, round.banker.length]).toEqual([2, 2])
        else {
          expect(round.player.length).toBe(firstTwo[0]! <= 5 ? 3 : 2)
          const third = round.player[2] && baccaratPoints(round.player[2])
          expect(round.banker.length).toBe(bankerDraws(firstTwo[1]!, third) ? 3 : 2)
        }
      }),
    )
  })
  test('the banker’s third card, by the published table', () => {
    // Rows: the banker's total 0 to 7; columns: player stands, then the player's third card 0 to 9.
    const published = [
      'DDDDDDDDDDD',
      'DDDDDDDDDDD',
      'DDDDDDDDDDD',
      'DDDDDDDDDSD',
      'DSSDDDDDDSS',
      'DSSSSDDDDSS',
      'SSSSSSSDDSS',
      'SSSSSSSSSSS',
    ]
    for (const [total, row] of published.entries()) {
      const made = [undefined, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((third) => (bankerDraws(total, third) ? 'D' : 'S'))
      expect(made.join('')).toBe(row)
    }
  })
  test('teen patti ranks hands by the rules', () => {
    const hand = (text: string) => teenPattiHand(text.split(' ').map(cardNamed))
    const falling = [
      ['A-spade A-heart A-club', 'trail'],
      ['2-spade 2-heart 2-club', 'trail'],
      ['A-heart K-heart Q-heart', 'pure_run'],
      ['A-heart 2-heart 3-heart', 'pure_run'],
      ['K-heart Q-heart J-heart', 'pure_run'],
      ['2-club 3-club 4-club', 'pure_run'],
      ['A-heart K-spade Q-heart', 'run'],
      ['3-heart A-club 2-heart', 'run'],
      ['K-heart Q-club J-heart', 'run'],
      ['4-heart 2-club 3-heart', 'run'],
      ['A-club K-club J-club', 'colour'],
      ['2-club 3-club 5-club', 'colour'],
      ['A-club A-spade 2-heart', 'pair'],
      ['K-club K-spade A-heart', 'pair'],
      ['K-club K-spade Q-heart', 'pair'],
      ['2-club 2-spade 3-heart', 'pair'],
      ['A-club K-spade J-heart', 'high'],
      ['A-club 4-spade 2-heart', 'high'],
      ['2-club 3-spade 5-heart', 'high'],
    ] as const
    for (const [index, [text, kind]] of falling.entries()) {
      expect([text, hand(text).kind]).toEqual([text, kind])
      if (index > 0) expect(hand(falling[index - 1]![0]).score).toBeGreaterThan(hand(text).score)
    }
    expect(hand('A-club K-spade J-heart').score).toBe(hand('A-heart K-diamond J-club').score)
  })
  test('teen patti deals six different cards in turn', () => {
    fc.assert(
      fc.property(rounds, ({ text, salt, number }) => {
        const { a, b, winner } = teenPatti(roundSeeds(hashOf(text), salt, number))
        expect(new Set([...a.cards, ...b.cards].map(cardText)).size).toBe(6)
        expect(winner).toBe(a.score > b.score ? 'a' : a.score < b.score ? 'b' : 'tie')
      }),
    )
  })
})

test('over twenty thousand rounds winners have their exact probabilities', () => {
  const tries = 20_000
  const seeds = Array.from({ length: tries }, (_, number) => seedsOf(number))
  const tigers = seeds.map(dragonTiger)
  expect(
    fits(
      count(tigers, ({ winner }) => winner === 'tie'),
      tries,
      31 / 415,
    ),
  ).toBe(true)
  expect(
    fits(
      count(tigers, ({ winner }) => winner === 'dragon'),
      tries,
      192 / 415,
    ),
  ).toBe(true)
  const puntos = seeds.map(baccarat)
  // Published probabilities for eight decks.
  expect(
    fits(
      count(puntos, ({ winner }) => winner === 'banker'),
      tries,
      0.458_597,
    ),
  ).toBe(true)
  expect(
    fits(
      count(puntos, ({ winner }) => winner === 'player'),
      tries,
      0.446_247,
    ),
  ).toBe(true)
  const pattis = seeds.map(teenPatti)
  const kinds = { high: 16_440, pair: 3744, colour: 1096, run: 720, pure_run: 48, trail: 52 }
  for (const kind of teenPattiKinds) {
    const seen = count(pattis, ({ a }) => a.kind === kind) + count(pattis, ({ b }) => b.kind === kind)
    expect([kind, fits(seen, tries * 2, kinds[kind] / 22_100)]).toEqual([kind, true])
  }
  // The side dealt first: sum of the probabilities of a first match at odd positions.
  const bahars = seeds.map(andarBahar)
  const chance = (index: number) => ((51 - index) * (50 - index)) / 2 / 20_825
  const andar = Array.from({ length: 25 }, (_, index) => chance(index * 2 + 1)).reduce((sum, one) => sum + one, 0)
  expect(andar).toBeCloseTo(0.515, 3)
  expect(
    fits(
      count(bahars, ({ winner }) => winner === 'andar'),
      tries,
      andar,
    ),
  ).toBe(true)
  const pockets = seeds.map(roulettePocket)
  for (let pocket = 0; pocket <= 36; pocket++)
    expect(
      fits(
        count(pockets, (one) => one === pocket),
        tries,
        1 / 37,
      ),
    ).toBe(true)
})

test('the command prints a table’s outcome with its cards as text, with both names of the seeds', () => {
  const [hash, salt] = [hashOf('a round'), 'public salt']
  const run = (...words: string[]) => {
    let out = ''
    expect(runFair(words, (text) => (out += text), String)).toBe(0)
    return JSON.parse(out) as { game: string; result: Record<string, unknown> }
  }
  const round = baccarat(roundSeeds(hash, salt, 77))
  const { game, result } = run('baccarat', '--hash', hash, '--salt', salt, '--round', '77')
  expect(game).toBe('baccarat')
  expect(result).toMatchObject({ player: round.player.map(cardText), winner: round.winner })
  for (const name of ['dragontiger', 'andarbahar', 'teenpatti', 'roulette']) {
    const asRound = run(name, '--hash', hash, '--salt', salt, '--round', '77')
    expect(run(name, '--server-seed', hash, '--client-seed', salt, '--nonce', '77')).toEqual(asRound)
  }
})

function cardNamed(text: string): Card {
  for (let index = 0; index < 52; index++) if (cardText(cardAt(index)) === text) return cardAt(index)
  throw new Error(`no card ${text}`)
}
