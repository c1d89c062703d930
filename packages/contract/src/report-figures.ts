/**
 * Figures of reports, each with its one definition, shown in the reference and the console's tooltips. Money comes from the ledger, by days of the
 * market, without test players.
 */
export const reportFigures = {
  deposits: {
    unit: 'money',
    name: 'Deposits',
    definition:
      'Money credited to players from banks, payment services and vouchers, less deposits that were reversed.',
  },
  withdrawals: {
    unit: 'money',
    name: 'Withdrawals',
    definition: 'Money sent to players, less payouts that failed or came back.',
  },
  net_deposits: {
    unit: 'money',
    name: 'Net deposits',
    definition: 'Deposits less withdrawals.',
  },
  turnover: {
    unit: 'money',
    name: 'Turnover',
    definition:
      'Real stakes of the bets that were settled. Bets that were rolled back or are still open do not count, nor do the stakes of free rounds.',
  },
  wins: {
    unit: 'money',
    name: 'Wins',
    definition:
      'Money paid to players for settled bets, less held wins that were refused. Wins of free rounds are a bonus cost.',
  },
  ggr: {
    unit: 'money',
    name: 'GGR',
    definition: 'Gross gaming revenue: turnover less wins.',
  },
  bonus_cost: {
    unit: 'money',
    name: 'Bonus cost',
    definition:
      'Bonuses, gifts and referral rewards granted, and wins of free rounds, less bonuses that ended without being converted.',
  },
  provider_fees: {
    unit: 'money',
    name: 'Provider fees',
    definition: 'For each provider and day, the rate of that day on its base. A day with a loss gives back.',
  },
  payment_fees: {
    unit: 'money',
    name: 'Payment fees',
    definition: 'For each payment account and day, the rate of that day on the deposits through it.',
  },
  tax: {
    unit: 'money',
    name: 'Tax',
    definition: 'For each tax and day, the rate of that day on its base.',
  },
  ngr: {
    unit: 'money',
    name: 'NGR',
    definition: 'Net gaming revenue: GGR less bonus cost, provider fees, payment fees and tax.',
  },
  registrations: {
    unit: 'count',
    name: 'Registrations',
    definition: 'Accounts that were created.',
  },
  first_deposits: {
    unit: 'count',
    name: 'First deposits',
    definition: 'Players whose first deposit was credited.',
  },
  active_players: {
    unit: 'count',
    name: 'Active players',
    definition: 'Players with at least one real stake.',
  },
} as const satisfies Record<string, { unit: 'money' | 'count'; name: string; definition: string }>

export type ReportFigure = keyof typeof reportFigures

/** Figures that are sums of listable ledger entries. */
export const listedFigures = ['deposits', 'withdrawals', 'turnover', 'wins', 'ggr', 'bonus_cost'] as const
export type ListedFigure = (typeof listedFigures)[number]
