import type { TableReport, Unit } from './report-table-shape.ts'

/** Reports of risk: markers of gambling harm, and signs of money laundering. Thresholds and weights of each market are in the database. */

const player = { name: 'Player', kind: 'id' } as const
const named = { name: 'Name', kind: 'text' } as const

interface Sign {
  name: string
  unit: Unit
  definition: string
}

/** Markers of harm in play and payments, each over a number of days up to the end of the period. */
export const harmMarkers = {
  net_loss: { name: 'Net loss', unit: 'money', definition: 'Settled stakes less wins.' },
  day_loss: { name: 'Loss per day', unit: 'money', definition: 'Net loss per day on which the player staked.' },
  session_loss: {
    name: 'Loss per session',
    unit: 'money',
    definition: 'Net loss per session. A session ends where half an hour goes by without a stake or a deposit.',
  },
  session_deposits: {
    name: 'Deposits in a session',
    unit: 'count',
    definition: 'The most deposits within one session.',
  },
  stake_spread: {
    name: 'Changing stakes',
    unit: 'percent',
    definition:
      'The greatest spread of stakes in a session: the standard deviation of the average stake of its quarters of an hour, as a share of their mean; sessions of an hour or more.',
  },
  chasing: {
    name: 'Stakes rise after losses',
    unit: 'count',
    definition:
      'Quarters of an hour whose average stake is at least half as high again as that of the lost quarter before.',
  },
  long_sessions: { name: 'Long sessions', unit: 'count', definition: 'Sessions of two hours or more.' },
  night: {
    name: 'Play at night',
    unit: 'count',
    definition: 'Quarters of an hour with a stake between 00:00 and 06:00 in the market.',
  },
  failed_deposits: {
    name: 'Failed deposits',
    unit: 'count',
    definition: 'Deposits that were reported and then rejected, cancelled or expired.',
  },
  methods: { name: 'Payment methods', unit: 'count', definition: 'Different methods of deposits.' },
  limit_raises: { name: 'Limit raises', unit: 'count', definition: 'Limits that the player asked to raise or remove.' },
  breaks: { name: 'Breaks', unit: 'count', definition: 'Breaks from playing that the player began.' },
  words: {
    name: 'Words in questions',
    unit: 'count',
    definition: 'Messages to the help desk with words such as “addicted”, “cannot stop” or “lost everything”.',
  },
} as const satisfies Record<string, Sign>

/** Signs of money laundering in payments and links between players. */
export const launderingSigns = {
  linked_day: {
    name: 'Large deposits in a day',
    unit: 'money',
    definition: 'Deposits of a day together, on a day of the period.',
  },
  linked_week: {
    name: 'Large deposits in days',
    unit: 'money',
    definition: 'Deposits of so many days together, ending on a day of the period.',
  },
  structuring: {
    name: 'Just below the sum',
    unit: 'count',
    definition: 'Deposits within 10 % below the sum of a day, in so many days.',
  },
  in_out: {
    name: 'In and out with little play',
    unit: 'money',
    definition:
      'Deposits of a player who withdrew at least 80 % of them and whose turnover is lower than the deposits, in the days up to the end.',
  },
  payers: { name: 'Several payers', unit: 'count', definition: 'Different payers of bank lines of one player.' },
  shared_payer: {
    name: 'A payer of several players',
    unit: 'count',
    definition:
      'Players with the same payer; one that more than five have is the bank’s own wording and does not count.',
  },
  shared_account: {
    name: 'Account of several players',
    unit: 'count',
    definition: 'Players with the same payout account, for those with payments in the period.',
  },
  ring: {
    name: 'Ring',
    unit: 'count',
    definition:
      'Players who hang together by payers, payout accounts, identity documents and devices, for those with payments in the period. A thing that more than ten share does not count.',
  },
  dormant: {
    name: 'Dormant, then large',
    unit: 'money',
    definition:
      'Deposits of a day of the period on which a player came back who had neither played nor paid for so many days.',
  },
  name_differs: {
    name: 'Another name',
    unit: 'count',
    definition: 'Payments of the period with the warning that the holder’s name differs.',
  },
  method_differs: {
    name: 'Out by another way than in',
    unit: 'money',
    definition:
      'Withdrawals of the period of a player whose deposits came by vouchers or payment services alone, in so many days.',
  },
} as const satisfies Record<string, Sign>

export type HarmMarker = keyof typeof harmMarkers
export type LaunderingSign = keyof typeof launderingSigns

const namesOf = (signs: Record<string, Sign>) =>
  Object.fromEntries(Object.entries(signs).map(([code, { name }]) => [code, name]))
const unitsOf = (signs: Record<string, Sign>): Readonly<Record<string, Unit>> =>
  Object.fromEntries(Object.entries(signs).map(([code, { unit }]) => [code, unit]))
/** Explanation of each sign, for screen and files. */
const meanings = (signs: Record<string, Sign>) =>
  Object.values(signs)
    .map(({ name, definition }) => `${name}: ${definition}`)
    .join(' ')

