import { CompiledQuery, sql } from 'kysely'
import type { CheckName } from '@dhow/contract/check-titles'
import type { Clock } from '@dhow/platform/clock'
import type { Database, Db, Tx } from '../../platform/db/index.ts'
import { allowLongStatements } from '../../platform/db/limits.ts'
import { required } from '../../platform/required.ts'

/** An invariant: the query lists violations, so no row means that it holds. The first column is an example. */
export interface Invariant {
  /** Names its sentence for operators in the contract. */
  name: CheckName
  sql: string
  /**
   * How to check only new rows between two full checks, if a full one grows with the books: a query over the new rows,
   * or the name of another check that would fail meanwhile. Without it the full check is small enough for each minute.
   */
  since?: Since | CheckName
}

/** Reads `fresh`, the transfers since the last check, and `rows`, table expressions shared by all checks. */
export interface Since {
  sql: string
  rows?: readonly Rows[]
}

/** Shared rows of several checks, by name; one may read earlier ones. */
export interface Rows {
  name: string
  sql: string
}

export interface InvariantResult {
  name: CheckName
  violations: number
  example: string | null
}

interface Found {
  name: CheckName
  violations: number
  example: string | null
}

const counted = (name: string, query: string) =>
  `select '${name}' as name, count(*)::int as violations, min(found.example::text) as example from (${query}) as found (example)`

/**
 * Runs all checks over all of the books, one after the other; each returns the number of violations and one example.
 */
export async function checkInvariants(db: Db, invariants: readonly Invariant[]): Promise<InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const { name, sql } of invariants) {
    const { rows } = await db.executeQuery<Found>(CompiledQuery.raw(counted(name, sql)))
    results.push(required(rows[0], `the result of ${name}`))
  }
  return results
}

/**
 * Checks the rows of the transactions from `since` on. Shared rows are read once, and all in one statement, so that
 * they are from one moment.
 *
 * The planner has no statistics of a statement's own rows and assumes few: it would use nested loops, and scan whole
 * tables to find some. The settings make it use hash joins and indexes; a look-up written per row (`cross join lateral
 * (… offset 0)`) stays one.
 */
export async function checkNew(tx: Tx, invariants: readonly Invariant[], since: bigint): Promise<InvariantResult[]> {
  const growing = invariants.flatMap(({ name, since }) => (typeof since === 'object' ? [{ name, since }] : []))
  const rows = new Map([['fresh', `select * from ledger.transfer where written_by >= ${since}`]])
  for (const { since } of growing) for (const { name, sql } of since.rows ?? []) rows.set(name, sql)
  const read = [...rows].map(([name, query]) => `${name} as materialized (${query})`).join(', ')
  const checks = growing.map(({ name, since }) => counted(name, since.sql)).join(' union all ')
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`set local enable_seqscan = off`.execute(tx)
  await sql`set local jit = off`.execute(tx)
  const { rows: found } = await tx.executeQuery<Found>(CompiledQuery.raw(`with ${read} ${checks}`))
  const byName = new Map(found.map((one) => [one.name, one]))
  return growing.map(({ name }) => required(byName.get(name), `the result of ${name}`))
}

export interface Books {
  /** When all of the books were last checked, and when the new rows were. */
  wholeAt: Date | null
  checkedAt: Date | null
  /** In the order of the checks; empty before the first. */
  results: InvariantResult[]
}

/**
 * The books are checked from their first line at a server's start and then daily: somebody may have changed rows that
 * were checked before.
 */
const fullCheckEachMs = 86_400_000
/** Transfers read by a full check in the time of one look-up as new (`bench/books.mjs`). */
const fullCheckSpeedup = 3n

/** State of the books when a check began. */
interface Reach {
  /** Lower transactions had ended: new rows have this or a higher one. */
  transaction: bigint
  transfers: bigint
}

/**
 * Checks the books: completely the first time, once a day, after any violation, and if so much is new that it is
 * faster; otherwise only new rows. A check costs at most the new rows, however long the books are.
 */
export function openBooks({ db, clock }: { db: Database; clock: Clock }, invariants: readonly Invariant[]) {
  const books: Books = { wholeAt: null, checkedAt: null, results: [] }
  /** Start of the last check without a violation. */
  let read: Reach | undefined
  const shown: Readonly<Books> = books

  return {
    books: shown,

    /** Checks the new rows, or all on request, and updates `books`. */
    async check({ isWhole = false }: { isWhole?: boolean } = {}) {
      const startedAt = clock.now()
      const reached = await readReach(db.kysely)
      const since = isWhole || isFullCheckDue(startedAt) || isMostlyNew(reached) ? undefined : read
      const results = since === undefined ? await fullCheck(invariants) : await checkOnlyNew(since.transaction)
      const before = new Map(books.results.map((result) => [result.name, result]))
      for (const result of results) before.set(result.name, result)
      books.results = invariants.map(({ name }) => required(before.get(name), `the result of ${name}`))
      books.checkedAt = clock.now()
      if (since === undefined) books.wholeAt = startedAt
      read = books.results.some(({ violations }) => violations > 0) ? undefined : reached
    },
  }

  function isFullCheckDue(now: Date) {
    return books.wholeAt === null || now.getTime() - books.wholeAt.getTime() >= fullCheckEachMs
  }

  function isMostlyNew({ transfers }: Reach) {
    return read !== undefined && (transfers - read.transfers) * fullCheckSpeedup > transfers
  }

  /** One transaction per check, so that players never wait for all of them. */
  async function fullCheck(some: readonly Invariant[]): Promise<InvariantResult[]> {
    const results: InvariantResult[] = []
    for (const invariant of some)
      results.push(...(await withoutParallelWorkers(db, (tx) => checkInvariants(tx, [invariant]))))
    return results
  }

  async function checkOnlyNew(since: bigint): Promise<InvariantResult[]> {
    const found = await withoutParallelWorkers(db, (tx) => checkNew(tx, invariants, since))
    return [...found, ...(await fullCheck(invariants.filter(({ since }) => since === undefined)))]
  }
}

async function readReach(db: Db): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction, coalesce(max(id), 0) as transfers from ledger.transfer`.execute(
    db,
  )
  return required(rows[0], 'the row of the books')
}

/** The other processors are for players. */
function withoutParallelWorkers<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
    await allowLongStatements(tx)
    return work(tx)
  })
}
