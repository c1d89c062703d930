import * as z from './bounded.ts'
import { keysOf } from './keys-of.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { recordOf } from './records.ts'
import { riskReportCodes, riskReports, type RiskReportCode } from './report-rules.ts'
import { reviewOutcomes } from './report-tables-risk.ts'
import { idOf, instant, market, success } from './shapes.ts'

/** Reviews of players in the risk reports: who is to make one, and what operators concluded. */

export const reportReviewRefusals = {
  report_review_gone: { status: 409, sentence: 'This player does not stand in the report of these days any more.' },
  reviewer_unknown: { status: 422, sentence: 'This operator does not review the players of this report.' },
} as const

/** Outcomes of a report by code. */
export const outcomesOf = (report: RiskReportCode): Readonly<Record<string, string>> => reviewOutcomes[report]

const review = z.object({
  id: z.string(),
  at: instant,
  operator: z.string(),
  outcome: z.string(),
  reason: z.string(),
  /** Points in the report at that moment. */
  points: z.number(),
  codes: z.array(z.string()),
})

const params = z.object({ id: idOf('ply') })
const operator = z.object({ id: z.string(), name: z.string() })
const reply = z.object({ status: success, assigned: z.nullable(operator), reviews: z.array(review) })

/** The calls of each report's reviews. */
export const riskReviewCalls = recordOf(riskReportCodes, (code) => {
  const { report, name } = riskReports[code]
  const path = `/staff/reports/${code}/players/:id/reviews`
  return {
    list: operation({
      name: `staff${name}Reviews`,
      method: 'GET',
      path,
      access: 'staff',
      needs: report.needs,
      summary: `Reviews of a player of the report “${report.title}”, newest first, and who is to make the next one.`,
      params,
      reply,
      refusals: ['not_found'],
    }),
    note: operation({
      name: `note${name}Review`,
      method: 'POST',
      path,
      access: 'staff',
      needs: [...report.needs, 'reports.review'],
      summary:
        'Record the review of a player, with outcome and reason, and with the report’s values of these days; it ends the assignment.',
      params,
      body: z.object({
        market,
        from: z.iso.date(),
        to: z.iso.date(),
        outcome: z.enum(keysOf({ ...reviewOutcomes.harm, ...reviewOutcomes.laundering })),
        reason,
      }),
      reply,
      refusals: ['not_found', 'report_review_gone', 'report_too_long', 'report_backwards'],
    }),
    reviewers: operation({
      name: `staff${name}Reviewers`,
      method: 'GET',
      path: `/staff/reports/${code}/reviewers`,
      access: 'staff',
      needs: [...report.needs, 'reports.review'],
      summary: `Operators who may review the players of the report “${report.title}”.`,
      reply: z.object({ status: success, operators: z.array(operator) }),
      refusals: [],
    }),
    assign: operation({
      name: `assign${name}Review`,
      method: 'POST',
      path: `/staff/reports/${code}/players/:id/assign`,
      access: 'staff',
      needs: [...report.needs, 'reports.review'],
      summary: 'Give the next review of a player to an operator who may make it, or to nobody.',
      params,
      body: z.object({ operator_id: z.nullable(idOf('op')) }),
      reply,
      refusals: ['not_found', 'reviewer_unknown'],
    }),
  }
})

export const reportReviewOperations = Object.values(riskReviewCalls).flatMap((calls) => Object.values(calls))