const ruleColumns = (name: string, signs: Record<string, Sign>) =>
  ({
    rule: { name, kind: 'code', values: namesOf(signs), definition: meanings(signs) },
    days: { name: 'Days', kind: 'count', definition: 'Days that are looked at.' },
    threshold: {
      name: 'From',
      kind: 'measure',
      definition: 'It counts from this sum, number or share on.',
      unitBy: 'rule',
      units: unitsOf(signs),
    },
    weight: { name: 'Points', kind: 'count' },
    players: { name: 'Players', kind: 'count', definition: 'Players who have it. One with two stands in two rows.' },
  }) as const

/** Conclusions of an operator's review of a player. */
export const reviewOutcomes = {
  harm: {
    nothing: 'Nothing to do',
    watch: 'Watch further',
    spoken: 'Spoke with the player',
    limited: 'Limits or a break agreed',
    blocked: 'Play blocked',
  },
  laundering: {
    nothing: 'Explained',
    watch: 'Watch further',
    asked: 'Documents asked for',
    frozen: 'Wallet frozen',
    reported: 'Reported to the authority',
  },
} as const

/** Days for which a review counts, unless more comes up. */
export const reviewDays = 30

const reviewRule = `A review counts for ${reviewDays} days, and until the player has more points or something that was not there.`

const reviewColumns = (outcomes: Readonly<Record<string, string>>) =>
  ({
    reviewed: {
      name: 'Reviewed',
      kind: 'code',
      values: { open: 'Not yet', ...outcomes },
      isReview: true,
      definition: `The outcome of the last review of the player. ${reviewRule}`,
    },
    reviewed_at: { name: 'When', kind: 'instant' },
    reviewed_by: { name: 'By', kind: 'text' },
    assigned: { name: 'Assigned to', kind: 'text' },
  }) as const

const notReviewed = {
  unit: 'count',
  name: 'Not reviewed yet',
  definition: `Of these, those without a review that counts now. ${reviewRule}`,
} as const

const points = { name: 'Points', kind: 'count', definition: 'The points of all that the player has.' } as const

export const harm = {
  hasReviews: true,
  title: 'Markers of harm',
  link: 'Markers of gambling harm: by marker and player',
  lead: 'A score of plain rules, no diagnosis: it says whom to look at. Nothing happens to a player by it alone. The rules were tried on simulated players only.',
  needs: ['reports.see', 'players.see', 'reports.harm'],
  figures: {
    flagged: {
      unit: 'count',
      name: 'Players to look at',
      definition: 'Players who have the points of level 1 or more on the last day of the period.',
    },
    level_1: { unit: 'count', name: 'Level 1', definition: 'Of these, those for whom a note is enough.' },
    level_2: {
      unit: 'count',
      name: 'Level 2',
      definition: 'Of these, those who should read a message in play, and to whom no offer should go.',
    },
    level_3: {
      unit: 'count',
      name: 'Level 3',
      definition: 'Of these, those for whom a break and limits should be considered.',
    },
    open: notReviewed,
  },
  tables: {
    rules: { name: 'By marker', columns: ruleColumns('Marker', harmMarkers) },
    players: {
      name: 'Players by points',
      isCut: true,
      columns: {
        player,
        name: named,
        level: { name: 'Level', kind: 'count' },
        points,
        markers: { name: 'Markers', kind: 'codes', values: namesOf(harmMarkers) },
        net_loss: { name: 'Net loss', kind: 'money', definition: 'Of the days of the marker “Net loss”.' },
        ...reviewColumns(reviewOutcomes.harm),
      },
    },
  },
} as const satisfies TableReport

export const laundering = {
  hasReviews: true,
  title: 'Signs of money laundering',
  link: 'Signs of money laundering: by rule and player',
  lead: 'Which rules over payments and their links speak for a closer look. A sign is no proof, and players never learn of it.',
  needs: ['reports.see', 'players.see', 'reports.laundering'],
  figures: {
    players: {
      unit: 'count',
      name: 'Players with a sign',
      definition: 'Players with at least one sign in the period.',
    },
    open: notReviewed,
    signs: { unit: 'count', name: 'Signs', definition: 'Signs of all players: one with two counts twice.' },
    deposits: {
      unit: 'money',
      name: 'Their deposits',
      definition: 'Money credited to these players in the period, before deposits that were reversed.',
    },
    withdrawals: { unit: 'money', name: 'Their withdrawals', definition: 'Money sent to these players in the period.' },
  },
  tables: {
    rules: { name: 'By rule', columns: ruleColumns('Rule', launderingSigns) },
    players: {
      name: 'Players by points',
      isCut: true,
      columns: {
        player,
        name: named,
        points,
        signs: { name: 'Signs', kind: 'codes', values: namesOf(launderingSigns) },
        deposits: { name: 'Deposits', kind: 'money', definition: 'Money credited to the player in the period.' },
        withdrawals: { name: 'Withdrawals', kind: 'money', definition: 'Money sent to the player in the period.' },
        turnover: {
          name: 'Turnover',
          kind: 'money',
          definition: 'Real stakes of the bets that were settled in the period.',
        },
        ...reviewColumns(reviewOutcomes.laundering),
      },
    },
  },
} as const satisfies TableReport
