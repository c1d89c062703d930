import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, Kysely, PostgresDialect, type DatabaseConnection, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '@dhow/platform/log'
import { requireRoom } from '@dhow/platform/disk-room'
import { contain } from '../contain.ts'
import type { Faults } from '../faults.ts'
import { lockDataFolder } from '@dhow/platform/data-folder'
import { bigintTypes } from '@dhow/platform/pg-types'
import { systemClock } from '@dhow/platform/clock'
import { confirmWrites, kindOf } from './confirm-writes.ts'
import { confirmed, openSlots } from './confirmed.ts'
import { openEngine, poolOfEngine, type OpenEngine } from './embedded.ts'
import { openPipelinedConnections } from './pipelined-connections.ts'
import {
  appRole,
  connectionConfig,
  defaultLimits,
  pooledConfig,
  refuseUnlimited,
  type DatabaseLimits,
} from './limits.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/** Handle for reads: the outer handle or a transaction. */
export type Db = Kysely<Tables>
/** Handle for writes: always a transaction, so that calling a writer with the outer handle does not compile. */
export type Tx = Transaction<Tables>

export interface Database {
  engine: 'postgres' | 'pglite'
  kysely: Db
  /** Runs the work in one transaction; a throw rolls it back. `afterCommit` callbacks run after the commit. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs a frequent statement under a name: each connection parses and plans it once. Outside any transaction. */
  prepared<Row>(name: string, text: string, values: unknown[]): Promise<Row[]>
  /**
   * Like `prepared`, but all on one connection, pipelined in order: for statements long enough to keep the database
   * busy while the next one is on its way. On several connections they would only wait for each other's locks.
   */
  serial<Row>(name: string, text: string, values: unknown[]): Promise<Row[]>
  /** Connections of the shared pool, and how many calls wait for one. */
  figures(): { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Share of connections that writes may hold; while commits wait for a standby, reads have the rest. */
const shareForWrites = 0.75
/** Waits for a database use the machine's time, whatever clock a test sets. */
const timers = systemClock()

/** Migrations, functions and views. */
const databaseFolder = new URL('../../../database/', import.meta.url)
const commitHooks = new WeakMap<Tx, (() => unknown)[]>()

/**
 * Runs work after the transaction has committed, never after a rollback. The transaction's answer awaits a returned
 * promise.
 */
export function afterCommit(tx: Tx, run: () => unknown) {
  const hooks = commitHooks.get(tx)
  if (!hooks) throw new Error('afterCommit needs a transaction of Database.transaction')
  hooks.push(run)
}

/**
 * Opens PostgreSQL if `url` is given, else the embedded engine in `dataDir` (in memory without one), and migrates it as
 * the owner. Afterwards each connection has the role `dhow_app`.
 * @throws OperatorError if another process uses the folder, or the database cannot be brought to this version
 */
export async function openDatabase(options: {
  url?: string | undefined
  /** URL of a user who may change the schema; default: `url`. */
  ownerUrl?: string | undefined
  /** URL of the database itself, if `url` is a pooler in transaction mode. */
  directUrl?: string | undefined
  dataDir?: string | undefined
  /** Default: the defaults of the settings. */
  limits?: DatabaseLimits | undefined
  /** An embedded engine that is open already (`openEngine`), and stays open when this closes. */
  engine?: PGlite | undefined
  /** Sessions to use, of `url` or of `engine`, already migrated: no other connection is opened. */
  pool?: pg.Pool | undefined
  /** Of a database of PostgreSQL that is a copy of one which this version has migrated. */
  isMigrated?: boolean
  log: Log
  faults?: Faults | undefined
}): Promise<Database> {
  const limits = options.limits ?? defaultLimits
  if (!options.url) return openPglite(options.dataDir, limits, options.log, options.engine, options.pool)
  const { log, faults, pool } = options
  if (pool) return openPostgres(options.url, { limits, isPooled: false, log, faults, lent: pool })
  const owner = { connectionString: options.ownerUrl ?? options.directUrl ?? options.url, types: bigintTypes, max: 1 }
  if (!options.isMigrated) await migrateOver(new pg.Pool(owner), log)
  const isPooled = options.directUrl !== undefined
  const db = openPostgres(options.url, { limits, isPooled, log, faults, lent: undefined })
  if (isPooled) await refuseUnlimited(db.kysely)
  return db
}

/**
 * Migrates over a connection without limits: it may take any time, and the second of two servers waits for the first.
 */
async function migrateOver(pool: pg.Pool, log: Log) {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(kysely, databaseFolder, log)
  } finally {
    await kysely.destroy()
  }
}

function openPostgres(
  url: string,
  parts: {
    limits: DatabaseLimits
    isPooled: boolean
    log: Log
    faults: Faults | undefined
    lent: pg.Pool | undefined
  },
) {
  const { limits, isPooled, log, faults, lent } = parts
  const { connections } = limits
  const config = { ...(isPooled ? pooledConfig : connectionConfig)(url, limits), types: bigintTypes }
  const pool = lent ?? new pg.Pool({ ...config, max: connections, connectionTimeoutMillis: limits.poolWaitMs })
  const pipelined = (most: number) =>
    lent ? overPool(lent) : openPipelinedConnections(config, { most, isPooled, log, timers })
  const [prepared, serial] = [pipelined(connections), pipelined(1)]
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  // The pool listens for errors of idle connections alone. A connection lost during a query fails that query and must
  // not end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a busy connection was lost')))
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool, ...(faults ? { onCreateConnection: faults.watchConnection } : {}) }),
  })
  const slots = openSlots(timers, Math.ceil(connections * shareForWrites), limits.poolWaitMs)
  confirmWrites(kysely, timers, slots)
  return {
    engine: 'postgres' as const,
    kysely,
    transaction: transactions(kysely, log, slots),
    prepared: faults ? watched(prepared, faults) : prepared.run,
    serial: faults ? watched(serial, faults) : serial.run,
    figures: () => figuresOf(pool),
    async close() {
      await Promise.all([prepared.close(), serial.close()])
      await kysely.destroy()
    },
  }
}

