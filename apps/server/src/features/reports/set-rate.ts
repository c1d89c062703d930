import { sql } from 'kysely'
import type { BodyOf } from '@dhow/contract/operation'
import type { setReportRate } from '@dhow/contract/reports'
import type { StaffSession } from '../../platform/http/call.ts'
import type { ReportParts } from './parts.ts'

/** Sets a fee or tax from a day on, with an audit entry. */
export function setRate(
  { platform: { db }, staff }: ReportParts,
  by: StaffSession,
  rate: BodyOf<typeof setReportRate>,
) {
  return db.transaction(async (tx) => {
    const before = await tx
      .selectFrom('reports.rate')
      .select(['base', 'basis_points'])
      .where('market', '=', rate.market)
      .where('kind', '=', rate.kind)
      .where('code', '=', rate.code)
      .where('from_day', '=', rate.from_day)
      .forUpdate()
      .executeTakeFirst()
    await sql`
      insert into reports.rate (market, kind, code, base, basis_points, from_day)
      values (${rate.market}, ${rate.kind}, ${rate.code}, ${rate.base}, ${rate.basis_points}, ${rate.from_day}::date)
      on conflict (market, kind, code, from_day) do update set base = excluded.base, basis_points = excluded.basis_points`.execute(
      tx,
    )
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'report.rate',
      subject: `${rate.kind}:${rate.code}`,
      text: `${rate.market}: ${rate.basis_points} hundredths of a percent of ${rate.base} from ${rate.from_day}`,
      before: before ?? null,
      after: rate,
    })
  })
}
