import type { BodyOf, ReplyOf } from '@dhow/contract/operation'
import type { saveReportView, staffReportViews } from '@dhow/contract/report-views'
import { sql } from 'kysely'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ReportParts } from './parts.ts'

const maxViews = 30

type Views = ReplyOf<typeof staffReportViews>['views']

/** An operator's own and shared views, by name. */
export async function listViews({ platform: { db } }: ReportParts, by: StaffSession): Promise<Views> {
  const { rows } = await sql<Views[number]>`
    select view.id, view.name, screen, market, from_day::text as "from", to_day::text as "to", filters, shared, operator.name as by,
      view.operator_id = ${by.operatorId} as mine
    from reports.saved_view view join staff.operator_card operator on operator.id = view.operator_id
    where view.operator_id = ${by.operatorId} or shared
    order by lower(view.name), view.id`.execute(db.kysely)
  return rows
}

/** Saves a view, replacing one of the same name. @throws Refusal `report_views_full`, `report_view_days` */
export async function saveView(parts: ReportParts, by: StaffSession, view: BodyOf<typeof saveReportView>) {
  const { db, id, clock } = parts.platform
  const { name, screen, market, from, to, shared } = view
  const filters = JSON.stringify(view.filters ?? {})
  if ((from === undefined) !== (to === undefined)) throw new Refusal('report_view_days')
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from reports.saved_view where operator_id = ${by.operatorId} for update`.execute(tx)
    if (rows.length >= maxViews && rows.every((row) => row.name !== name)) throw new Refusal('report_views_full')
    await sql`
      insert into reports.saved_view as known (id, operator_id, name, screen, market, from_day, to_day, filters, shared, saved_at)
      values (${id('rvw')}, ${by.operatorId}, ${name}, ${screen}, ${market}, ${from ?? null}::date, ${to ?? null}::date, ${filters}::jsonb, ${shared}, ${clock.now()})
      on conflict (operator_id, name) do update
      set screen = excluded.screen, market = excluded.market, from_day = excluded.from_day, to_day = excluded.to_day,
          filters = excluded.filters, shared = excluded.shared, saved_at = excluded.saved_at`.execute(tx)
  })
  return listViews(parts, by)
}

/** Removes one's own view. @throws Refusal `not_found`, also for others' */
export async function removeView(parts: ReportParts, by: StaffSession, viewId: string) {
  const { rows } = await sql`
    delete from reports.saved_view where id = ${viewId} and operator_id = ${by.operatorId} returning id`.execute(
    parts.platform.db.kysely,
  )
  if (rows.length === 0) throw new Refusal('not_found')
  return listViews(parts, by)
}
