import { exportKinds } from './report-exports.ts'
import { approvalRate, funnelSteps } from './report-funnel.ts'
import { methodFigures, providerFigures, taxFigures } from './report-statements.ts'
import { definitionsOf, tableReportCodes, tableReportOf } from './report-tables.ts'

/** Reports with their own figures, for the page of figures. */
export const furtherReports = [
  {
    title: 'Funnel of a payment method',
    about:
      'Counted by the day and hour at which a step was taken; submitted payments and what became of them by the time of the submission. Times are medians and 90th percentiles.',
    source: 'report-funnel.ts',
    figures: { ...funnelSteps, approvalRate },
  },
  {
    title: 'Statement of a provider',
    about: 'By game, from the sums by day of each game.',
    source: 'report-statements.ts',
    figures: providerFigures,
  },
  {
    title: 'Statement of payment methods',
    about: 'By account of the operator.',
    source: 'report-statements.ts',
    figures: methodFigures,
  },
  { title: 'Tax by market and month', about: 'By tax and rate.', source: 'report-statements.ts', figures: taxFigures },
  ...tableReportCodes.map((code) => ({
    title: tableReportOf(code).title,
    about: tableReportOf(code).lead,
    source: 'report-tables.ts',
    figures: definitionsOf(code),
  })),
  {
    title: 'Long files',
    about: 'Written by a job, of what the reports count when the file is asked for.',
    source: 'report-exports.ts',
    figures: exportKinds,
  },
] as const
