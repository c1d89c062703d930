import * as z from './bounded.ts'
import { noticeChannelKinds } from './notice-channels.ts'
import { noticeDelivery } from './notices.ts'
import { operation } from './operation.ts'
import { idOf, instant, success } from './shapes.ts'

/** Saved views of reports, sent on a schedule to a notice channel. */

export const reportScheduleRefusals = {
  report_schedule_exists: { status: 409, sentence: 'This view is sent there so often already.' },
  report_schedules_full: { status: 409, sentence: 'You have 20 scheduled reports. Remove one first.' },
} as const

export const scheduleSpans = ['day', 'week', 'month'] as const

const schedule = z.object({
  id: z.string(),
  view: z.object({ id: z.string(), name: z.string() }),
  channel: z.object({ id: z.string(), name: z.string() }),
  every: z.enum(scheduleSpans),
  hour: z.number(),
  attached: z.boolean(),
  next_at: z.nullable(instant),
  /** When it ended because a required permission was lost. */
  ended_at: z.nullable(instant),
  /** Last deliveries, newest first. */
  sent: z.array(noticeDelivery),
})
export type ReportSchedule = z.output<typeof schedule>

const reply = z.object({
  status: success,
  schedules: z.array(schedule),
  /** Enabled channels. */
  channels: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(noticeChannelKinds) })),
})
const needs = ['reports.export'] as const

export const reportSchedules = operation({
  name: 'reportSchedules',
  method: 'GET',
  path: '/staff/reports/schedules',
  access: 'staff',
  needs,
  summary: 'The caller’s scheduled reports with their last deliveries, and the channels to choose from.',
  reply,
  refusals: [],
})

export const addReportSchedule = operation({
  name: 'addReportSchedule',
  method: 'POST',
  path: '/staff/reports/schedules',
  access: 'staff',
  needs,
  summary:
    'Schedule a saved view of a report daily, each Monday or each first of the month, at an hour of its market, as CSV or as a link. A view without days gets the day, week or month before.',
  body: z.object({
    view: idOf('rvw'),
    channel: idOf('nch'),
    every: z.enum(scheduleSpans),
    hour: z.int().check(z.minimum(0), z.maximum(23)),
    attached: z.boolean(),
  }),
  reply,
  refusals: ['not_found', 'report_schedule_exists', 'report_schedules_full'],
})

export const removeReportSchedule = operation({
  name: 'removeReportSchedule',
  method: 'DELETE',
  path: '/staff/reports/schedules/:id',
  access: 'staff',
  needs,
  summary: 'Delete one of the caller’s scheduled reports.',
  params: z.object({ id: idOf('rsc') }),
  reply,
  refusals: ['not_found'],
})

export const reportScheduleOperations = [reportSchedules, addReportSchedule, removeReportSchedule]