/** Runs prepared statements over a pool, without pipelined connections. */
const overPool = (pool: pg.Pool) => ({
  run: async <Row>(_name: string, text: string, values: unknown[]) =>
    (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
  close: () => Promise.resolve(),
})

type StatementRunner = Pick<ReturnType<typeof openPipelinedConnections>, 'run'>

const figuresOf = ({
  totalCount,
  idleCount,
  waitingCount,
}: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>) => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

/** Runs prepared statements past the crash points, one watched connection for each statement name. */
function watched(by: StatementRunner, faults: Faults): Database['prepared'] {
  const known = new Map<string, DatabaseConnection>()
  const named = (name: string): DatabaseConnection => {
    const made: DatabaseConnection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => ({
        rows: await by.run<Row>(name, sql, [...parameters]),
      }),
      streamQuery: () => {
        throw new Error('a prepared statement cannot stream')
      },
    }
    void faults.watchConnection(made)
    known.set(name, made)
    return made
  }
  return async <Row>(name: string, text: string, values: unknown[]) =>
    (await (known.get(name) ?? named(name)).executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

async function openPglite(
  dataDir: string | undefined,
  limits: DatabaseLimits,
  log: Log,
  opened: PGlite | undefined,
  lent: pg.Pool | undefined,
) {
  const giveBack =
    dataDir === undefined ? () => {} : lockDataFolder(dataDir, { file: 'server.lock', setting: 'DATA_DIR' })
  const folder = dataDir === undefined ? undefined : join(dataDir, 'db')
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const open = () => openEngine(folder === undefined ? {} : { dataDir: folder })
  const engine: OpenEngine = {
    current: opened ?? (await open()),
    async reopen() {
      if (folder === undefined) throw new Error('an engine in memory cannot be reopened')
      // Its log is replayed at the opening, which needs disk space itself.
      guardRoom()
      log.error('the embedded engine failed and is reopened')
      await engine.current.close().catch(() => undefined)
      return open()
    },
  }
  const guardRoom = folder === undefined ? () => {} : () => requireRoom(folder, limits.diskReserveBytes)
  const close = async () => {
    if (!opened) await engine.current.close()
    giveBack()
  }
  try {
    if (!lent) await migrateOver(poolOfEngine(engine, bigintTypes, limits.poolWaitMs, 'none'), log)
  } catch (error) {
    await close()
    throw error
  }
  const pool = lent ?? poolOfEngine(engine, bigintTypes, limits.poolWaitMs, appRole)
  const onCreateConnection = (connection: DatabaseConnection) => guardWrites(connection, guardRoom)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, onCreateConnection }) })
  pool.on('error', (error) => log.warn({ err: error }, 'the connection to the embedded engine was lost'))
  const statements = overPool(pool)
  const prepared = async <Row>(name: string, text: string, values: unknown[]) => {
    guardRoom()
    return statements.run<Row>(name, text, values)
  }
  return {
    engine: 'pglite' as const,
    kysely,
    transaction: transactions(kysely, log),
    prepared,
    serial: prepared,
    figures: () => figuresOf(pool),
    async close() {
      await kysely.destroy()
      await close()
    },
  }
}

/** Refuses statements that may write while the disk is full: an engine without room for its log never answers again. */
function guardWrites(connection: DatabaseConnection, guardRoom: () => void) {
  const execute = connection.executeQuery.bind(connection)
  let isOpen = false
  connection.executeQuery = async (query) => {
    const ends = query.sql === 'commit' || query.sql === 'rollback'
    if (!isOpen && !ends && kindOf(query) !== 'read') guardRoom()
    if (query.sql === 'begin') isOpen = true
    if (ends) isOpen = false
    return execute(query)
  }
  return Promise.resolve()
}

function transactions(kysely: Db, log: Log, slots?: ReturnType<typeof openSlots>): Database['transaction'] {
  return async (work) => {
    const hooks: (() => unknown)[] = []
    const leave = await slots?.acquire()
    let sent = () => {}
    const isSent = new Promise<void>((resolve) => (sent = resolve))
    const committed = kysely
      .transaction()
      .execute(async (tx) => {
        commitHooks.set(tx, hooks)
        const result = await work(tx)
        sent()
        return result
      })
      .finally(leave)
    const done = committed.then(async (result) => {
      await runHooks(hooks, log)
      return result
    })
    // The hooks of a commit run even if it is confirmed too late for its caller.
    done.catch(() => undefined)
    await confirmed(timers, committed, isSent)
    return done
  }
}

/** Runs after the commit: a failing hook undoes nothing and must not turn the answer into a failure. */
async function runHooks(hooks: (() => unknown)[], log: Log) {
  const underWay: unknown[] = []
  for (const hook of hooks) contain(log, 'after commit', () => underWay.push(hook()))()
  for (const one of underWay)
    if (one instanceof Promise)
      await one.catch((error: unknown) => log.error({ err: error, location: 'after commit' }, 'deferred work failed'))
}
