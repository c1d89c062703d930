import { keysOf } from '@dhow/contract/keys-of'
import type { QueryOf } from '@dhow/contract/operation'
import { reportFigures } from '@dhow/contract/report-figures'
import type { staffReportFile } from '@dhow/contract/reports'
import { formatCsv } from '../../platform/csv.ts'
import type { ReportParts } from './parts.ts'
import { readReport } from './read-report.ts'

/** Days of a report as CSV: a column per figure, the period's sum last. @throws Refusal as `readReport` */
export async function reportFile(parts: ReportParts, query: QueryOf<typeof staffReportFile>) {
  const report = await readReport(parts, query)
  const codes = keysOf(reportFigures)
  const text = formatCsv([
    ['day', 'currency', ...codes],
    ...report.days.map(({ day, values }) => [day, report.currency, ...codes.map((code) => values[code])]),
    ['total', report.currency, ...report.figures.map(({ value }) => value)],
  ])
  return { name: `dhow-report-${report.market}-${report.from}-${report.to}.csv`, text }
}
