import type { Clock } from '@dhow/platform/clock'
import type { Generated } from 'kysely'
import type { Database } from './db/index.ts'
import { playerMarkBytes } from './live.ts'

declare module './db/tables.ts' {
  interface Tables {
    'platform.program': {
      id: string
      version: string
      machine: string
      started_at: Date
      seen_at: Date
      /** Count without marks, for servers of the previous version. */
      players: Generated<number>
      player_marks: Buffer | null
      bets_last_minute: Generated<number>
      bets_last_ten: Generated<number>
    }
  }
}

/** Interval of a server's heartbeat. */
export const heartbeatMs = 15_000
/** A server without a heartbeat has crashed; its row is shown for this long, and then deleted. */
const keptMs = 3_600_000

/** Load of a server. */
export interface Activity {
  /** Players with an open live stream, as marks of eight bytes. */
  player_marks: Buffer
  bets_last_minute: number
  /** Within the last ten minutes. */
  bets_last_ten: number
}

/** This server among those that share its database. */
export function openPrograms(
  { db, clock }: { db: Pick<Database, 'kysely'>; clock: Pick<Clock, 'now'> },
  own: { id: string; version: string; machine: string },
) {
  const startedAt = clock.now()
  return {
    /** Writes this server's heartbeat and load, and deletes rows of servers that ended long ago. */
    async seen(activity: Activity) {
      const now = clock.now()
      const row = { ...activity, players: activity.player_marks.length / playerMarkBytes }
      await db.kysely
        .insertInto('platform.program')
        .values({ ...own, started_at: startedAt, seen_at: now, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now, ...row }))
        .execute()
      await db.kysely
        .deleteFrom('platform.program')
        .where('seen_at', '<', new Date(now.getTime() - keptMs))
        .execute()
    },
    /** Removes this server's row on shutdown. */
    async left() {
      await db.kysely.deleteFrom('platform.program').where('id', '=', own.id).execute()
    },
  }
}

/** Servers of this database, silent ones included, oldest first. */
export async function listPrograms({ db, clock }: { db: Pick<Database, 'kysely'>; clock: Pick<Clock, 'now'> }) {
  const rows = await db.kysely
    .selectFrom('platform.program')
    .select(['id', 'version', 'machine', 'started_at', 'seen_at'])
    .orderBy('started_at')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, isSilent: row.seen_at < silentSince(clock) }))
}

/**
 * Load of all servers together: `own` now, the others as last written, at most 45 seconds ago.
 * @returns each player counted once, on however many servers; `servers` includes `own`
 */
export async function sumActivity(
  { db, clock }: { db: Pick<Database, 'kysely'>; clock: Pick<Clock, 'now'> },
  own: Activity & { id: string },
) {
  const others = await db.kysely
    .selectFrom('platform.program')
    .select(['players', 'player_marks', 'bets_last_minute', 'bets_last_ten'])
    .where('id', '!=', own.id)
    .where('seen_at', '>=', silentSince(clock))
    .execute()
  const all = [own, ...others]
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
  const marks = new Set(all.flatMap(({ player_marks }) => marksOf(player_marks)))
  return {
    servers: all.length,
    players: marks.size + others.reduce((total, one) => total + (one.player_marks ? 0 : one.players), 0),
    bets_last_minute: sum(({ bets_last_minute }) => bets_last_minute),
    bets_last_ten: sum(({ bets_last_ten }) => bets_last_ten),
  }
}

const marksOf = (marks: Buffer | null) =>
  Array.from({ length: (marks?.length ?? 0) / playerMarkBytes }, (_, at) =>
    marks?.readBigUInt64BE(at * playerMarkBytes),
  )

/** A server whose last heartbeat is before this moment has crashed. */
const silentSince = (clock: Pick<Clock, 'now'>) => new Date(clock.now().getTime() - 3 * heartbeatMs)
