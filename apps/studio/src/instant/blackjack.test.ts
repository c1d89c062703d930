import { cards, cardText } from '@dhow/fairness/games'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blackjack, blackjackPays, type BlackjackAction, type BlackjackView } from './games/blackjack.ts'
import { one } from './rules.ts'

/** Best strategy and its return, computed over every hand of an infinite deck: thirteen equally likely ranks. */
interface Hand {
  total: number
  aces: number
}
const draws: [value: number, chance: number][] = [
  ...[2, 3, 4, 5, 6, 7, 8, 9, 11].map((value): [number, number] => [value, 1 / 13]),
  [10, 4 / 13],
]
function add({ total, aces }: Hand, value: number): Hand {
  let [sum, soft] = [total + value, aces + (value === 11 ? 1 : 0)]
  for (; sum > 21 && soft > 0; soft--) sum -= 10
  return { total: sum, aces: soft }
}
const memo = <Value>(run: (...of: number[]) => Value) => {
  const known = new Map<string, Value>()
  return (...of: number[]): Value => {
    const key = of.join()
    if (!known.has(key)) known.set(key, run(...of))
    return known.get(key)!
  }
}
const times = { natural: blackjackPays.natural / one, won: blackjackPays.won / one, push: blackjackPays.push / one }
const none = { total: 0, aces: 0 }

/** Probability of each total of the dealer's hand: 17 to 21, 22 for all above. */
const dealerEnds = memo((total, aces): Map<number, number> => {
  if (total >= 17) return new Map([[Math.min(total, 22), 1]])
  const ends = new Map<number, number>()
  for (const [value, chance] of draws) {
    const next = add({ total, aces }, value)
    for (const [end, share] of dealerEnds(next.total, next.aces)) ends.set(end, (ends.get(end) ?? 0) + chance * share)
  }
  return ends
})
const naturalChance = (up: number): number => (up === 11 ? 4 / 13 : up === 10 ? 1 / 13 : 0)
/** Value of standing; a dealer's natural has ended the round before. */
const standing = memo((total, up): number => {
  let worth = 0
  for (const [value, chance] of draws) {
    if (up + value === 21) continue
    const next = add(add(none, up), value)
    for (const [end, share] of dealerEnds(next.total, next.aces)) {
      if (end === 22 || total > end) worth += chance * share * times.won
      else if (total === end) worth += chance * share * times.push
    }
  }
  return worth
})
const drawing = memo((total, aces, up): number =>
  draws.reduce((worth, [value, chance]) => {
    const next = add({ total, aces }, value)
    return worth + chance * best(next.total, next.aces, up)
  }, 0),
)
const best = memo((total, aces, up): number =>
  total > 21 ? 0 : total === 21 ? standing(21, up) : Math.max(standing(total, up), drawing(total, aces, up)),
)
function exactReturn(): number {
  let worth = 0
  for (const [up, upChance] of draws) {
    for (const [first, firstChance] of draws) {
      for (const [second, secondChance] of draws) {
        const hand = add(add(none, first), second)
        const chance = upChance * firstChance * secondChance
        const natural = naturalChance(up)
        worth +=
          chance *
          (hand.total === 21 ? natural * times.push + (1 - natural) * times.natural : best(hand.total, hand.aces, up))
      }
    }
  }
  return worth
}

const valueOf = (card: string): number => {
  const rank = card.split('-')[0]!
  return rank === 'A' ? 11 : /\d/.test(rank) ? Number(rank) : 10
}
const handOf = (list: string[]): Hand => list.reduce((hand, card) => add(hand, valueOf(card)), none)

test('the best strategy returns the catalogue’s RTP', () => {
  expect((exactReturn() * 100).toFixed(2)).toBe(blackjack.rtp)
})

test('the best strategy is the one in the rules', () => {
  for (const [up] of draws) {
    for (let total = 4; total <= 20; total++) {
      const draws = total <= (up >= 7 ? 16 : up <= 3 ? 12 : 11)
      expect([up, total, drawing(total, 0, up) > standing(total, up)]).toEqual([up, total, draws])
      if (total < 12) continue
      const soft = total <= (up >= 9 ? 18 : 17)
      expect([up, `soft ${total}`, drawing(total, 1, up) > standing(total, up)]).toEqual([up, `soft ${total}`, soft])
    }
  }
})

test('seeded rounds with it return the RTP within their confidence interval', () => {
  const rounds = 15_000
  let total = 0
  let squares = 0
  for (let nonce = 0; nonce < rounds; nonce++) {
    const seeds = { serverSeed: 'return of twenty-one', clientSeed: 'test', nonce }
    const actions: BlackjackAction[] = []
    let now = blackjack.play(seeds, {}, actions, false)!
    while (!now.isOver) {
      const { total: own, aces } = handOf(now.view.player)
      const up = valueOf(now.view.dealer[0]!)
      actions.push({ move: drawing(own, aces, up) > standing(own, up) ? 'hit' : 'stand' })
      now = blackjack.play(seeds, {}, actions, false)!
    }
    const back = now.multiplier / one
    total += back
    squares += back * back
  }
  const mean = total / rounds
  const error = Math.sqrt((squares / rounds - mean * mean) / rounds)
  expect(Math.abs(mean - exactReturn())).toBeLessThan(3.29 * error)
}, 20_000)

test('a round is dealt from its seeds, hides the dealer’s second card, and is settled by the hands', () => {
  const seedsOf = fc.record({ serverSeed: fc.string(), clientSeed: fc.string(), nonce: fc.nat(1_000_000) })
  const moves = fc.array(fc.constantFrom<BlackjackAction['move']>('hit', 'stand'), { maxLength: 6 })
  fc.assert(
    fc.property(seedsOf, moves, (seeds, wanted) => {
      const actions: BlackjackAction[] = []
      let now = blackjack.play(seeds, {}, actions, false)!
      for (const move of wanted) {
        if (now.isOver) expect(blackjack.play(seeds, {}, [...actions, { move }], false)).toBeUndefined()
        if (now.isOver) break
        expect(now.view.dealer).toHaveLength(1)
        actions.push({ move })
        now = blackjack.play(seeds, {}, actions, false)!
      }
      const { view } = now
      const deck = cards(seeds, 40).map(cardText)
      expect([view.player[0], view.dealer[0], view.player[1]]).toEqual(deck.slice(0, 3))
      if (!now.isOver) return
      const used = [...view.player.slice(2), ...view.dealer.slice(2)]
      expect([view.dealer[1], ...used]).toEqual(deck.slice(3, 4 + used.length))
      expect(now.multiplier).toBe(blackjackPays[endBySight(view)])
    }),
    { numRuns: 500 },
  )
})

/** Result of a round by its visible cards. */
function endBySight({ player, dealer }: BlackjackView): Exclude<BlackjackView['end'], null> {
  const [own, theirs] = [handOf(player).total, handOf(dealer).total]
  const [isOwn, isTheirs] = [own === 21 && player.length === 2, theirs === 21 && dealer.length === 2]
  if (own > 21) return 'bust'
  if (isOwn || isTheirs) return isOwn && isTheirs ? 'push' : isOwn ? 'natural' : 'lost'
  expect(theirs).toBeGreaterThanOrEqual(17)
  return theirs > 21 || own > theirs ? 'won' : own === theirs ? 'push' : 'lost'
}
