import { byCode } from '@dhow/contract/records'

const sessionEnded = 'This session has ended. Open the game again from the lobby.'

/** Texts shared by several kinds of games, in English; other languages are beside it in the same shape. */
export const common = {
  independent: 'Every round is independent: earlier results do not change the next one.',
  live: {
    connecting: 'Connecting…',
    reconnecting: 'Reconnecting…',
    demo: 'Play money',
    sound: 'Sound',
    menu: 'Menu',
  },
  staking: {
    stake: 'Stake',
    quick: 'Quick stakes',
    less: 'Less',
    more: 'More',
    half: '½ stake',
    double: '2× stake',
    most: 'Max stake',
    max: 'Max',
    bet: (money: string) => `Bet ${money}`,
    placing: 'Placing your bet…',
    cashOut: 'Cash out',
    cashingOut: 'Cashing out…',
    paid: (money: string, at: string) => `Paid ${money} at ${at}`,
    refusedOtherwise: 'The wallet refused this stake. Nothing was taken.',
  },
  ends: {
    part: (money: string, stake: string) => `${money} of ${stake} was returned.`,
    lost: (money: string) => `Not this time: ${money} lost`,
    recap: (text: string) => `Your last round: ${text}`,
  },
  refused: {
    bet_not_allowed: 'Bets are not allowed for this account now.',
    session_ended: sessionEnded,
    session_unknown: sessionEnded,
  },
  refusedStake: {
    insufficient_funds: 'Your balance does not cover this stake.',
    limit_reached: 'This stake would exceed one of your limits.',
  },
  bye: {
    session_unknown: sessionEnded,
    malformed: 'This page is out of date. Reload it.',
  },
  proof: {
    page: 'Proof of a round',
    close: 'Close',
    copy: 'Copy link',
    copied: 'Copied',
    open: 'Open the proof page',
    inLogLooking: 'Looking it up in the public log…',
    inLogKept: (place: number) => `The public log has it, fixed at place ${place} before the first round.`,
    inLogRefused: (reason: string) => `The log’s proof does not hold: ${reason}.`,
    inLogFailures: {
      differs: 'The public log has another commitment under this name. This round was swapped.',
      missing: 'The public log does not have it.',
      away: 'The public log could not be reached. Reload the page to try again.',
    },
    inLogCommitment: 'Proof of the commitment',
    inLogReceipts: 'Receipts of this round',
    byHand: 'Check it yourself',
    unknown: 'Round not found.',
    failed: 'The round could not be loaded. Try again in a moment.',
    badLink: 'This link does not contain a complete proof.',
  },
  chain: {
    title: (no: number) => `Round ${no}`,
    hash: 'Hash of the round',
    salt: 'Public salt',
    end: 'Published end of the chain',
    number: 'Number of the round',
    chainRight: (steps: number) =>
      steps === 1 ? 'One step leads to the published end.' : `${steps} steps lead to the published end.`,
    chainWrong: 'The chain does not lead to the published end.',
    walking: (percent: number) => `Walking the chain: ${percent} %`,
    published: 'The studio publishes end and salt at',
  },
  fairness: {
    title: 'Fairness',
    rounds: 'Check a round in your browser',
    none: 'The first round is still in play.',
  },
  cards: {
    suits: byCode({ diamond: 'diamonds', heart: 'hearts', spade: 'spades', club: 'clubs' }),
    ranks: byCode({ J: 'Jack', Q: 'Queen', K: 'King', A: 'Ace' }),
    card: (rank: string, suit: string) => `${rank} of ${suit}`,
  },
}

export type CommonWords = typeof common
