import * as exports from '@dhow/contract/report-exports'
import * as funnel from '@dhow/contract/report-funnel'
import { staffCohortFiles, staffReportCohorts } from '@dhow/contract/report-cohorts'
import type { reportFiles } from '@dhow/contract/report-files'
import * as statements from '@dhow/contract/report-statements'
import { riskReviewCalls } from '@dhow/contract/report-reviews'
import { riskReportCodes, riskRuleCalls } from '@dhow/contract/report-rules'
import { tableReportCalls, tableReportCodes } from '@dhow/contract/report-tables'
import * as views from '@dhow/contract/report-views'
import * as schedules from '@dhow/contract/report-schedules'
import * as contract from '@dhow/contract/reports'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Reports } from './index.ts'
import { tablesCsv, tablesWorkbook, type TablesFile } from './report-tables.ts'

export function serveReports({ console }: { console: Listener }, reports: Reports) {
  const { serve } = console
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
  serveTables(console, staffCohortFiles, reports.cohortTables)
  serve(funnel.staffFunnel, async ({ query }) => ({ ...done, ...(await reports.funnel(query)) }))
  serve(funnel.staffFunnelPayments, async ({ query }) => ({ ...done, ...(await reports.funnelPayments(query)) }))
  serveTables(console, funnel.staffFunnelFiles, reports.funnelTables)
  serve(statements.staffProviderStatement, async ({ query }) => ({
    ...done,
    ...(await reports.providerStatement(query)),
  }))
  serveTables(console, statements.staffProviderFiles, reports.providerStatementTables)
  serve(statements.closeProviderStatement, async ({ staff, body }) => ({
    ...done,
    ...(await reports.closeProviderStatement(staff, body)),
  }))
  serve(statements.compareProvider, async ({ body, file }) => ({
    ...done,
    ...(await reports.compareWithProvider(body, file)),
  }))
  serve(statements.staffMethodStatement, async ({ query }) => ({ ...done, ...(await reports.methodStatement(query)) }))
  serveTables(console, statements.staffMethodFiles, reports.methodStatementTables)
  serve(statements.staffTax, async ({ query }) => ({ ...done, ...(await reports.tax(query)) }))
  serveTables(console, statements.staffTaxFiles, reports.taxTables)
  for (const code of tableReportCodes) {
    const calls = tableReportCalls[code]
    serve(calls.read, async ({ query, staff }) => ({
      ...done,
      ...(await reports.tableReport(code, query, staff.operatorId)),
    }))
    serveTables(console, calls, (query, by) => reports.tableReportTables(code, query, by))
  }
  serveRisk(console, reports)
  serveExports(console, reports)
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

/** Rules of the risk reports, and reviews of their players. */
function serveRisk({ serve }: Listener, { rules, reviews }: Reports) {
  for (const code of riskReportCodes) {
    const [ofRules, ofReviews] = [riskRuleCalls[code], riskReviewCalls[code]]
    serve(ofRules.read, async ({ query }) => ({ ...done, ...(await rules.read(code, query.market)) }))
    serve(ofRules.preview, async ({ body }) => ({ ...done, ...(await rules.preview(code, body)) }))
    serve(ofRules.change, async ({ staff, body }) => ({ ...done, ...(await rules.change(code, staff, body)) }))
    serve(ofReviews.list, async ({ params }) => ({ ...done, ...(await reviews.list(code, params.id)) }))
    serve(ofReviews.note, async ({ params, staff, body }) => ({
      ...done,
      ...(await reviews.note(code, params.id, staff, body)),
    }))
    serve(ofReviews.reviewers, async () => ({ ...done, operators: await reviews.reviewers(code) }))
    serve(ofReviews.assign, async ({ params, staff, body }) => ({
      ...done,
      ...(await reviews.assign(code, params.id, staff, body.operator_id)),
    }))
  }
}

/** CSV and workbook of a report. */
function serveTables<Query>(
  { serve }: Listener,
  files: ReturnType<typeof reportFiles<Query>>,
  tablesOf: (query: Query, by: string) => Promise<TablesFile>,
) {
  serve(files.csv, async ({ query, staff, reply }) => {
    const file = await tablesOf(query, staff.operatorId)
    attach(reply, `${file.name}.csv`)
    return new Bytes('text/csv; charset=utf-8', tablesCsv(file))
  })
  serve(files.xlsx, async ({ query, staff, reply }) => {
    const file = await tablesOf(query, staff.operatorId)
    attach(reply, `${file.name}.xlsx`)
    return new Bytes('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', await tablesWorkbook(file))
  })
}

function serveExports({ serve }: Listener, reports: Reports) {
  serve(exports.staffExports, async ({ staff }) => ({ ...done, exports: await reports.exports(staff) }))
  serve(exports.startExport, async ({ staff, body }) => ({ ...done, exports: await reports.beginExport(staff, body) }))
  serve(exports.retryExport, async ({ staff, params }) => ({
    ...done,
    exports: await reports.retryExport(staff, params.id),
  }))
  serve(exports.removeExport, async ({ staff, params }) => ({
    ...done,
    exports: await reports.removeExport(staff, params.id),
  }))
  serve(exports.exportFile, async ({ staff, params, request, reply }) => {
    const { range, 'if-range': ifRange } = request.headers
    const file = await reports.readExport(staff, params.id, { range, ifRange: ifRange?.toString() })
    attach(reply, file.name)
    void reply.header('etag', `"${file.sha256}"`).header('accept-ranges', 'bytes')
    void reply.header('content-length', file.bytes - file.start)
    if (file.start > 0)
      void reply.code(206).header('content-range', `bytes ${file.start}-${file.bytes - 1}/${file.bytes}`)
    return new Bytes('text/csv; charset=utf-8', file.content)
  })
}
