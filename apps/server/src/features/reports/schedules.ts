import type { BodyOf, ReplyOf } from '@dhow/contract/operation'
import type { addReportSchedule, reportSchedules } from '@dhow/contract/report-schedules'
import { viewScreenOf } from '@dhow/contract/report-views'
import { violatedConstraint } from '../../platform/db/errors.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deliveryReply } from '../notices/index.ts'
import { markets } from '../portal/index.ts'
import type { ReportParts } from './parts.ts'
import { nextDue } from './schedule-rules.ts'

const maxSchedules = 20
const sendingsShown = 5

type Listed = Omit<ReplyOf<typeof reportSchedules>, 'status'>

/** An operator's scheduled reports with their last sendings, and the enabled channels. */
export async function listSchedules({ platform: { db }, notices }: ReportParts, by: StaffSession): Promise<Listed> {
  const rows = await db.kysely
    .selectFrom('reports.schedule as schedule')
    .innerJoin('reports.saved_view as view', 'view.id', 'schedule.view_id')
    .selectAll('schedule')
    .select('view.name as view_name')
    .where('schedule.operator_id', '=', by.operatorId)
    .orderBy('schedule.id')
    .execute()
  const [channels, names, sent] = await Promise.all([
    notices.channels.list(),
    notices.channels.names(),
    notices.about(rows.map(({ id }) => id)),
  ])
  return {
    schedules: rows.map((row) => ({
      id: row.id,
      view: { id: row.view_id, name: row.view_name },
      channel: { id: row.channel_id, name: names.get(row.channel_id)?.name ?? '' },
      ...{ every: row.every, hour: row.hour, attached: row.attached },
      next_at: row.next_at?.toISOString() ?? null,
      ended_at: row.ended_at?.toISOString() ?? null,
      sent: sent
        .filter(({ about_id: about }) => about === row.id)
        .toReversed()
        .slice(0, sendingsShown)
        .map(deliveryReply),
    })),
    channels: channels.flatMap(({ id, name, kind, active }) => (active ? [{ id, name, kind }] : [])),
  }
}

/**
 * Schedules an own or shared view of a report that the operator may see.
 * @throws Refusal `not_found`, `staff_forbidden`, `report_schedule_exists`, `report_schedules_full`
 */
export async function addSchedule(
  parts: ReportParts,
  by: StaffSession,
  { view: viewId, channel: channelId, every, hour, attached }: BodyOf<typeof addReportSchedule>,
) {
  const { db, id, clock } = parts.platform
  const channels = await parts.notices.channels.list()
  if (!channels.some((one) => one.id === channelId && one.active)) throw new Refusal('not_found')
  await db.transaction(async (tx) => {
    const view = await tx.selectFrom('reports.saved_view').selectAll().where('id', '=', viewId).executeTakeFirst()
    if (!view || (view.operator_id !== by.operatorId && !view.shared)) throw new Refusal('not_found')
    if (!viewScreenOf(view.screen).needs.every((one) => by.permissions.has(one))) throw new Refusal('staff_forbidden')
    const own = await tx.selectFrom('reports.schedule').select('id').where('operator_id', '=', by.operatorId).execute()
    if (own.length >= maxSchedules) throw new Refusal('report_schedules_full')
    const now = clock.now()
    const row = {
      id: id('rsc'),
      view_id: viewId,
      operator_id: by.operatorId,
      channel_id: channelId,
      every,
      hour,
      attached,
    }
    const times = { created_at: now, ended_at: null, next_at: nextDue(row, markets[view.market].timezone, now) }
    await tx
      .insertInto('reports.schedule')
      .values({ ...row, ...times })
      .execute()
      .catch((error: unknown) => {
        throw violatedConstraint(error) === undefined ? error : new Refusal('report_schedule_exists')
      })
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'report_schedule.create',
      subject: row.id,
      text: `Scheduled the report “${view.name}”`,
      before: null,
      after: { view: viewId, channel: channelId, every, hour, attached },
    })
  })
  return listSchedules(parts, by)
}

/** Stops one's own scheduled report. @throws Refusal `not_found`, also for others' */
export async function removeSchedule(parts: ReportParts, by: StaffSession, scheduleId: string) {
  await parts.platform.db.transaction(async (tx) => {
    const removed = await tx
      .deleteFrom('reports.schedule')
      .where('id', '=', scheduleId)
      .where('operator_id', '=', by.operatorId)
      .returning('view_id')
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found')
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'report_schedule.remove',
      subject: scheduleId,
      text: 'Stopped a scheduled report',
      before: { view: removed.view_id },
      after: null,
    })
  })
  return listSchedules(parts, by)
}
