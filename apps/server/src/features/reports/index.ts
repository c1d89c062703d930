import { bind } from '../../platform/bind.ts'
import { every } from '../../platform/every.ts'
import { beginExport, listExports, readExport, removeExport, retryExport } from './exports.ts'
import { listFunnelPayments } from './funnel-payments.ts'
import { funnelTables } from './funnel-tables.ts'
import { methodStatementTables, readMethodStatement } from './method-statement.ts'
import { openVisits } from './note-visits.ts'
import { assignReview, listReviewers } from './assign-review.ts'
import { listReviews, noteReview } from './player-reviews.ts'
import { cohortTables } from './cohort-tables.ts'
import { closeProviderStatement } from './close-statement.ts'
import type { ReportParts } from './parts.ts'
import { compareWithProvider, providerStatementTables, readProviderStatement } from './provider-statement.ts'
import { readCohorts } from './read-cohorts.ts'
import { readEntries } from './read-entries.ts'
import { readFunnel } from './read-funnel.ts'
import { readReport } from './read-report.ts'
import { readSameTime } from './read-same-time.ts'
import { reportFile } from './report-file.ts'
import { reportWorkbook } from './report-workbook.ts'
import { rollUpReports } from './roll-up.ts'
import { changeRule, registerRuleChanges } from './rules/change-rule.ts'
import { countPlayers } from './rules/preview-rule.ts'
import { readRiskRules } from './rules/read-rules.ts'
import { listViews, removeView, saveView } from './saved-views.ts'
import { addSchedule, listSchedules, removeSchedule } from './schedules.ts'
import { sendScheduled } from './send-scheduled.ts'
import { setRate } from './set-rate.ts'
import { setTestPlayer } from './set-test-player.ts'
import { readRates } from './store.ts'
import { playersAtLevel } from './table-reports/harm.ts'
import { readTableReport } from './table-reports/index.ts'
import { tableReportTables } from './table-reports/table-file.ts'
import { readTax, taxTables } from './tax.ts'
import { forgetExports, writeExports } from './write-exports.ts'

export { reportInvariants } from './invariants.ts'
export type { CashierVisit } from './note-visits.ts'

export type Reports = ReturnType<typeof openReports>

const rolledUpEachMs = 30_000
const forgottenEachMs = 3_600_000
const writtenEachMs = 2_000

/**
 * Figures of the business (docs/concepts/reports.md), from daily sums that a job adds up from the ledger. Amounts are
 * integers of minor units inside, and decimal text in replies.
 */
export function openReports(parts: ReportParts) {
  const visits = openVisits(parts)
  registerRuleChanges(parts)
  const stops = [
    every(parts.platform, 'reports', rolledUpEachMs, () => rollUpReports(parts)),
    every(parts.platform, 'forget-visits', forgottenEachMs, () => visits.forget()),
    every(parts.platform, 'report-exports', writtenEachMs, () => writeExports(parts)),
    every(parts.platform, 'forget-exports', forgottenEachMs, () => forgetExports(parts)),
    every(parts.platform, 'scheduled-reports', rolledUpEachMs, () => sendScheduled(parts)),
    visits.close,
  ]
  return {
    visits,
    ...bind(parts, {
      read: readReport,
      sameTime: readSameTime,
      entries: readEntries,
      cohorts: readCohorts,
      cohortTables,
      tableReport: readTableReport,
      tableReportTables,
      closeProviderStatement,
      providerStatement: readProviderStatement,
      providerStatementTables,
      compareWithProvider,
      methodStatement: readMethodStatement,
      methodStatementTables,
      tax: readTax,
      taxTables,
      funnel: readFunnel,
      funnelTables,
      funnelPayments: listFunnelPayments,
      file: reportFile,
      workbook: reportWorkbook,
      rates: readRates,
      views: listViews,
      saveView,
      removeView,
      setRate,
      setTestPlayer,
      exports: listExports,
      beginExport,
      retryExport,
      removeExport,
      readExport,
      /** Writes the waiting exports. */
      writeExports,
      forgetExports,
      rollUp: rollUpReports,
      sendScheduled,
      playersAtLevel,
    }),
    rules: bind(parts, { read: readRiskRules, preview: countPlayers, change: changeRule }),
    reviews: bind(parts, { list: listReviews, note: noteReview, reviewers: listReviewers, assign: assignReview }),
    schedules: bind(parts, { list: listSchedules, add: addSchedule, remove: removeSchedule }),
    async close() {
      for (const stop of stops) await stop()
    },
  }
}
