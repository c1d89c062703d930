import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf } from '@dhow/contract/operation'
import { approvalRate, funnelSteps, type FunnelStep, type staffFunnel } from '@dhow/contract/report-funnel'
import { keysOf } from '@dhow/contract/keys-of'
import type { ReportParts } from './parts.ts'
import { readFunnel } from './read-funnel.ts'
import { definitionsTable, type TablesFile } from './report-tables.ts'

const steps = keysOf(funnelSteps)
const timed = ['chose', 'submitted', 'approved', 'credited'] as const
const stepColumns = steps.map((step) => [funnelSteps[step].name, 'count'] as const)
const cellsOf = (counts: Record<FunnelStep, number>) => steps.map((step) => String(counts[step]))

/** A funnel as tables: by method, by day, by hour. @throws Refusal as `readFunnel` */
export async function funnelTables(parts: ReportParts, query: QueryOf<typeof staffFunnel>): Promise<TablesFile> {
  const funnel = await readFunnel(parts, query)
  return {
    name: `dhow-funnel-${funnel.market}-${funnel.from}-${funnel.to}`,
    tables: [
      {
        name: 'Methods',
        columns: [
          ['Method', 'text'],
          ['Name', 'text'],
          ...stepColumns,
          [`${approvalRate.name} %`, 'money'],
          ...timed.flatMap((step) => [
            [`${funnelSteps[step].name}, median s`, 'count'] as const,
            [`${funnelSteps[step].name}, 90th percentile s`, 'count'] as const,
          ]),
        ],
        rows: funnel.methods.map((row) => [
          row.method,
          row.name,
          ...cellsOf(row),
          row.submitted === 0 ? null : formatDecimal(BigInt(Math.round((row.credited * 10_000) / row.submitted))),
          ...timed
            .flatMap((step) => [row.times[step].median_s, row.times[step].p90_s])
            .map((s) => (s === null ? null : String(s))),
        ]),
      },
      {
        name: 'Days',
        columns: [['Day', 'text'], ...stepColumns],
        rows: funnel.days.map((row) => [row.day, ...cellsOf(row)]),
      },
      {
        name: 'Hours',
        columns: [['Hour', 'count'], ...stepColumns],
        rows: funnel.hours.map((row) => [String(row.hour), ...cellsOf(row)]),
      },
      definitionsTable({ ...funnelSteps, approvalRate }),
    ],
  }
}
