import { isOneOf } from '@dhow/contract/records'
import { tableReportCodes } from '@dhow/contract/report-tables'
import type { ViewScreenCode } from '@dhow/contract/report-views'
import type { Market } from '@dhow/contract/shapes'
import { cohortTables } from './cohort-tables.ts'
import type { Period } from './days.ts'
import { funnelTables } from './funnel-tables.ts'
import { methodStatementTables } from './method-statement.ts'
import type { ReportParts } from './parts.ts'
import { providerStatementTables } from './provider-statement.ts'
import { reportFile } from './report-file.ts'
import { cutText, tablesCsv, type TablesFile } from './report-tables.ts'
import { instantsOf } from './store.ts'
import { tableReportTables } from './table-reports/table-file.ts'
import { taxTables } from './tax.ts'

/** A saved view for some days. */
export interface Viewed extends Period {
  screen: ViewScreenCode
  market: Market
  filters: Readonly<Record<string, string>>
  /** Owner of the view. */
  operatorId: string
}

interface CsvFile {
  name: string
  text: string
  /** A sentence for each table that the file has not all rows of. */
  cut?: readonly string[]
}

const formatCsv = async (made: Promise<TablesFile>): Promise<CsvFile> => {
  const file = await made
  const cut = file.tables.flatMap((table) => (table.isCut ? [`${table.name}: ${cutText(table)}`] : []))
  return { name: `${file.name}.csv`, text: tablesCsv(file).toString(), cut }
}

const reviewsIn = ({ reviewed = '', assigned = '' }: Viewed['filters']) => ({
  reviewed: isOneOf(['open', 'noted'] as const, reviewed) ? reviewed : undefined,
  assigned: isOneOf(['mine', 'nobody'] as const, assigned) ? assigned : undefined,
})

/** A view's report as CSV, with the screen's content. @throws Refusal as the report */
export async function fileOfView(parts: ReportParts, viewed: Viewed): Promise<CsvFile> {
  const { screen, market, from, to, filters } = viewed
  const query = { market, from, to }
  if (isOneOf(tableReportCodes, screen))
    return formatCsv(tableReportTables(parts, screen, { ...query, ...reviewsIn(filters) }, viewed.operatorId))
  switch (screen) {
    case 'report':
      return reportFile(parts, query)
    case 'cohorts':
      return formatCsv(cohortTables(parts, query))
    case 'funnel':
      return formatCsv(funnelTables(parts, { ...query, method: filters['method'] }))
    case 'providers':
      return formatCsv(providerStatementTables(parts, { ...query, provider: filters['provider'] }))
    case 'methods':
      return formatCsv(methodStatementTables(parts, query))
    case 'tax':
      return formatCsv(taxTables(parts, query))
    case 'shift':
      return parts.shiftFile({
        operator: filters['operator'] ?? viewed.operatorId,
        ...(await instantsOf(parts, market, viewed)),
      })
  }
}
