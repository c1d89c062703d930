import { errorCode } from '@dhow/platform/error-code'
import { sql } from 'kysely'
import type pg from 'pg'
import { OperatorError } from '@dhow/platform/process'
import type { Db, Tx } from './index.ts'

/** Limits of the database's use. */
export interface DatabaseLimits {
  /** Connections for transactions, and as many for single statements. */
  connections: number
  /** The longest wait for a free connection. */
  poolWaitMs: number
  /** The longest wait for a lock. */
  lockWaitMs: number
  /** The longest time for one statement. */
  statementMs: number
  /** The longest pause within a transaction, after which the database ends it. */
  idleTransactionMs: number
  /** The embedded engine refuses writes with less free disk space than this. */
  diskReserveBytes: number
}

/** The defaults of `settings.json`, for tools and tests that read no settings. */
export const defaultLimits: DatabaseLimits = {
  connections: 16,
  poolWaitMs: 5_000,
  lockWaitMs: 2_000,
  statementMs: 60_000,
  idleTransactionMs: 5_000,
  diskReserveBytes: 64 * 1024 * 1024,
}

/** A database that does not answer within this time after the statement timeout counts as lost. */
const answerGraceMs = 5_000
/** Work over all of the books may take this many times the statement timeout. */
const longFactor = 10
const keepAliveAfterMs = 10_000
/** Seconds between probes, and how many: both ends notice a machine without power within half a minute. */
const keepAliveOptions =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=30000'

/**
 * Role of the server's connections: it writes the features' tables, and the ledger only through its functions
 * (`grants.sql`).
 */
export const appRole = 'dhow_app'

/**
 * Options of each connection, so that the database itself enforces the time limits. An operator's own `options` in the
 * URL stay in force.
 */
export function connectionConfig(databaseUrl: string, limits: DatabaseLimits): pg.ClientConfig {
  const url = new URL(databaseUrl)
  const ownOptions = url.searchParams.get('options')
  url.searchParams.delete('options')
  return {
    connectionString: url.href,
    options: [keepAliveOptions, `-c role=${appRole}`, ownOptions].filter(Boolean).join(' '),
    lock_timeout: limits.lockWaitMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    query_timeout: longFactor * limits.statementMs + answerGraceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  }
}

/**
 * Options of a connection through a pooler in transaction mode: it passes no settings on, so the database's user has
 * them (deploy/cluster/roles.sql).
 */
export const pooledConfig = (databaseUrl: string, limits: DatabaseLimits): pg.ClientConfig => ({
  connectionString: databaseUrl,
  query_timeout: longFactor * limits.statementMs + answerGraceMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfterMs,
})

/** @throws OperatorError if a statement, a lock wait or an idle transaction has no time limit */
export async function refuseUnlimited(db: Db) {
  const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
  const { rows } = await sql<{ name: string }>`
    select name from pg_catalog.pg_settings where name = any(${names}) and setting = '0'`.execute(db)
  if (rows.length > 0)
    throw new OperatorError(
      `Behind a pooler the database's user needs limits of its own: alter role <user> set ${rows.map(({ name }) => name).join(', ')}; ` +
        'deploy/cluster/roles.sql has them. Then let the pooler reconnect.',
    )
}

/** Lets further statements of a transaction take ten times `DATABASE_STATEMENT_MS`: for background work. */
export async function allowLongStatements(tx: Tx) {
  await sql`select set_config('statement_timeout', (extract(epoch from current_setting('statement_timeout')::interval) * 1000 * ${longFactor})::int::text, true)`.execute(
    tx,
  )
}

/**
 * Whether the database cancelled a statement because of a lock, a time limit, a deadlock or a serialisation failure:
 * nothing was decided, and a repeat may pass.
 */
export function isTimeLimit(error: unknown): boolean {
  const code = errorCode(error)
  return code !== undefined && timeLimits.has(code)
}

const lockNotAvailable = '55P03'
/** Lock not available, query cancelled by `statement_timeout`, deadlock, serialisation failure. */
const timeLimits = new Set([lockNotAvailable, '57014', '40P01', '40001'])

/** Whether a statement with `nowait` found a row locked. */
export const isLocked = (error: unknown) => errorCode(error) === lockNotAvailable
