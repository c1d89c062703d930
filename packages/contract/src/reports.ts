import * as z from './bounded.ts'
import { keysOf } from './keys-of.ts'
import { operation } from './operation.ts'
import { mobileShown } from './personal-fields.ts'
import { reason } from './queue-shapes.ts'
import { listedFigures, reportFigures } from './report-figures.ts'
import { amountReply, currency, idOf, instant, market, success } from './shapes.ts'

/** Business figures by day of a market, from sums that an invariant compares with the ledger. */

export const reportRefusals = {
  report_too_long: { status: 422, sentence: 'A report covers at most 400 days. Choose a shorter period.' },
  report_backwards: { status: 422, sentence: 'The last day is before the first.' },
} as const

const figureCode = z.enum(keysOf(reportFigures))

/** Both days are included. Default: the last seven days. */
export const periodQuery = z.object({
  market,
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
})

/** Money as a decimal amount, counts as a whole number. */
const figureValue = z.string().check(z.maxLength(30))

/** Figures of a market for a period. */
export const reportShape = {
  market,
  currency,
  timezone: z.string(),
  /** Today in the market. */
  today: z.string(),
  from: z.string(),
  to: z.string(),
  /** Previous period of the same length. */
  before: z.object({ from: z.string(), to: z.string() }),
  /** When the sums were last updated; null before the first time. */
  as_of: z.nullable(instant),
  figures: z.array(z.object({ code: figureCode, value: figureValue, before: figureValue })),
  days: z.array(z.object({ day: z.string(), values: z.record(z.string(), figureValue) })),
  providers: z.array(
    z.object({ code: z.string(), turnover: amountReply, wins: amountReply, ggr: amountReply, fee: amountReply }),
  ),
  methods: z.array(
    z.object({ account: z.string(), name: z.string(), deposits: amountReply, count: z.number(), fee: amountReply }),
  ),
  /** Current debt to players. */
  liability: z.object({ cash: amountReply, bonus: amountReply, hold: amountReply, in_play: amountReply }),
}

export const staffReport = operation({
  name: 'staffReport',
  method: 'GET',
  path: '/staff/reports',
  access: 'staff',
  needs: ['reports.see'],
  summary:
    'Figures of a market for a period and for the same number of days before it, by day, provider and payment method.',
  query: periodQuery,
  reply: z.object({ status: success, ...reportShape }),
  refusals: ['report_too_long', 'report_backwards'],
})

export const staffReportFile = operation({
  name: 'staffReportFile',
  method: 'GET',
  path: '/staff/reports/days.csv',
  access: 'staff',
  needs: ['reports.export'],
  summary: 'The figures of each day as CSV (RFC 4180).',
  query: periodQuery,
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: ['report_too_long', 'report_backwards'],
})

export const staffReportWorkbook = operation({
  name: 'staffReportWorkbook',
  method: 'GET',
  path: '/staff/reports/days.xlsx',
  access: 'staff',
  needs: ['reports.export'],
  summary:
    'A report as a workbook (Office Open XML): its days, providers, payment accounts and the definition of each figure.',
  query: periodQuery,
  reply: z.unknown(),
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  refusals: ['report_too_long', 'report_backwards'],
})

export const staffReportEntries = operation({
  name: 'staffReportEntries',
  method: 'GET',
  path: '/staff/reports/entries',
  access: 'staff',
  needs: ['reports.see'],
  summary: 'The ledger entries that add up to a figure, newest first.',
  query: z.object({
    ...periodQuery.shape,
    figure: z.enum(listedFigures),
    /** Only in this hour of the market’s days. */
    hour: z.optional(z.string().check(z.regex(/^([01]?\d|2[0-3])$/))),
    cursor: z.optional(z.string().check(z.regex(/^[0-9]{1,18}$/))),
  }),
  reply: z.object({
    status: success,
    currency,
    entries: z.array(
      z.object({
        id: z.string(),
        at: instant,
        reason: z.string(),
        key: z.string(),
        player_id: z.nullable(z.string()),
        mobile: z.nullable(mobileShown),
        debit: z.string(),
        credit: z.string(),
        /** As counted in the figure: negative if it reduces it. */
        amount: amountReply,
      }),
    ),
    next_cursor: z.nullable(z.string()),
  }),
  refusals: ['report_too_long', 'report_backwards'],
})

export const reportRate = z.object({
  market,
  kind: z.enum(['provider', 'method', 'tax']),
  /** Code of the provider, account of the method, name of the tax. */
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  base: z.enum(['ggr', 'turnover', 'deposits']),
  /** Hundredths of a percent. */
  basis_points: z.int().check(z.minimum(0), z.maximum(10_000)),
  from_day: z.iso.date(),
})

export const staffReportRates = operation({
  name: 'staffReportRates',
  method: 'GET',
  path: '/staff/reports/rates',
  access: 'staff',
  needs: ['reports.see'],
  summary: 'Fees and taxes, each a percentage of a figure from a day on.',
  reply: z.object({ status: success, rates: z.array(reportRate) }),
  refusals: [],
})

export const setReportRate = operation({
  name: 'setReportRate',
  method: 'PUT',
  path: '/staff/reports/rates',
  access: 'staff',
  needs: ['reports.set_rates'],
  summary: 'Set a fee or tax from a day on. The same day again replaces it; figures of earlier days stay.',
  body: reportRate,
  reply: z.object({ status: success, rates: z.array(reportRate) }),
  refusals: [],
})

export const setTestPlayer = operation({
  name: 'setTestPlayer',
  method: 'POST',
  path: '/staff/players/:id/test-player',
  access: 'staff',
  needs: ['players.mark_test'],
  summary: 'Mark a player as a test player, or not. Reports do not count test players.',
  params: z.object({ id: idOf('ply') }),
  body: z.object({ is_test: z.boolean(), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const reportOperations = [
  staffReport,
  staffReportFile,
  staffReportWorkbook,
  staffReportEntries,
  staffReportRates,
  setReportRate,
  setTestPlayer,
]
