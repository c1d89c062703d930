import { operation } from './operation.ts'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'
import * as z from './bounded.ts'

/** The two files of a report: CSV with its tables one below the other, and a workbook with one sheet each. */
export function reportFiles<Query>(report: {
  name: string
  path: string
  content: string
  needs: readonly Permission[]
  query: z.ZodMiniType<Query>
  refusals: readonly RefusalCode[]
}) {
  const { name, path, content, needs, query, refusals } = report
  const shared = { method: 'GET', access: 'staff', needs: [...needs, 'reports.export'], query, refusals } as const
  return {
    csv: operation({
      ...shared,
      name: `${name}File`,
      path: `${path}.csv`,
      summary: `${content} as CSV (RFC 4180).`,
      reply: z.unknown(),
      file: 'text/csv; charset=utf-8',
    }),
    xlsx: operation({
      ...shared,
      name: `${name}Workbook`,
      path: `${path}.xlsx`,
      summary: `${content} as a workbook (Office Open XML).`,
      reply: z.unknown(),
      file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
  }
}
