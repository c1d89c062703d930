/** One fact found by a check: name and value. Command and page have a label for each name. */
export type Fact = [name: FactName, value: string]

/** Labels of facts in the command's output. */
export const factNames = {
  account: 'account',
  entry: 'entry',
  time: 'time',
  reason: 'reason',
  key: 'key',
  operator: 'operator',
  text: 'text',
  cash: 'cash',
  bonus: 'bonus',
  hold: 'hold',
  inPlay: 'in play',
  index: 'place in the log',
  log: 'log',
  size: 'entries in the log',
  witnesses: 'witnesses',
  period: 'period',
  entries: 'entries',
  opening: 'opening',
  closing: 'closing',
  day: 'day',
  total: 'owed to all players',
  share: 'owed on that day',
  entriesSince: 'entries since',
  balanceNow: 'owed now',
  sizeBefore: 'entries before',
  provider: 'provider',
  game: 'game',
  committed: 'commitment',
  chainEnd: 'end of the chain',
  salt: 'salt',
  rounds: 'rounds',
  seedHash: 'hash of the server seed',
  round: 'round of the chain',
  serverSeed: 'server seed',
  bet: 'place of the bet',
} as const

export type FactName = keyof typeof factNames

/**
 * Formats minor units with two decimals, for the portal's currencies.
 * @example formatMinor(-125050n, 'NAD') // '-1250.50 NAD'
 */
export function formatMinor(amountMinor: bigint, currency: string): string {
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(3, '0')
  return `${amountMinor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)} ${currency}`
}
