import { staffReportCohorts } from '@dhow/contract/report-cohorts'
import * as views from '@dhow/contract/report-views'
import * as schedules from '@dhow/contract/report-schedules'
import * as contract from '@dhow/contract/reports'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Reports } from './index.ts'

export function serveReports({ console: { serve } }: { console: Listener }, reports: Reports) {
  serve(contract.staffReport, async ({ query }) => ({ ...done, ...(await reports.read(query)) }))
  serve(contract.staffReportFile, async ({ query, reply }) => {
    const { name, text } = await reports.file(query)
    attach(reply, name)
    return new Bytes('text/csv; charset=utf-8', Buffer.from(text))
  })
  serve(contract.staffReportWorkbook, async ({ query, reply }) => {
    const { name, bytes } = await reports.workbook(query)
    attach(reply, name)
    return new Bytes('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes)
  })
  serve(contract.staffReportEntries, async ({ query }) => ({ ...done, ...(await reports.entries(query)) }))
  serve(staffReportCohorts, async ({ query }) => ({ ...done, ...(await reports.cohorts(query)) }))
  serve(views.staffReportViews, async ({ staff }) => ({ ...done, views: await reports.views(staff) }))
  serve(views.saveReportView, async ({ staff, body }) => ({ ...done, views: await reports.saveView(staff, body) }))
  serve(views.removeReportView, async ({ staff, params }) => ({
    ...done,
    views: await reports.removeView(staff, params.id),
  }))
  serve(schedules.reportSchedules, async ({ staff }) => ({ ...done, ...(await reports.schedules.list(staff)) }))
  serve(schedules.addReportSchedule, async ({ staff, body }) => ({
    ...done,
    ...(await reports.schedules.add(staff, body)),
  }))
  serve(schedules.removeReportSchedule, async ({ staff, params }) => ({
    ...done,
    ...(await reports.schedules.remove(staff, params.id)),
  }))
  serve(contract.staffReportRates, async () => ({ ...done, rates: await reports.rates() }))
  serve(contract.setReportRate, async ({ staff, body }) => {
    await reports.setRate(staff, body)
    return { ...done, rates: await reports.rates() }
  })
  serve(contract.setTestPlayer, async ({ params, staff, body }) => {
    await reports.setTestPlayer(params.id, staff, body)
    return done
  })
}
