import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder } from '@dhow/platform/data-folder'
import { requireRoom } from '@dhow/platform/disk-room'
import { errorCode } from '@dhow/platform/error-code'
import { bigintTypes, int8 } from '@dhow/platform/pg-types'
import pg from 'pg'

/** The studio's own database: PostgreSQL by address, or the embedded engine in the data folder. */
export interface Query {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}
/** Handle for writes, so that a write outside a transaction does not compile. */
export interface Tx extends Query {
  readonly isTransaction: true
}
export interface Db extends Query {
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** The same database over separate connections, so that its statements wait only for each other; the embedded engine has one for all. */
  lane(): Db
  /**
   * Holds an advisory lock, by which other processes see that this one is alive; the database releases it. Calls `lost` if the connection breaks.
   * Undefined on the embedded engine, which no other process sees.
   */
  holdLivenessLock(name: string, lost: (error: unknown) => void): Promise<LivenessLock | undefined>
  close(): Promise<void>
}

/** Lock of a living process, on a connection of its own. */
export interface LivenessLock {
  /** Resolves as soon as the lock of another process is free: it has ended or released it; at the latest after `withinMs` milliseconds. */
  awaitRelease(name: string, withinMs: number): Promise<void>
  release(): Promise<void>
}

/** Disk space that the engine needs: without room for its log, it hangs for good. */
const reserveBytes = 64 * 1024 * 1024

/** Used as a data folder: the embedded engine keeps everything in memory. */
export const inMemory = 'memory:'

/**
 * Opens the database and brings it to the newest migration.
 * @param directUrl of the database itself, if `url` is a transaction pooler
 */
export async function openDb(dataDir: string, url: string | undefined, directUrl = url): Promise<Db> {
  const db = url === undefined ? await openEmbedded(dataDir) : openPostgres(url, directUrl ?? url)
  try {
    await migrate(db)
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}

async function openEmbedded(dataDir: string): Promise<Db> {
  const isKept = dataDir !== inMemory
  const unlock = isKept ? lockDataFolder(dataDir, { file: 'lock', setting: 'STUDIO_DATA_DIR' }) : () => undefined
  // Loaded only if used.
  const { PGlite } = await import('@electric-sql/pglite')
  const lite = await PGlite.create({
    ...(isKept ? { dataDir: join(dataDir, 'pg') } : {}),
    parsers: { [int8]: BigInt },
  })
  const db: Db = {
    async query<Row>(text: string, values?: unknown[]) {
      if (isKept && !/^\s*select\b/i.test(text)) requireRoom(dataDir, reserveBytes)
      return (await lite.query<Row>(text, values)).rows
    },
    async transaction(run) {
      if (isKept) requireRoom(dataDir, reserveBytes)
      return lite.transaction((inner) =>
        run({
          isTransaction: true,
          query: async <Row>(text: string, values?: unknown[]) => (await inner.query<Row>(text, values)).rows,
        }),
      )
    },
    lane: () => db,
    holdLivenessLock: () => Promise.resolve(undefined),
    async close() {
      await lite.close()
      unlock()
    },
  }
  return db
}

/** A process that is frozen or cut off inside a transaction must not hold its locks for long, such as that of the lease: the database ends it. */
const beginLimited = `begin; set local idle_in_transaction_session_timeout = '5s'`

function openPostgres(url: string, directUrl: string): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    types: bigintTypes,
  })
  // A lost idle connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  const lanes: Db[] = []
  let livenessLock: Promise<LivenessLock> | undefined
  // The pool handles errors of idle connections only. One lost in a transaction fails its statement, and must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    query: async <Row>(text: string, values?: unknown[]) =>
      (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    async transaction(run) {
      const client = await pool.connect()
      try {
        await client.query(beginLimited)
        const result = await run({
          isTransaction: true,
          query: async <Row>(text: string, values?: unknown[]) =>
            (await client.query<Row & pg.QueryResultRow>(text, values)).rows,
        })
        await client.query('commit')
        client.release()
        return result
      } catch (error) {
        // Discard the connection, whose state is unknown.
        client.release(true)
        throw error
      }
    },
    lane() {
      const lane = openPostgres(url, directUrl)
      lanes.push(lane)
      return lane
    },
    holdLivenessLock(name, lost) {
      livenessLock = openLivenessLock(directUrl, name, lost)
      return livenessLock
    },
    async close() {
      const released = livenessLock?.then(
        (lock) => lock.release(),
        () => undefined,
      )
      await Promise.all([released, pool.end(), ...lanes.map((lane) => lane.close())])
    },
  }
}

/** PostgreSQL's code of a lock that was not free in time. */
const lockNotAvailable = '55P03'

async function openLivenessLock(url: string, name: string, lost: (error: unknown) => void): Promise<LivenessLock> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  let isReleased = false
  client.on('error', () => undefined)
  client.on('end', () => {
    if (!isReleased) lost(new Error('the connection of the liveness lock is lost'))
  })
  await client.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  return {
    async awaitRelease(other, withinMs) {
      // The database wakes this connection. Shared, and only for this statement: several processes may wait for the same one.
      await client.query(`select set_config('lock_timeout', $1, false)`, [String(Math.max(1, Math.ceil(withinMs)))])
      await client
        .query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [other])
        .catch((error: unknown) => {
          if (errorCode(error) !== lockNotAvailable) throw error
        })
    },
    async release() {
      isReleased = true
      await client.end()
    },
  }
}

async function migrate(db: Db): Promise<void> {
  const folder = new URL('../../migrations/', import.meta.url)
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(7046029254386353131)')
    await tx.query('create table if not exists migrations (name text primary key, at timestamptz default now())')
    const done = new Set((await tx.query<{ name: string }>('select name from migrations')).map((row) => row.name))
    for (const name of readdirSync(folder).sort()) {
      if (!name.endsWith('.sql') || done.has(name)) continue
      for (const statement of readFileSync(new URL(name, folder), 'utf8').split(/;\s*\n/)) {
        if (statement.trim() !== '') await tx.query(statement)
      }
      await tx.query('insert into migrations (name) values ($1)', [name])
    }
  })
}
