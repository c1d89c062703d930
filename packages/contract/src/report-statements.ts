import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { reportFiles } from './report-files.ts'
import { periodQuery } from './reports.ts'
import { amountReply, currency, instant, market, success } from './shapes.ts'

/** Statements to compare with others' own: of a game provider, of payment methods, of taxes. */

export const reportStatementRefusals = {
  provider_file_unreadable: {
    status: 422,
    sentence:
      'This file cannot be compared. It needs a line of heads with game, rounds, stakes and wins, and a line for each game.',
  },
  provider_statement_open: { status: 409, sentence: 'This period is not over yet. Close it after its last day.' },
  provider_statement_altered: {
    status: 409,
    sentence: 'The stored statement was changed after it was closed: its hash differs. Compare it with a backup.',
  },
  provider_statement_days: {
    status: 409,
    sentence: 'The next statement of this provider begins on the day after the last one. Choose its days.',
  },
} as const

export const providerFigures = {
  rounds: { name: 'Rounds', definition: 'Rounds with their first stake in the period, rolled back or not.' },
  stakes: { name: 'Stakes', definition: 'Real stakes of the bets that were settled in the period: the turnover.' },
  wins: {
    name: 'Wins',
    definition: 'Money paid to players in the period, also for earlier rounds, less held wins that were refused.',
  },
  ggr: { name: 'GGR', definition: 'Stakes less wins.' },
  rollbacks: {
    name: 'Rollbacks',
    definition:
      'Bets that were cancelled in the period, and the stakes that went back to players for them. Stakes do not have them.',
  },
  fee: {
    name: 'Fee',
    definition: 'For each day, the rate of that day on its base, rounded; a row for each rate that applied.',
  },
  correction: {
    name: 'Correction',
    definition:
      'What changed since in the days of an earlier statement, such as a bet that was settled late: its figures now, less those that were stated before. An earlier statement itself never changes.',
  },
  due: { name: 'Due', definition: 'The fee of the period and of all corrections.' },
} as const

export const methodFigures = {
  deposits: {
    name: 'Credited',
    definition: 'Deposits that were credited through the account, before those that were reversed.',
  },
  reversed: { name: 'Reversed', definition: 'Credited deposits through the account that were reversed in the period.' },
  fee: {
    name: 'Fee',
    definition: 'For each day, the rate of that day on the deposits through the account less those reversed.',
  },
  theirs: {
    name: 'By the statement',
    definition:
      'Lines of imported statements of the account by their day, without dismissed ones. Empty where none was imported.',
  },
  difference: {
    name: 'Settlement difference',
    definition:
      'The statement less what was credited and not reversed. Payments that were credited on another day than that of their line stand in it.',
  },
  payouts: {
    name: 'Payouts',
    definition:
      'Withdrawals that were sent, less those that failed or came back, against the statement of the account that pays them.',
  },
} as const

export const taxFigures = {
  base: {
    name: 'Tax base',
    definition:
      'The sum of the figure that the rate is a share of, over the days of the month on which the rate applied.',
  },
  tax: {
    name: 'Tax',
    definition: 'For each day, the rate of that day on its base, rounded. A day with a negative base lowers it.',
  },
} as const

const refusals = ['report_too_long', 'report_backwards'] as const
const days = { market, currency, today: z.string(), from: z.string(), to: z.string() }
const rateBase = z.enum(['ggr', 'turnover', 'deposits'])
const feeRow = z.object({
  from_day: z.string(),
  base: rateBase,
  /** Hundredths of a percent. */
  basis_points: z.number(),
  base_amount: amountReply,
  fee: amountReply,
})

const providerCode = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
const providerQuery = z.object({ ...periodQuery.shape, provider: z.optional(providerCode) })
const play = {
  rounds: z.number(),
  stakes: amountReply,
  wins: amountReply,
  ggr: amountReply,
  rollbacks: z.number(),
  rolled_back: amountReply,
}

const game = z.object({ game_id: z.string(), name: z.string(), ...play })

const providerStatement = z.object({
  status: success,
  ...days,
  /** Assigned when the period is closed; null before. */
  number: z.nullable(z.string()),
  closed_at: z.nullable(instant),
  /** Of all that a closed statement states; null before. */
  sha256: z.nullable(z.string()),
  provider: z.string(),
  /** Providers ever played in the market. */
  providers: z.array(z.string()),
  games: z.array(game),
  total: z.object(play),
  fees: z.array(feeRow),
  fee: amountReply,
  /** Corrections of earlier statements; for an open period only if it is the next one. */
  corrections: z.array(
    z.object({ number: z.string(), from: z.string(), to: z.string(), games: z.array(game), fee: amountReply }),
  ),
  due: amountReply,
  /** Closed statements of the provider, newest first. */
  statements: z.array(
    z.object({ number: z.string(), from: z.string(), to: z.string(), closed_at: instant, due: amountReply }),
  ),
  /** First day of the next one; null before the first. */
  next_from: z.nullable(z.string()),
})

