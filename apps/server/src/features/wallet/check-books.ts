import { CompiledQuery, sql } from 'kysely'
import type { CheckName } from '@dhow/contract/check-titles'
import type { Clock } from '@dhow/platform/clock'
import type { Database, Db, Tx } from '../../platform/db/index.ts'
import { allowLongStatements } from '../../platform/db/limits.ts'
import { required } from '../../platform/required.ts'

/** A fact that always holds: the query lists the violations, so no row means that it holds. The first column names an example. */
export interface Invariant {
  /** Its sentence for operators stands in the contract by this name. */
  name: CheckName
  sql: string
  /**
   * How the fact is checked between two looks at all of the books, where that takes longer the longer the books are: the same of what came
   * since, or the name of another check that would see it broken meanwhile. Without it the whole is small enough for each minute.
   */
  since?: Since | CheckName
}

/** Reads from `fresh`, the transfers that came since the last look, and from `rows`, each a table expression made once for all checks. */
export interface Since {
  sql: string
  rows?: readonly Rows[]
}

/** Shared data of several checks by name; one may read from those before it. */
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

/** Runs the checks over all of the books, one after the other; each answers how many violations it found and one example. */
export async function checkInvariants(db: Db, invariants: readonly Invariant[]): Promise<InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const { name, sql } of invariants) {
    const { rows } = await db.executeQuery<Found>(CompiledQuery.raw(counted(name, sql)))
    results.push(required(rows[0], `the result of ${name}`))
  }
  return results
}

/**
 * Checks what the transactions from `since` on have brought. What is read for several checks is read once, and all in one statement, so that it
 * is of one moment.
 *
 * The planner knows nothing of rows that a statement makes for itself, and takes them for few: it would hold each of them against each, and read
 * whole tables to find some. The settings make it join by hashes and find rows by indexes; what is written as a look-up for each
 * row (`cross join lateral (… offset 0)`) stays one.
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
  /** When all of the books were read last, and when what came since was. */
  wholeAt: Date | null
  checkedAt: Date | null
  /** In the order of the checks; empty before the first. */
  results: InvariantResult[]
}

/** The books are read from their first line at a server's start and then each day: somebody may have changed what was found right before. */
const wholeEachMs = 86_400_000
/** So many transfers are read with all of the books in the time in which one is looked up as new (`bench/books.mjs`). */
const wholeIsQuicker = 3n

/** How far the books had come when a look began. */
interface Reach {
  /** Transactions below it had ended: what is to come is written by it or by a later one. */
  transaction: bigint
  transfers: bigint
}

/**
 * Checks the books: all of them the first time, once a day, after anything was found broken, and where so much is new that this is quicker; else
 * what came since. A look costs at most what came in that time, however long the books are.
 */
export function openBooks({ db, clock }: { db: Database; clock: Clock }, invariants: readonly Invariant[]) {
  const books: Books = { wholeAt: null, checkedAt: null, results: [] }
  /** Start of the last check without a violation. */
  let read: Reach | undefined
  const shown: Readonly<Books> = books

  return {
    books: shown,

    /** Reads the new rows, or all on request, and writes the result to `books`. */
    async check({ isWhole = false }: { isWhole?: boolean } = {}) {
      const startedAt = clock.now()
      const reached = await reachOf(db.kysely)
      const since = isWhole || isWholeDue(startedAt) || isMostlyNew(reached) ? undefined : read
      const results = since === undefined ? await wholeAside(invariants) : await newAside(since.transaction)
      const before = new Map(books.results.map((result) => [result.name, result]))
      for (const result of results) before.set(result.name, result)
      books.results = invariants.map(({ name }) => required(before.get(name), `the result of ${name}`))
      books.checkedAt = clock.now()
      if (since === undefined) books.wholeAt = startedAt
      read = books.results.some(({ violations }) => violations > 0) ? undefined : reached
    },
  }

  function isWholeDue(now: Date) {
    return books.wholeAt === null || now.getTime() - books.wholeAt.getTime() >= wholeEachMs
  }

  function isMostlyNew({ transfers }: Reach) {
    return read !== undefined && (transfers - read.transfers) * wholeIsQuicker > transfers
  }

  /** One transaction a check, so that nobody who plays beside it waits for all of them. */
  async function wholeAside(some: readonly Invariant[]): Promise<InvariantResult[]> {
    const results: InvariantResult[] = []
    for (const invariant of some) results.push(...(await onOneProcessor(db, (tx) => checkInvariants(tx, [invariant]))))
    return results
  }

  async function newAside(since: bigint): Promise<InvariantResult[]> {
    const found = await onOneProcessor(db, (tx) => checkNew(tx, invariants, since))
    return [...found, ...(await wholeAside(invariants.filter(({ since }) => since === undefined)))]
  }
}

async function reachOf(db: Db): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction, coalesce(max(id), 0) as transfers from ledger.transfer`.execute(
    db,
  )
  return required(rows[0], 'the row of the books')
}

/** The database may have others, which belong to those who play. */
function onOneProcessor<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
    await allowLongStatements(tx)
    return work(tx)
  })
}
