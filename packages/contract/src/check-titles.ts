/** Titles of the checks of the books, by name in the feature's `invariants.ts`. English only, for operators. */
export const checkTitles = {
  // deposits
  deposits: 'Each credited deposit has exactly its posting, and each deposit posting its deposit',
  deposit_reversals: 'Each reversed deposit has exactly the posting that reversed it, of the amount that was credited',
  // gateway
  in_play: 'Each player’s money in play equals their open bets',
  rounds: 'Each round’s stake, payout and open bets equal its transactions, and no ended round has an open bet',
  round_days: 'Each day’s sums of what a player staked and won equal the rounds that began on it',
  game_words: 'Each game transaction is of a known kind, bets alone have a state, and nothing of a round is below zero',
  free_rounds: 'Each grant of free rounds has used and won what its rounds say',
  free_stakes: 'The stakes of open free rounds are what the ledger holds for them',
  held_wins: 'Each win that waits for a check holds its money, and each decided one ended its hold by its decision',
  restricted_until: 'Each wallet keeps until when the player’s bets have to ask more than it',
  game_postings: 'Each game transaction that moved money has its posting, and each game posting its transaction',
  // payments
  deposit_days: 'The sums by day are those of the deposits that were credited',
  service_payments:
    'Each credited voucher and redirect payment has exactly its posting, of its amount and player, and each such posting its payment',
  service_payments_open: 'No voucher and no payment page stands between two states without being asked about again',
  // receipts
  receipts_log: 'Each public log has as many entries as its head has, the last one of what was sequenced last',
  staff_log: 'The newest entries of the staff’s log commit to the seals of the audit trail, in their order',
  liabilities:
    'The newest roots of liabilities are the sums of their leaves, which have the ledger’s balances after the postings they name',
  // reports
  report_count: 'The sums of the reports have as many transfers as were read for them',
  report_sums: 'The sums of the reports are those of the ledger’s transfers',
  report_players: 'The movements of the players of a day are those of the day',
  report_quarters: 'The quarters of an hour of a day add up to the day',
  report_games: 'The play of the games of a day is that of their providers',
  report_hours: 'The payments of the hours of a day are those of the day',
  report_days: 'The stakes of the players of a day are those of the day',
  report_cohorts: 'The sums of players by the day of their first deposit are those of these players',
  report_active:
    'The players who staked on a day, and the months and quarters of an hour of each player, are those of the players’ days',
  report_payments: 'The steps of payments in the reports are those of the payments',
  // rewards
  bonuses: 'Each player’s bonus account equals their running bonus',
  bonus_postings:
    'Each bonus has the posting that gave it and, once ended, the one that ended it; and each such posting its bonus',
  gifts: 'Each claimed share of a gift has its posting, and each gift posting its share',
  referrals: 'Each referral that was paid has its posting to the referrer, and each referral posting its referral',
  // tournaments
  tournament_prizes: 'Each prize that was paid is the share of its rank and player, and each claimed share its prize',
  // statements
  suspense: 'What stands in suspense is the sum of the lines that wait, for each account',
  statements: 'Each statement was posted once, with exactly the sum of its own new lines',
  statement_lines: 'Each decided line left suspense by one posting of its amount, and no two lines by one',
  statement_credits: 'No payment and no line credits a player twice: one incoming line a deposit, with its player',
  // wallet
  sums: 'Debits and credits of each currency are equal',
  rollup: 'The house’s rolled up sums equal its transfers',
  balances: 'Each player’s balances equal their transfers',
  bounds: 'No account is below zero or past its limit',
  postings: 'Each posting has its transfers, and each transfer its posting with the same player and currency',
  players: 'Every transfer that names a player’s account names the player, in the player’s currency',
  references: 'Each outside reference is credited once',
  holds: 'Each player’s hold account equals their open holds',
  hold_ends: 'Each ended hold has the posting that ended it',
  debts: 'What each player owes is the sum of its postings, and never below zero',
  chain: 'Each player’s chain of receipts is unbroken',
  // withdrawals
  withdrawal_days: 'The sums by day are those of the withdrawals that were paid',
  withdrawal_holds: 'Each withdrawal that was not sent holds its money, and each hold belongs to one',
  withdrawals_paid:
    'Each withdrawal has the postings of where it stands, and no others: sent, paid, failed, returned, given back',
  payout_transit: 'What is in transit is what was sent and has no end yet',
  payout_batches:
    'Each batch is the sum of its payouts, none of them was sent before it, and none was left behind by it',
} as const

const titles = new Map<string, string>(Object.entries(checkTitles))

/** Title of a check; its name if unknown to this version. */
export const checkTitle = (name: string): string => titles.get(name) ?? name

/** Name of a check of the books. */
export type CheckName = keyof typeof checkTitles
