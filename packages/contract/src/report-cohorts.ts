import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { reportFiles } from './report-files.ts'
import { periodQuery } from './reports.ts'
import { amountReply, currency, market, success } from './shapes.ts'

/** Cohorts of players by the month of their first deposit. */

/** Days after the first deposit at which retention is measured. */
export const retentionDays = [1, 7, 30] as const
/** Days from the first deposit over which a player's value is summed. */
export const valueDays = [30, 60, 90, 180] as const

export const cohortFigures = {
  retention: {
    name: 'Retention',
    definition:
      'Players with a real stake on the day that lies 1, 7 or 30 days after the day of their first deposit, divided by those of the cohort for whom that day has passed.',
  },
  vintage: {
    name: 'Vintage',
    definition:
      'Deposits and withdrawals of the cohort by calendar month since the month of the first deposit, which is month 0.',
  },
  ltv: {
    name: 'Lifetime value',
    definition:
      'NGR of the cohort’s players from the day of their first deposit on, 30, 60, 90 or 180 days long, divided by the players. Fees and taxes are rounded for each day. Empty until all of the cohort have had that many days; nothing is forecast.',
  },
} as const

const share = z.object({ back: z.number(), of: z.number() })

export const staffReportCohorts = operation({
  name: 'staffReportCohorts',
  method: 'GET',
  path: '/staff/reports/cohorts',
  access: 'staff',
  needs: ['reports.see'],
  summary:
    'Players of a market by the month of their first deposit: who came back after 1, 7 and 30 days, deposits and withdrawals by month, NGR per player over 30, 60, 90 and 180 days. Without days: first deposits of the last 180 days.',
  query: periodQuery,
  reply: z.object({
    status: success,
    market,
    currency,
    today: z.string(),
    from: z.string(),
    to: z.string(),
    cohorts: z.array(
      z.object({
        /** `2026-11` */
        month: z.string(),
        players: z.number(),
        retention: z.array(z.object({ day: z.number(), ...share.shape })),
        vintage: z.array(z.object({ month: z.number(), deposits: amountReply, withdrawals: amountReply })),
        /** Null until all of them have had that many days. */
        ltv: z.array(z.object({ days: z.number(), per_player: z.nullable(amountReply) })),
      }),
    ),
  }),
  refusals: ['report_too_long', 'report_backwards'],
})

export const staffCohortFiles = reportFiles({
  name: 'staffReportCohorts',
  path: '/staff/reports/cohorts',
  content: 'Retention, value and vintage of cohorts',
  needs: ['reports.see'],
  query: periodQuery,
  refusals: ['report_too_long', 'report_backwards'],
})

export const reportCohortOperations = [staffReportCohorts, staffCohortFiles.csv, staffCohortFiles.xlsx]
