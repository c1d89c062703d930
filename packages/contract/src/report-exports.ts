import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { keysOf } from './keys-of.ts'
import { listedFigures } from './report-figures.ts'
import { reviewed, tableReportCodes } from './report-tables.ts'
import { periodQuery } from './reports.ts'
import { idOf, instant, market, success } from './shapes.ts'

/** Long report files, written by a job. */

/** Days until a file is deleted. */
export const exportsKeptDays = 7

export const reportExportRefusals = {
  export_not_ready: { status: 409, sentence: 'This file is not complete yet.' },
  export_not_failed: { status: 409, sentence: 'Only a file that failed can be started again.' },
  exports_full: { status: 409, sentence: 'You have 20 files. Remove one first.' },
} as const

export const exportKinds = {
  entries: {
    name: 'Entries of a figure',
    definition: 'Each entry of the ledger that the figure is the sum of, oldest first.',
  },
  player_days: { name: 'Players by day', definition: 'Stakes, wins and deposits of each player on each day.' },
  report_table: {
    name: 'Table of a report',
    definition:
      'Every row of a long table of a report, in its order, as they are at one moment while the file is written.',
  },
} as const

const exported = z.object({
  id: z.string(),
  kind: z.enum(keysOf(exportKinds)),
  figure: z.nullable(z.enum(listedFigures)),
  /** Of `report_table`: the report and its table. */
  report: z.nullable(z.enum(tableReportCodes)),
  table: z.nullable(z.string()),
  market,
  from: z.string(),
  to: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Rows written, and expected rows; 0 for a report's table, whose number is known at the end. */
  rows: z.number(),
  rows_total: z.number(),
  bytes: z.number(),
  /** Hash of the whole file, once done. */
  sha256: z.nullable(z.string()),
  asked_at: instant,
  ended_at: z.nullable(instant),
})

const exportsReply = z.object({ status: success, exports: z.array(exported) })
const shared = { access: 'staff', needs: ['reports.see', 'reports.export'] } as const
const params = z.object({ id: idOf('rex') })

export const staffExports = operation({
  ...shared,
  name: 'staffReportExports',
  method: 'GET',
  path: '/staff/reports/exports',
  summary: `The operator’s own long files, newest first. Each is kept for ${exportsKeptDays} days.`,
  reply: exportsReply,
  refusals: [],
})

export const startExport = operation({
  ...shared,
  name: 'startReportExport',
  method: 'POST',
  path: '/staff/reports/exports',
  summary:
    'Request a long file, which a job writes; it continues after a restart. The rows are those that the reports count at this moment.',
  body: z.object({
    ...periodQuery.shape,
    kind: z.enum(keysOf(exportKinds)),
    /** For `entries`; default GGR. */
    figure: z.optional(z.enum(listedFigures)),
    /** Of `report_table`, which takes the rights of the report, too. */
    report: z.optional(z.enum(tableReportCodes)),
    table: z.optional(z.string().check(z.regex(/^[a-z_]{1,30}$/))),
    reviewed,
  }),
  reply: exportsReply,
  refusals: ['report_too_long', 'report_backwards', 'exports_full', 'not_found'],
})

export const retryExport = operation({
  ...shared,
  name: 'retryReportExport',
  method: 'POST',
  path: '/staff/reports/exports/:id/retry',
  summary: 'Retry a failed file. It continues where it stopped.',
  params,
  reply: exportsReply,
  refusals: ['not_found', 'export_not_failed'],
})

export const removeExport = operation({
  ...shared,
  name: 'removeReportExport',
  method: 'DELETE',
  path: '/staff/reports/exports/:id',
  summary: 'Delete a file, or cancel one being written.',
  params,
  reply: exportsReply,
  refusals: ['not_found'],
})

export const exportFile = operation({
  ...shared,
  name: 'staffReportExportFile',
  method: 'GET',
  path: '/staff/reports/exports/:id/file',
  summary:
    'Download a finished file as CSV (RFC 4180). Resume a download with `Range: bytes=N-`; the `ETag` is the SHA-256 of the whole file.',
  params,
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: ['not_found', 'export_not_ready'],
})

export const reportExportOperations = [staffExports, startExport, retryExport, removeExport, exportFile]
