import { createHash } from 'node:crypto'
import { exportsKeptDays } from '@dhow/contract/report-exports'
import { sql } from 'kysely'
import { formatCsv } from '../../platform/csv.ts'
import { required } from '../../platform/required.ts'
import { sources, type ExportedWhat } from './export-rows.ts'
import type { ReportParts } from './parts.ts'

const rowsPerPart = 20_000
/** Lease of a file that is written at once: its rows are read in one transaction, without renewal. */
const leaseOfTableMs = 600_000
/** Lease that a server renews with each part; after it another server continues. */
const leaseMs = 30_000
const maxTries = 3
const dayMs = 86_400_000

interface TakenExport extends ExportedWhat {
  id: string
  rows: bigint
  after: string
  parts: string[]
  tries: number
}

/**
 * Claims waiting or abandoned exports, and writes each to its end: a part, then its row, so that a stop in between
 * loses one part. The last step writes the hash of the whole; only then is the file available.
 */
export async function writeExports(parts: ReportParts): Promise<void> {
  const { db, clock, log } = parts.platform
  for (;;) {
    const now = clock.now()
    await sql`
      update reports.export set state = 'failed', ended_at = ${now}
      where state = 'running' and leased_until < ${now} and tries >= ${maxTries}`.execute(db.kysely)
    const { rows } = await sql<TakenExport>`
      update reports.export set state = 'running', tries = tries + 1, leased_until = ${new Date(now.getTime() + leaseMs)}
      where id = (
        select id from reports.export where state = 'waiting' or (state = 'running' and leased_until < ${now})
        order by id limit 1 for update skip locked
      )
      returning id, kind, figure, market, from_day::text as from_day, to_day::text as to_day, up_to, report, report_table, reviewed, rows, after, parts, tries`.execute(
      db.kysely,
    )
    const [taken] = rows
    if (!taken) return
    try {
      await writeOne(parts, taken)
    } catch (error) {
      // After the lease the export is claimed again, or has failed.
      log.error({ err: error, export: taken.id }, 'an export of a report was aborted')
      return
    }
  }
}

async function writeOne(parts: ReportParts, taken: TakenExport): Promise<void> {
  const {
    platform: { db, clock },
    files,
  } = parts
  if (taken.kind === 'report_table') return writeTable(parts, taken)
  const source = sources[taken.kind]
  let { after, rows } = taken
  const names = [...taken.parts]
  for (;;) {
    const page = await source.page(parts, taken, after, rowsPerPart)
    if (page.rows.length === 0 && names.length > 0) break
    const bytes = Buffer.from(formatCsv([...(names.length === 0 ? [source.head(taken)] : []), ...page.rows]))
    const name = await files.putUnique(bytes)
    after = page.after
    rows += BigInt(page.rows.length)
    names.push(name)
    const until = new Date(clock.now().getTime() + leaseMs)
    const { numAffectedRows } = await sql`
      update reports.export set rows = ${rows}, after = ${after}, parts = parts || ${name}::text, part_bytes = part_bytes || ${bytes.length}::bigint, leased_until = ${until}
      where id = ${taken.id} and state = 'running' and tries = ${taken.tries}`.execute(db.kysely)
    // Another server claimed it, or its operator removed it.
    if (numAffectedRows !== 1n) return files.drop(name)
    if (page.rows.length < rowsPerPart) break
  }
  const hash = createHash('sha256')
  for (const name of names) hash.update(required(await files.get(name), 'a part of a file that was written'))
  await sql`
    update reports.export set state = 'done', sha256 = ${hash.digest('hex')}, rows_total = rows, ended_at = ${clock.now()}
    where id = ${taken.id} and state = 'running' and tries = ${taken.tries}`.execute(db.kysely)
}

/**
 * Writes a table of a report from one snapshot: its rows are sorted by what may change meanwhile, so that pages of
 * different moments would miss some and repeat others. After a stop it begins anew.
 */
async function writeTable(parts: ReportParts, taken: TakenExport): Promise<void> {
  const {
    platform: { db, clock },
    files,
  } = parts
  const own = sql`id = ${taken.id} and state = 'running' and tries = ${taken.tries}`
  const until = new Date(clock.now().getTime() + leaseOfTableMs)
  await sql`update reports.export set leased_until = ${until} where ${own}`.execute(db.kysely)
  const { texts, rows } = await readTable(parts, taken)
  const hash = createHash('sha256')
  const names: string[] = []
  for (const bytes of texts) {
    names.push(await files.putUnique(bytes))
    hash.update(bytes)
  }
  const { numAffectedRows } = await sql`
    update reports.export set state = 'done', rows = ${rows}, rows_total = ${rows}, parts = ${names}::text[],
      part_bytes = ${texts.map(({ length }) => length)}::bigint[], sha256 = ${hash.digest('hex')}, ended_at = ${clock.now()}
    where ${own}`.execute(db.kysely)
  // Another server claimed it, or its operator removed it.
  if (numAffectedRows !== 1n) for (const name of names) await files.drop(name)
}

/** The parts of a table's file, and its number of rows, as of one moment. */
function readTable(parts: ReportParts, taken: TakenExport): Promise<{ texts: Buffer[]; rows: number }> {
  const { platform } = parts
  const source = sources[taken.kind]
  return platform.db.transaction(async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    // Between two statements thousands of rows are sorted and written as text.
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
    const within = { ...parts, platform: { ...platform, db: { ...platform.db, kysely: tx } } }
    const texts: Buffer[] = []
    let rows = 0
    for (let after = ''; ;) {
      const page = await source.page(within, taken, after, rowsPerPart)
      const head = texts.length === 0 ? [source.head(taken)] : []
      if (head.length + page.rows.length > 0) texts.push(Buffer.from(formatCsv([...head, ...page.rows])))
      rows += page.rows.length
      if (page.rows.length < rowsPerPart) return { texts, rows }
      ;({ after } = page)
    }
  })
}

/** Removes expired exports, and parts without a row, which a killed server left. */
export async function forgetExports({ platform: { db, clock }, files }: ReportParts): Promise<void> {
  const before = new Date(clock.now().getTime() - exportsKeptDays * dayMs)
  await sql`delete from reports.export where asked_at < ${before}`.execute(db.kysely)
  // List names before reading rows, so that parts of a new export are not included.
  const names = await files.names()
  const { rows } = await sql<{ parts: string[]; open: boolean }>`
    select parts, state in ('waiting', 'running') as open from reports.export`.execute(db.kysely)
  // A part being written has no row yet.
  if (rows.some(({ open }) => open)) return
  const named = new Set(rows.flatMap(({ parts }) => parts))
  for (const name of names) if (!named.has(name)) await files.drop(name)
}
