import { sql } from 'kysely'
import type { Database } from './db/index.ts'

/** A standby as the primary sees it. */
export interface Standby {
  name: string
  /** Whether commits may wait for it (`synchronous_standby_names`). */
  isSynchronous: boolean
  isStreaming: boolean
  /** Time between a write here and its replay there, by its last report; 0 if it has everything. */
  lagSeconds: number
  behindBytes: bigint
}

/** The primary and its standbys. */
export interface Replication {
  /** Address and port of the primary; null over a Unix socket. */
  leader: string | null
  startedAt: Date
  standbys: Standby[]
  /** Commits wait for a standby, and none confirms. */
  isWaiting: boolean
  /** The server's database user may not see standbys: it lacks `pg_monitor`. */
  isHidden: boolean
}

interface StandbyRow {
  name: string
  state: string | null
  sync_state: string
  lag: number | null
  behind: bigint | null
}

/** Reads the primary and its standbys; undefined for the embedded engine. */
export async function readReplication(db: Pick<Database, 'kysely' | 'engine'>): Promise<Replication | undefined> {
  if (db.engine === 'pglite') return undefined
  const { rows } = await sql<{ leader: string | null; started_at: Date; waits: boolean }>`
    select host(inet_server_addr()) || ':' || inet_server_port() as leader, pg_postmaster_start_time() as started_at,
      current_setting('synchronous_standby_names') <> '' as waits`.execute(db.kysely)
  const [self] = rows
  if (!self) return undefined
  const { rows: all } = await sql<StandbyRow>`
    select application_name as name, state, sync_state, extract(epoch from replay_lag)::float8 as lag,
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint as behind
    from pg_catalog.pg_stat_replication order by application_name`.execute(db.kysely)
  const seen = all.filter(({ state }) => state !== null)
  const standbys = seen.map(({ name, state, sync_state: syncState, lag, behind }) => ({
    name,
    isSynchronous: syncState === 'sync' || syncState === 'quorum',
    isStreaming: state === 'streaming',
    lagSeconds: lag ?? 0,
    behindBytes: behind ?? 0n,
  }))
  const isTaken = standbys.some(({ isSynchronous, isStreaming }) => isSynchronous && isStreaming)
  const isHidden = seen.length < all.length
  const { leader, started_at: startedAt, waits } = self
  return { leader, startedAt, standbys, isWaiting: waits && !isTaken && !isHidden, isHidden }
}