export const staffProviderStatement = operation({
  name: 'staffProviderStatement',
  method: 'GET',
  path: '/staff/reports/providers',
  access: 'staff',
  needs: ['reports.providers'],
  summary:
    'Statement of a game provider for a period: rounds, stakes, wins and rollbacks by game, the fee by rate, and corrections of earlier statements. A closed one as stored, an open one as of now. Without a provider: the first with play.',
  query: providerQuery,
  reply: providerStatement,
  refusals: [...refusals, 'provider_statement_altered'],
})

export const staffProviderFiles = reportFiles({
  name: 'staffProviderStatement',
  path: '/staff/reports/providers',
  content: 'The statement of a provider',
  needs: ['reports.providers'],
  query: providerQuery,
  refusals: [...refusals, 'provider_statement_altered'],
})

export const closeProviderStatement = operation({
  name: 'closeProviderStatement',
  method: 'POST',
  path: '/staff/reports/providers/statements',
  access: 'staff',
  needs: ['reports.providers', 'reports.close_statements'],
  summary:
    'Close a period of a game provider and store its statement under a number. Later changes of these days are corrections in the next statement.',
  body: z.object({ market, provider: providerCode, from: z.iso.date(), to: z.iso.date() }),
  reply: providerStatement,
  refusals: [
    ...refusals,
    'not_found',
    'provider_statement_open',
    'provider_statement_days',
    'provider_statement_altered',
  ],
})

export const compareProvider = operation({
  name: 'compareProvider',
  method: 'POST',
  path: '/staff/reports/providers/comparison',
  access: 'staff',
  needs: ['reports.providers'],
  summary:
    'Compare a statement with the provider’s own, a CSV with the columns game, rounds, stakes, wins and, if it has them, rollbacks. Answers each row that differs. Stores nothing.',
  multipart: { file: 'statement', limitBytes: 2 * 1024 * 1024 },
  body: z.object({
    market,
    provider: providerCode,
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  reply: z.object({
    status: success,
    number: z.nullable(z.string()),
    /** Number of game rows in the file. */
    rows: z.number(),
    differences: z.array(
      z.object({
        game: z.string(),
        figure: z.enum(['game', 'rounds', 'stakes', 'wins', 'rollbacks']),
        /** Null if one side lacks the game. */
        ours: z.nullable(z.string()),
        theirs: z.nullable(z.string()),
        difference: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: [...refusals, 'provider_file_unreadable', 'provider_statement_altered'],
})

export const staffMethodStatement = operation({
  name: 'staffMethodStatement',
  method: 'GET',
  path: '/staff/reports/methods',
  access: 'staff',
  needs: ['reports.methods'],
  summary:
    'Statement of the payment methods for a period: deposits and reversals by account, fees, and the difference to the imported statements; and payouts.',
  query: periodQuery,
  reply: z.object({
    status: success,
    ...days,
    accounts: z.array(
      z.object({
        account: z.string(),
        name: z.string(),
        count: z.number(),
        deposits: amountReply,
        reversed_count: z.number(),
        reversed: amountReply,
        fee: amountReply,
        theirs: z.nullable(amountReply),
        difference: z.nullable(amountReply),
      }),
    ),
    payouts: z.object({
      count: z.number(),
      amount: amountReply,
      theirs: z.nullable(amountReply),
      difference: z.nullable(amountReply),
    }),
  }),
  refusals,
})

export const staffMethodFiles = reportFiles({
  name: 'staffMethodStatement',
  path: '/staff/reports/methods',
  content: 'The statement of the payment methods',
  needs: ['reports.methods'],
  query: periodQuery,
  refusals,
})

export const staffTax = operation({
  name: 'staffTax',
  method: 'GET',
  path: '/staff/reports/tax',
  access: 'staff',
  needs: ['reports.tax'],
  summary: 'Taxes of a market by month: each rate with its base and the tax on it.',
  query: periodQuery,
  reply: z.object({
    status: success,
    ...days,
    months: z.array(z.object({ month: z.string(), tax: z.string(), ...feeRow.shape })),
    total: amountReply,
  }),
  refusals,
})

export const staffTaxFiles = reportFiles({
  name: 'staffTax',
  path: '/staff/reports/tax',
  content: 'The taxes of a market by month',
  needs: ['reports.tax'],
  query: periodQuery,
  refusals,
})

export const reportStatementOperations = [
  staffProviderStatement,
  staffProviderFiles.csv,
  staffProviderFiles.xlsx,
  closeProviderStatement,
  compareProvider,
  staffMethodStatement,
  staffMethodFiles.csv,
  staffMethodFiles.xlsx,
  staffTax,
  staffTaxFiles.csv,
  staffTaxFiles.xlsx,
]
