import type { QueryOf } from '@dhow/contract/operation'
import { cohortFigures, retentionDays, valueDays, type staffReportCohorts } from '@dhow/contract/report-cohorts'
import type { ReportParts } from './parts.ts'
import { readCohorts } from './read-cohorts.ts'
import { definitionsTable, type ReportTable, type TablesFile } from './report-tables.ts'

type Cohorts = Awaited<ReturnType<typeof readCohorts>>['cohorts']

/** Cohorts as tables: returning players, lifetime value, and money by month. @throws Refusal as `readCohorts` */
export async function cohortTables(parts: ReportParts, query: QueryOf<typeof staffReportCohorts>): Promise<TablesFile> {
  const { cohorts, market, from, to } = await readCohorts(parts, query)
  const months = Math.max(0, ...cohorts.map(({ vintage }) => vintage.length))
  const heads = [
    ['First deposit', 'text'],
    ['Players', 'count'],
  ] as const
  const headOf = ({ month, players }: Cohorts[number]) => [month, String(players)]
  const vintage = (kind: 'deposits' | 'withdrawals'): ReportTable => ({
    name: kind === 'deposits' ? 'Deposits by month' : 'Withdrawals by month',
    columns: [...heads, ...Array.from({ length: months }, (_, month) => [`Month ${month}`, 'money'] as const)],
    rows: cohorts.map((row) => [
      ...headOf(row),
      ...Array.from({ length: months }, (_, month) => row.vintage[month]?.[kind] ?? null),
    ]),
  })
  return {
    name: `dhow-cohorts-${market}-${from}-${to}`,
    tables: [
      {
        name: cohortFigures.retention.name,
        columns: [
          ...heads,
          ...retentionDays.flatMap((day) => [
            [`Day ${day}`, 'count'] as const,
            [`of those with day ${day}`, 'count'] as const,
          ]),
        ],
        rows: cohorts.map((row) => [
          ...headOf(row),
          ...row.retention.flatMap(({ back, of }) => [String(back), String(of)]),
        ]),
      },
      {
        name: cohortFigures.ltv.name,
        columns: [...heads, ...valueDays.map((days) => [`${days} days`, 'money'] as const)],
        rows: cohorts.map((row) => [...headOf(row), ...row.ltv.map(({ per_player }) => per_player)]),
      },
      vintage('deposits'),
      vintage('withdrawals'),
      definitionsTable(cohortFigures),
    ],
  }
}
