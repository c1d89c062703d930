import { bind } from '../../platform/bind.ts'
import { every } from '../../platform/every.ts'
import type { ReportParts } from './parts.ts'
import { readCohorts } from './read-cohorts.ts'
import { readEntries } from './read-entries.ts'
import { readReport } from './read-report.ts'
import { readSameTime } from './read-same-time.ts'
import { reportFile } from './report-file.ts'
import { reportWorkbook } from './report-workbook.ts'
import { rollUpReports } from './roll-up.ts'
import { listViews, removeView, saveView } from './saved-views.ts'
import { addSchedule, listSchedules, removeSchedule } from './schedules.ts'
import { sendScheduled } from './send-scheduled.ts'
import { setRate } from './set-rate.ts'
import { setTestPlayer } from './set-test-player.ts'
import { readRates } from './store.ts'

export { reportInvariants } from './invariants.ts'

export type Reports = ReturnType<typeof openReports>

const rolledUpEachMs = 30_000

/**
 * Figures of the business (docs/concepts/reports.md), from sums by day that a job adds up from the ledger. All amounts are integers of minor units
 * inside, and decimal text in the answers.
 */
export function openReports(parts: ReportParts) {
  const stops = [
    every(parts.platform, 'reports', rolledUpEachMs, () => rollUpReports(parts)),
    every(parts.platform, 'scheduled-reports', rolledUpEachMs, () => sendScheduled(parts)),
  ]
  return {
    ...bind(parts, {
      read: readReport,
      sameTime: readSameTime,
      entries: readEntries,
      cohorts: readCohorts,
      file: reportFile,
      workbook: reportWorkbook,
      rates: readRates,
      views: listViews,
      saveView,
      removeView,
      setRate,
      setTestPlayer,
      rollUp: rollUpReports,
      sendScheduled,
    }),
    schedules: bind(parts, { list: listSchedules, add: addSchedule, remove: removeSchedule }),
    async close() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
