import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { reportFiles } from './report-files.ts'
import { periodQuery } from './reports.ts'
import { amountReply, currency, instant, market, success } from './shapes.ts'

/** Deposit funnel from the cashier page to the credit, by payment method. */

/** Days for which visits to the cashier page are stored by player; then only sums. */
export const visitsKeptDays = 90

export const funnelSteps = {
  opened: {
    name: 'Opened the cashier',
    definition: `Visits in which a player was shown the payment methods. Within half an hour a player counts once. After ${visitsKeptDays} days only the sums are kept.`,
  },
  chose: {
    name: 'Chose a method',
    definition:
      'Visits in which a player opened the page of the method; timed from the list of methods, where it was opened before.',
  },
  submitted: {
    name: 'Submitted',
    definition:
      'Payments that were reported to us or started at the service in the period; timed from the choice, where it was at most two hours before.',
  },
  approved: {
    name: 'Approved',
    definition:
      'Of the submitted payments, transfers that an operator approved and payments that the service confirmed, also after the period; timed from the submission.',
  },
  credited: {
    name: 'Credited',
    definition:
      'Of the submitted payments, those that were posted to the player’s cash, also after the period; timed from the submission. One that was reversed later still counts.',
  },
} as const

export const approvalRate = {
  name: 'Approval rate',
  definition: 'Credited payments divided by submitted ones.',
} as const

export type FunnelStep = 'opened' | 'chose' | 'submitted' | 'approved' | 'credited'

const method = z.optional(z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/)))
const funnelQuery = z.object({ ...periodQuery.shape, method })

const count = z.number()
const counts = { opened: count, chose: count, submitted: count, approved: count, credited: count }
/** Seconds; null if nothing was measured. */
const time = z.object({ median_s: z.nullable(z.number()), p90_s: z.nullable(z.number()) })

const refusals = ['report_too_long', 'report_backwards'] as const

export const staffFunnel = operation({
  name: 'staffFunnel',
  method: 'GET',
  path: '/staff/reports/funnel',
  access: 'staff',
  needs: ['reports.see'],
  summary:
    'Visits to the cashier and payments by method: how many players opened it, chose a method, submitted, were approved and credited, and how long each step took; by day and hour as well. Test players are not counted.',
  query: funnelQuery,
  reply: z.object({
    status: success,
    market,
    today: z.string(),
    from: z.string(),
    to: z.string(),
    /** Visits to the list of methods, before choosing one. */
    opened: count,
    methods: z.array(
      z.object({
        method: z.string(),
        name: z.string(),
        ...counts,
        times: z.object({ chose: time, submitted: time, approved: time, credited: time }),
      }),
    ),
    days: z.array(z.object({ day: z.string(), ...counts })),
    /** Hours of the day in the market, 0 to 23. */
    hours: z.array(z.object({ hour: z.number(), ...counts })),
  }),
  refusals,
})

export const staffFunnelFiles = reportFiles({
  name: 'staffFunnel',
  path: '/staff/reports/funnel',
  content: 'The funnel by method, by day and by hour',
  needs: ['reports.see'],
  query: funnelQuery,
  refusals,
})

export const staffFunnelPayments = operation({
  name: 'staffFunnelPayments',
  method: 'GET',
  path: '/staff/reports/funnel/payments',
  access: 'staff',
  needs: ['reports.see'],
  summary: 'The submitted payments of a funnel, each with the time of its steps, newest first.',
  query: z.object({
    ...funnelQuery.shape,
    /** Step reached at least; `not_credited`: never credited. */
    step: z.enum(['submitted', 'approved', 'credited', 'not_credited']),
    cursor: z.optional(z.string().check(z.regex(/^\d{10,16}_[a-z]{3}_[0-9a-z]{20,30}$/))),
  }),
  reply: z.object({
    status: success,
    payments: z.array(
      z.object({
        id: z.string(),
        player_id: z.string(),
        method: z.string(),
        name: z.string(),
        currency,
        amount: z.nullable(amountReply),
        state: z.string(),
        submitted_at: instant,
        approved_at: z.nullable(instant),
        credited_at: z.nullable(instant),
      }),
    ),
    next_cursor: z.nullable(z.string()),
  }),
  refusals,
})

export const funnelOperations = [staffFunnel, staffFunnelFiles.csv, staffFunnelFiles.xlsx, staffFunnelPayments]
