import type { BodyOf, ReplyOf } from '@dhow/contract/operation'
import { operatorText } from '@dhow/contract/operator-texts'
import { outcomesOf, type riskReviewCalls } from '@dhow/contract/report-reviews'
import { riskReports, type RiskReportCode } from '@dhow/contract/report-rules'
import { sql } from 'kysely'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import { periodOf } from './days.ts'
import type { ReportParts } from './parts.ts'
import { readAssigned } from './table-reports/reviews.ts'
import { readFlagged } from './table-reports/risk.ts'

export type Reviews = Omit<ReplyOf<(typeof riskReviewCalls)[RiskReportCode]['list']>, 'status'>
type ReviewRow = Omit<Reviews['reviews'][number], 'at'> & { at: Date }

const reviewsShown = 50

/** Reviews of a player of a report, newest first, and who is to make the next one. @throws Refusal `not_found` */
export async function listReviews(parts: ReportParts, report: RiskReportCode, playerId: string): Promise<Reviews> {
  await refuseUnknown(parts, playerId)
  const { kysely } = parts.platform.db
  const { rows } = await sql<ReviewRow>`
    select review.id, review.at, operator.name as operator, review.outcome, review.reason, review.points, review.codes
    from reports.player_review review join staff.operator_card operator on operator.id = review.operator_id
    where review.report = ${report} and review.player_id = ${playerId} order by review.id desc limit ${reviewsShown}`.execute(
    kysely,
  )
  return {
    assigned: (await readAssigned(kysely, report, [playerId])).get(playerId) ?? null,
    reviews: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  }
}

/** @throws Refusal `not_found` */
export async function refuseUnknown({ accounts }: ReportParts, playerId: string) {
  if (!(await accounts.findPlayers([playerId])).has(playerId)) throw new Refusal('not_found')
}

/**
 * Records a review of a player with the report's points and signs of these days. The audit trail names only the review,
 * not the player, because more operators read the trail than the reports.
 * @throws Refusal `not_found`, `invalid_fields` for an outcome of the other report, `report_review_gone`, and as the report
 */
export async function noteReview(
  parts: ReportParts,
  report: RiskReportCode,
  playerId: string,
  by: StaffSession,
  { market, outcome, reason, ...days }: BodyOf<(typeof riskReviewCalls)[RiskReportCode]['note']>,
): Promise<Reviews> {
  const { db, clock, id } = parts.platform
  await refuseUnknown(parts, playerId)
  if (!Object.hasOwn(outcomesOf(report), outcome))
    throw new Refusal('invalid_fields', { fields: { outcome: [operatorText('list_only', {})] } })
  const now = clock.now()
  const scope = { market, ...periodOf(days, markets[market].timezone, now) }
  const found = (await readFlagged(parts, report, scope)).find((one) => one.id === playerId)
  if (!found) throw new Refusal('report_review_gone')
  const reviewId = id('prv')
  await db.transaction(async (tx) => {
    await sql`
      insert into reports.player_review (id, report, player_id, at, operator_id, outcome, reason, points, codes)
      values (${reviewId}, ${report}, ${playerId}, ${now}, ${by.operatorId}, ${outcome}, ${reason}, ${found.points}, ${found.codes}::text[])`.execute(
      tx,
    )
    await sql`delete from reports.review_assignment where report = ${report} and player_id = ${playerId}`.execute(tx)
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'report.review',
      subject: reviewId,
      text: `Noted a review: ${riskReports[report].report.title}`,
      before: null,
      after: { report, outcome },
    })
  })
  return listReviews(parts, report, playerId)
}
