import { byCode } from '@dhow/contract/records'
import { loadWords } from '../load-words.ts'
import { paysOf } from './pays.ts'
import { common } from '../words/common/en.ts'

/** All texts of the live tables in English; words/ has other languages in the same shape. */
const english = {
  names: byCode({
    dragontiger: 'Coral Dragon Tiger',
    andarbahar: 'Lantern Andar Bahar',
    baccarat: 'Monsoon Baccarat',
    teenpatti: 'Moonlit Teen Patti 20-20',
    roulette: 'Captain’s Roulette',
  }),
  /** Labels of the layout's fields, except single numbers. */
  fields: byCode<Record<string, string>>({
    dragontiger: {
      dragon: 'Dragon',
      tiger: 'Tiger',
      tie: 'Tie',
      suited: 'Suited tie',
    },
    andarbahar: {
      andar: 'Andar',
      bahar: 'Bahar',
      '1-5': '1–5 cards',
      '6-10': '6–10 cards',
      '11-15': '11–15 cards',
      '16-25': '16–25 cards',
      '26-35': '26–35 cards',
      '36-49': '36 cards or more',
    },
    baccarat: {
      player: 'Player',
      banker: 'Banker',
      tie: 'Tie',
      player_pair: 'Player pair',
      banker_pair: 'Banker pair',
    },
    teenpatti: {
      a: 'Player A',
      b: 'Player B',
      a_pair: 'A: pair or better',
      b_pair: 'B: pair or better',
    },
    roulette: {
      red: 'Red',
      black: 'Black',
      even: 'Even',
      odd: 'Odd',
      low: '1–18',
      high: '19–36',
      dozen1: '1st 12',
      dozen2: '2nd 12',
      dozen3: '3rd 12',
      column1: '1·4·7 …',
      column2: '2·5·8 …',
      column3: '3·6·9 …',
    },
  }),
  /** Names of the seats. */
  seats: byCode({
    dragon: 'Dragon',
    tiger: 'Tiger',
    joker: 'Joker',
    andar: 'Andar',
    bahar: 'Bahar',
    player: 'Player',
    banker: 'Banker',
    a: 'Player A',
    b: 'Player B',
  }),
  results: byCode({
    dragon: 'Dragon',
    tiger: 'Tiger',
    tie: 'Tie',
    andar: 'Andar',
    bahar: 'Bahar',
    player: 'Player',
    banker: 'Banker',
    a: 'A',
    b: 'B',
  }),
  /** The same in one or two letters, for the row of the last rounds. */
  shortResults: byCode({
    dragon: 'D',
    tiger: 'T',
    tie: '=',
    andar: 'A',
    bahar: 'B',
    player: 'P',
    banker: 'B',
    a: 'A',
    b: 'B',
  }),
  wins: (who: string) => `${who} wins`,
  tied: 'A tie',
  cardsDealt: (count: number) => (count === 1 ? '1 card' : `${count} cards`),
  points: (total: number) => String(total),
  kinds: byCode({
    high: 'High card',
    pair: 'Pair',
    colour: 'Colour',
    run: 'Run',
    pure_run: 'Pure run',
    trail: 'Trail',
  }),
  colours: byCode({ red: 'red', black: 'black', green: 'zero' }),
  pocket: (number: string, colour: string) => (number === '0' ? 'Zero' : `${number} ${colour}`),
  cards: common.cards,
  lastRounds: 'Last rounds',
  roads: {
    big: 'Big road',
    bead: 'Bead plate',
    hot: 'Came most often',
    cold: 'Came least often',
    note: common.independent,
  },
  /** Bets on several numbers of roulette. */
  inside: {
    label: 'Bet on',
    kinds: {
      number: 'Number',
      split: 'Split',
      street: 'Street',
      corner: 'Corner',
      line: 'Six line',
      neighbours: 'Neighbours',
    },
    offers: (number: string) => `Bets with ${number}`,
    stakes: 'Your bets on several numbers',
  },
  board: 'Table',
  layout: 'Fields',
  betPanel: 'Your stakes',
  chip: 'Chip',
  chipOf: (money: string) => `Chip of ${money}`,
  undo: 'Undo',
  clear: 'Clear',
  again: 'Same again',
  double: 'Double',
  cancelBets: 'Cancel bets',
  place: (money: string) => `Place ${money}`,
  placeNothing: 'Put chips on the table',
  placing: 'Placing…',
  closed: 'No more bets',
  nextRound: 'Next round in a moment',
  betting: 'Place your bets',
  closing: 'Betting is closed',
  field: (name: string, pays: string) => `${name}, pays ${pays}`,
  withYours: (placed: string, waiting: string) =>
    [placed && `your stake ${placed}`, waiting && `${waiting} not placed yet`].filter(Boolean).join(', '),
  others: (stakes: number, money: string) => `${stakes} on it, ${money}`,
  ...common.live,
  proofOf: (no: number, result: string) => `Round ${no}: ${result}. Show the proof.`,
  staked: (money: string) => `${money} on the table`,
  paying: (money: string) => `${money} is on its way.`,
  paid: (money: string, stake: string) => `Paid ${money} for ${stake} staked`,
  even: (money: string) => `Your ${money} was returned.`,
  ...common.ends,
  returning: 'A stake was not taken in time and is being returned.',
  returned: 'A stake was not taken in time. It is back.',
  cancelled: 'Your stakes are back.',
  stuck: 'Our support team has to check one of your stakes. Its number is in your history.',
  tooMuch: (money: string) => `A field takes at most ${money}.`,
  notCovered: 'Your balance does not cover this chip.',
  keys: 'Keys: 1 to 6 choose a chip, arrows move between fields, Enter puts the chip down, Backspace takes it up, P places your stakes.',
  refused: byCode({
    insufficient_funds: 'Your balance did not cover a stake.',
    limit_reached: 'A stake would have exceeded one of your limits.',
    ...common.refused,
    betting_closed: 'Betting had just closed. Nothing was taken.',
    stake_out_of_range: 'This is outside the table’s range. Nothing was taken.',
    too_late: 'Betting had just closed. Your bets stand.',
  }),
  refusedOtherwise: 'The wallet refused a stake. Nothing was taken.',
  bye: byCode({
    ...common.bye,
    too_many: 'This table is open in too many places. Close one and reload.',
  }),
  announcements: {
    open: (no: number) => `Round ${no}. Place your bets.`,
    closed: 'No more bets.',
    card: (seat: string, card: string) => `${seat}: ${card}.`,
  },
  rules: {
    button: 'How it pays',
    pays: 'Pays',
    returns: 'Return to player',
    chance: 'Field',
    how: byCode({
      dragontiger:
        'Dragon and tiger get one card each from eight decks; the higher rank wins, the ace is the highest. On a tie half of a stake on dragon or tiger comes back. A suited tie is a tie of one suit.',
      andarbahar:
        'The joker is turned from one deck, then cards go to andar and bahar in turn, andar first, until one has the joker’s rank. You may also guess how many cards are dealt until then.',
      baccarat:
        'Two cards each from eight decks; the points of nine or the nearest below win. An ace counts 1, tens and pictures 0, and of the sum the last digit. With 8 or 9 in two cards nobody draws; else the player draws up to 5, and the banker by the usual table. A tie returns stakes on player and banker. A pair is two first cards of one rank.',
      teenpatti:
        'A and B get three cards each from one deck; the higher hand wins, and equal ones return the stakes. From the top: trail (three alike), pure run, run, colour, pair, high card. A-K-Q is the highest run, then A-2-3. Pair or better pays 2× for a pair, 5× for a colour, 7× for a run, 31× for a trail and 41× for a pure run, whoever wins.',
      roulette:
        'One ball, 37 pockets, one zero. A number pays 36×, two numbers that touch 18×, a street of three 12×, a corner of four 9×, six numbers 6×, twelve 3×, eighteen 2×. On zero every bet without the zero loses. Neighbours are five single numbers: the one you choose and two on each side of it on the wheel.',
    }),
    range: (min: string, max: string) => `A stake is at least ${min}; a field takes at most ${max}.`,
    breaks:
      'A round goes on without you: if your connection breaks or the table stops for a while, your stakes are still settled. A stake that was not taken before the first card is returned.',
    rounding: 'Multipliers include the stake. Payouts are rounded down to the smallest coin.',
  },
  fairness: {
    ...common.fairness,
    how: 'Every round was decided before the first one was played. The studio made a chain of hashes and published its last link and a salt; rounds play the chain backwards, and a round’s hash, the salt and its number give the cards. Nobody can change a round to come, and anybody can recompute one that is over.',
    round: (no: number, result: string) => `Round ${no} · ${result}`,
  },
  proof: {
    ...common.chain,
    ...common.proof,
    explained:
      'The cards follow from the round’s hash, the public salt and the round’s number alone. Hashing the round’s hash as many times as its number gives the end of the chain, which was published before the first round. Your browser has just done both.',
    outcomeRight: 'The outcome is as it was played.',
    outcomeWrong: 'Another outcome was played.',
    inPlay: 'This round is still in play. Its proof opens when it is settled.',
  },
}

export type Words = typeof english

/** Loads the words of a language; others than English on demand. */
export const wordsFor = (language: string): Promise<Words> =>
  loadWords<Words>(language, english, {
    hi: async () => (await import('./words/hi.ts')).hindi,
    af: async () => (await import('./words/af.ts')).afrikaans,
  })

/** Label and return of a field. */
export const fieldWords = (words: Words, slug: string, field: string): [label: string, pays: string] => [
  words.fields[slug]?.[field] ?? numbersOf(field),
  paysOf(slug, field),
]

/** Numbers of a roulette field as text: `n17` is 17, `split_1_2` is 1·2, a line its first and last. */
function numbersOf(field: string): string {
  const [kind = '', ...numbers] = field.split('_')
  if (numbers.length === 0) return field.slice(1)
  return kind === 'line' ? `${numbers[0]}–${numbers.at(-1)}` : numbers.join('·')
}

/** A result in words: the winner, or the pocket. */
export function resultWords(words: Words, result: string): string {
  if (result === 'tie') return words.tied
  const who = words.results[result]
  return who ? words.wins(who) : result
}
