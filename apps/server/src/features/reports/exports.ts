import { Readable } from 'node:stream'
import type { BodyOf, ReplyOf } from '@dhow/contract/operation'
import type { startExport, staffExports } from '@dhow/contract/report-exports'
import { tableReportOf, type TableReportCode } from '@dhow/contract/report-tables'
import { sql } from 'kysely'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { markets } from '../portal/index.ts'
import { periodOf } from './days.ts'
import { sources } from './export-rows.ts'
import type { ReportParts } from './parts.ts'

type Exports = ReplyOf<typeof staffExports>['exports']
type Row = Omit<Exports[number], 'rows' | 'rows_total' | 'bytes' | 'asked_at' | 'ended_at'> & {
  rows: bigint
  rows_total: bigint
  bytes: bigint
  asked_at: Date
  ended_at: Date | null
}

const maxExports = 20

/** An operator's own exports, newest first. */
export async function listExports({ platform: { db } }: ReportParts, by: StaffSession): Promise<Exports> {
  const { rows } = await sql<Row>`
    select id, kind, figure, report, report_table as "table", market, from_day::text as "from", to_day::text as "to", state, rows, rows_total,
      (select coalesce(sum(size), 0) from unnest(part_bytes) size)::bigint as bytes, sha256, asked_at, ended_at
    from reports.export where operator_id = ${by.operatorId} order by id desc`.execute(db.kysely)
  return rows.map(({ rows: written, rows_total, bytes, asked_at, ended_at, ...row }) => ({
    ...row,
    rows: Number(written),
    rows_total: Number(rows_total),
    bytes: Number(bytes),
    asked_at: asked_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }))
}

/**
 * Requests a file of the reports' current rows.
 * @throws Refusal `report_backwards`, `report_too_long`, `exports_full`, `staff_forbidden` without the rights of the report, `not_found` for a table that it has not
 */
export async function beginExport(parts: ReportParts, by: StaffSession, asked: BodyOf<typeof startExport>) {
  const { db, clock, id } = parts.platform
  const { market, kind } = asked
  const { from, to } = periodOf(asked, markets[market].timezone, clock.now())
  const figure = kind === 'entries' ? (asked.figure ?? 'ggr') : null
  if ((await listExports(parts, by)).length >= maxExports) throw new Refusal('exports_full')
  const named: Partial<typeof asked> = kind === 'report_table' ? asked : {}
  const { report = null, table = null, reviewed = null } = named
  refuseWithout(by, report)
  if (reviewed !== null && report !== null && !tableReportOf(report).hasReviews) throw new Refusal('not_found')
  const { up_to } = await db.kysely.selectFrom('reports.rollup').select('up_to').executeTakeFirstOrThrow()
  const what = { kind, figure, market, from_day: from, to_day: to, up_to, report, report_table: table, reviewed }
  const total = await sources[kind].count(parts, what)
  await db.transaction(async (tx) => {
    await sql`
    insert into reports.export (id, operator_id, kind, figure, report, report_table, reviewed, market, from_day, to_day, up_to, rows_total, asked_at)
    values (${id('rex')}, ${by.operatorId}, ${kind}, ${figure}, ${report}, ${table}, ${reviewed}, ${market}, ${from}::date, ${to}::date, ${up_to}, ${total}, ${clock.now()})`.execute(
      tx,
    )
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'report.export',
      subject: `${kind}:${market}`,
      text: `Asked for a file: ${figure ?? report ?? kind} of ${market}, ${from} to ${to}`,
      before: null,
      after: { kind, figure, market, from, to, ...(report === null ? {} : { report, table, reviewed }) },
    })
  })
  return listExports(parts, by)
}

/** @throws Refusal `staff_forbidden` if the operator may not see the file's report */
function refuseWithout({ permissions }: StaffSession, report: TableReportCode | null) {
  const needs = report === null ? [] : tableReportOf(report).needs
  if (needs.some((one) => !permissions.has(one))) throw new Refusal('staff_forbidden')
}

/** Restarts a failed export where it stopped. @throws Refusal `not_found`, `export_not_failed` */
export async function retryExport(parts: ReportParts, by: StaffSession, exportId: string) {
  const { rows } = await sql`
    update reports.export set state = 'waiting', tries = 0, ended_at = null
    where id = ${exportId} and operator_id = ${by.operatorId} and state = 'failed' returning id`.execute(
    parts.platform.db.kysely,
  )
  if (rows.length === 0) {
    await ownExport(parts, by, exportId)
    throw new Refusal('export_not_failed')
  }
  return listExports(parts, by)
}

/** Removes one's own export with its parts. @throws Refusal `not_found`, also for others' */
export async function removeExport(parts: ReportParts, by: StaffSession, exportId: string) {
  const { rows } = await sql<{ parts: string[] }>`
    delete from reports.export where id = ${exportId} and operator_id = ${by.operatorId} returning parts`.execute(
    parts.platform.db.kysely,
  )
  const [removed] = rows
  if (!removed) throw new Refusal('not_found')
  for (const name of removed.parts) await parts.files.drop(name)
  return listExports(parts, by)
}

interface OwnExport {
  id: string
  kind: string
  report: TableReportCode | null
  state: string
  parts: string[]
  part_bytes: bigint[]
  sha256: string | null
}

async function ownExport({ platform: { db } }: ReportParts, by: StaffSession, exportId: string): Promise<OwnExport> {
  const { rows } = await sql<OwnExport>`
    select id, kind, report, state, parts, part_bytes, sha256 from reports.export where id = ${exportId} and operator_id = ${by.operatorId}`.execute(
    db.kysely,
  )
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  return found
}

/**
 * A finished export, from a byte offset if the caller has the preceding bytes of the same file.
 * @throws Refusal `not_found`, `export_not_ready`, `staff_forbidden` if the operator has lost the rights of its report
 */
export async function readExport(
  parts: ReportParts,
  by: StaffSession,
  exportId: string,
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
) {
  const found = await ownExport(parts, by, exportId)
  refuseWithout(by, found.report)
  if (found.state !== 'done') throw new Refusal('export_not_ready')
  const sizes = found.part_bytes.map(Number)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const isSame = ifRange === undefined || ifRange === `"${found.sha256}"`
  const asked = isSame ? Number(/^bytes=(\d{1,15})-$/.exec(range ?? '')?.[1] ?? 0) : 0
  // For an invalid range send the whole file, as HTTP allows.
  const start = asked < bytes ? asked : 0
  return {
    name: `dhow-${found.kind}-${found.id}.csv`,
    sha256: required(found.sha256, 'the hash of a file that is done'),
    start,
    bytes,
    content: Readable.from(partsFrom(parts, found.parts, sizes, start)),
  }
}

async function* partsFrom({ files }: ReportParts, names: readonly string[], sizes: readonly number[], start: number) {
  let before = 0
  for (const [index, name] of names.entries()) {
    const size = sizes[index] ?? 0
    if (before + size > start) {
      const part = required(await files.get(name), 'a part of a file that is done')
      yield part.subarray(Math.max(0, start - before))
    }
    before += size
  }
}
