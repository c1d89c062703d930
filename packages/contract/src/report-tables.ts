import * as z from './bounded.ts'
import { keysOf } from './keys-of.ts'
import { operation } from './operation.ts'
import { mobileShown } from './personal-fields.ts'
import { entriesOf, recordOf } from './records.ts'
import { reportFiles } from './report-files.ts'
import { liability, payments, warnings } from './report-tables-money.ts'
import { players, referrals, rewards, safePlay } from './report-tables-players.ts'
import { harm, laundering } from './report-tables-risk.ts'
import type { TableReport } from './report-table-shape.ts'
import { periodQuery } from './reports.ts'
import { currency, instant, market, success } from './shapes.ts'

/** Reports made of figures and tables, by the last part of their path. */
export const tableReports = {
  players,
  payments,
  rewards,
  referrals,
  'safe-play': safePlay,
  harm,
  warnings,
  laundering,
  liability,
} as const satisfies Record<string, TableReport>

export type TableReportCode = keyof typeof tableReports
export const tableReportCodes = keysOf(tableReports)

/** A report by code, with the common type. */
export const tableReportOf = (code: TableReportCode): TableReport => tableReports[code]

/** In the API's form: money and decimals as decimal strings, counts and seconds as whole numbers. */
const cell = z.nullable(z.string())
const refusals = ['report_too_long', 'report_backwards'] as const

/** Of reports with reviews: players without a review that counts, or with one. */
export const reviewed = z.optional(z.enum(['open', 'noted']))
/** Of reports with reviews: players assigned to the caller, or to nobody. */
const assigned = z.optional(z.enum(['mine', 'nobody']))
const fileQuery = z.object({ ...periodQuery.shape, reviewed, assigned })

/** With `table`: only that table from a cursor on, without figures. */
const pageQuery = z.object({
  ...fileQuery.shape,
  table: z.optional(z.string().check(z.regex(/^[a-z_]{1,30}$/))),
  cursor: z.optional(z.string().check(z.maxLength(120), z.regex(/^-?\d{1,18}~[A-Za-z0-9_.-]{1,100}$/))),
})

const reply = z.object({
  status: success,
  market,
  currency,
  /** Today in the market. */
  today: z.string(),
  from: z.string(),
  to: z.string(),
  /** Previous period of the same length. */
  before: z.object({ from: z.string(), to: z.string() }),
  /** From the start of the first day to the end of the last. */
  span: z.object({ from: instant, to: instant }),
  figures: z.array(z.object({ code: z.string(), value: cell, before: cell })),
  /** Rows of each table by column code. */
  tables: z.array(
    z.object({ code: z.string(), rows: z.array(z.record(z.string(), cell)), next_cursor: z.nullable(z.string()) }),
  ),
  /** Players in rows, by id. */
  players: z.array(z.object({ id: z.string(), player_name: z.string(), mobile: mobileShown })),
})

/** `StaffSafePlay` of `safe-play`. */
const nameOf = (code: string) => code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Calls of each report: data of the screen, and two files. */
export const tableReportCalls = recordOf(tableReportCodes, (code) => {
  const { title, needs } = tableReportOf(code)
  const [name, path] = [`staff${nameOf(code)}Report`, `/staff/reports/${code}`]
  return {
    read: operation({
      ...{ name, path, needs, reply },
      refusals: [...refusals, 'not_found'],
      method: 'GET',
      access: 'staff',
      summary: `${title}: figures of a period beside those of the one before, and tables. Test players are not counted. With \`table\` and \`cursor\`, the next page of that table.`,
      query: pageQuery,
    }),
    ...reportFiles({ name, path, needs, refusals: [...refusals, 'not_found'], content: title, query: fileQuery }),
  }
})

export const tableReportOperations = Object.values(tableReportCalls).flatMap(({ read, csv, xlsx }) => [read, csv, xlsx])

/** Figures and columns of a report with a definition, for the reference. */
export function definitionsOf(code: TableReportCode): Record<string, { name: string; definition: string }> {
  const { figures, tables } = tableReportOf(code)
  const columns = entriesOf(tables).flatMap(([table, { name: tableName, columns: own }]) =>
    entriesOf(own).flatMap(([column, { name, definition }]) =>
      definition === undefined ? [] : [[`${table}.${column}`, { name: `${tableName}: ${name}`, definition }] as const],
    ),
  )
  return { ...figures, ...Object.fromEntries(columns) }
}
