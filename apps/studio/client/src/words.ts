import { byCode } from '@dhow/contract/records'
import { loadWords } from './load-words.ts'
import { common } from './words/common/en.ts'

/** All texts of the crash game in English; words/ has other languages in the same shape. */
const english = {
  title: 'Dhow',
  /** Names of the page's regions, by id. */
  regions: { last: 'Last rounds', scene: 'Flight', panels: 'Bets', crew: 'Players in this round' },
  proofOf: (no: number, crash: string) => `Round ${no}: gust at ${crash}. Show the proof.`,
  lastRounds: (count: number) => (count === 1 ? 'The last round' : `The last ${count} rounds`),
  independent: common.independent,
  boarding: 'Boarding',
  takeOff: 'Casting off',
  crashed: 'The gust came',
  horizon: 'Over the horizon',
  voided: 'This round was cancelled. Stakes are returned.',
  ...common.live,
  panel: (number: number) => `Bet ${number}`,
  inPanel: (name: string, number: number) => `${name}, bet ${number}`,
  ...common.staking,
  auto: 'Auto cash-out',
  betNext: 'Bet on the next round',
  queued: 'In for the next round',
  queuedHint: 'Tap to cancel',
  placed: 'Bet placed',
  placedHint: 'Tap to cancel',
  aboard: 'On board',
  cancelling: 'Cancelling…',
  paying: (money: string, at: string) => `Cashed out at ${at}. ${money} is on its way.`,
  lost: (money: string, at: string) => `Not this time: ${money} lost at ${at}`,
  returning: (why: string) => `${why} Your stake is being returned.`,
  returned: (why: string) => `${why} Your stake is back.`,
  tooLate: 'The gust came first: your tap arrived after it.',
  stuck: 'Our support team has to check this bet. Its number is in your history.',
  range: (min: string, max: string) => `From ${min} to ${max}`,
  autoRange: 'From 1.01× to 10,000×',
  players: (count: number) => (count === 1 ? '1 bet in this round' : `${count} bets in this round`),
  noPlayers: 'No bets yet',
  you: 'You',
  rules: {
    button: 'How it pays',
    how: 'A round begins with a few seconds of betting. Then the dhow casts off and the multiplier climbs from 1.00× until a gust ends the round. Cash out before the gust and your stake is paid times the multiplier of that moment; the gust takes what is still on board. With an automatic cash-out the studio cashes out for you at your target, even if your connection breaks or this page is closed.',
    clock:
      'The studio’s clock decides whether a cash-out came before the gust. A target equal to the gust’s multiplier wins. At 10,000× everybody on board is cashed out.',
    breaks:
      'A stake is taken once. Where a round cannot be finished, because the wallet did not answer in time or the studio was interrupted, your stake comes back.',
    target: 'Multiplier',
    chance: 'Chance to reach it',
    rtp: 'Return to player: 99.00 % at every multiplier',
    stakes: (min: string, max: string) => `Stake: ${min} to ${max} a bet, two bets a round`,
    rounding: 'Payouts are rounded down to the smallest coin.',
  },
  keys: 'On a keyboard, 1 and 2 press the two large buttons.',
  rolledBack: byCode({
    too_late: 'The stake was answered after cast-off.',
    wallet_unknown: 'The wallet did not answer.',
    interrupted: 'The round was interrupted.',
    cancelled: 'Cancelled.',
  }),
  refused: byCode({
    ...common.refusedStake,
    ...common.refused,
    betting_closed: 'Betting had just closed. Nothing was taken.',
    panel_taken: 'This bet is already in play.',
    stake_out_of_range: 'This stake is outside the table’s range.',
  }),
  bye: byCode({
    ...common.bye,
    too_many: 'This game is open in too many places. Close one and reload.',
  }),
  announcements: {
    open: (no: number) => `Round ${no}. Betting is open.`,
    fly: 'Cast off.',
    crash: (at: string) => `Gust at ${at}.`,
  },
  fairness: {
    ...common.fairness,
    how: 'Every round was decided before the first one was played. The studio made a chain of hashes and published its last link and a salt; rounds play the chain backwards, and each hash gives its round’s gust. Nobody can change a round to come, and anybody can recompute one that is over.',
    round: (no: number, crash: string) => `Round ${no} · ${crash}`,
  },
  proof: {
    ...common.chain,
    ...common.proof,
    explained:
      'The crash point follows from the round’s hash and the public salt alone. Hashing the round’s hash as many times as its number gives the end of the chain, which was published before the first round. Your browser has just done both.',
    crash: 'Crash point',
    pointRight: (at: string) => `The crash point is ${at}, as played.`,
    pointWrong: (at: string, played: string) => `The crash point would be ${at}, but ${played} was played.`,
    inPlay: 'This round is still in play. Its proof opens with the gust.',
  },
}

export type Words = typeof english

/** Loads the words of a language; others than English on demand. */
export const wordsFor = (language: string): Promise<Words> =>
  loadWords<Words>(language, english, {
    hi: async () => (await import('./words/hi.ts')).hindi,
    af: async () => (await import('./words/af.ts')).afrikaans,
  })
