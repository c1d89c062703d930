import { riskReports, type RiskReportCode } from '@dhow/contract/report-rules'
import { sql } from 'kysely'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ReportParts } from './parts.ts'
import { listReviews, refuseUnknown, type Reviews } from './player-reviews.ts'

/** Active operators who may review the players of a report, by name. */
export async function listReviewers({ platform: { db }, staff }: ReportParts, report: RiskReportCode) {
  const needed = ['reports.review', ...riskReports[report].report.needs] as const
  const lists = []
  for (const permission of needed) lists.push(await staff.listWith(db.kysely, permission))
  const [first = [], ...others] = lists
  return first.filter(({ id }) => others.every((list) => list.some((one) => one.id === id)))
}

/**
 * Gives the next review of a player to an operator, or to nobody. The audit trail names only the report, like that of
 * the reviews. @throws Refusal `not_found`, `reviewer_unknown`
 */
export async function assignReview(
  parts: ReportParts,
  report: RiskReportCode,
  playerId: string,
  by: StaffSession,
  operatorId: string | null,
): Promise<Reviews> {
  const { db, clock } = parts.platform
  await refuseUnknown(parts, playerId)
  const operator = (await listReviewers(parts, report)).find(({ id }) => id === operatorId)
  if (operatorId !== null && !operator) throw new Refusal('reviewer_unknown')
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (operatorId === null)
      await sql`delete from reports.review_assignment where report = ${report} and player_id = ${playerId}`.execute(tx)
    else
      await sql`
        insert into reports.review_assignment (report, player_id, operator_id, at) values (${report}, ${playerId}, ${operatorId}, ${now})
        on conflict (report, player_id) do update set operator_id = excluded.operator_id, at = excluded.at`.execute(tx)
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'report.assign',
      subject: report,
      text: `Gave a review to ${operator?.name ?? 'nobody'}: ${riskReports[report].report.title}`,
      before: null,
      after: { report, operator: operatorId },
    })
  })
  return listReviews(parts, report, playerId)
}
