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
      /** Without the marks only, for servers of the version before. */
      players: Generated<number>
      player_marks: Buffer | null
      bets_last_minute: Generated<number>
      bets_last_ten: Generated<number>
    }
  }
}

/** So often a server writes that it lives. */
export const seenEachMs = 15_000
/** A row that is older belongs to a server that ended without a word; it is shown so long, and then deleted. */
const keptMs = 3_600_000

/** How busy a server is. */
export interface Activity {
  /** Players with an open live stream, by their marks of eight bytes. */
  player_marks: Buffer
  bets_last_minute: number
  /** Within ten minutes. */
  bets_last_ten: number
}

/** This server among those that share its database. */
export function openPrograms(
  { db, clock }: { db: Pick<Database, 'kysely'>; clock: Pick<Clock, 'now'> },
  own: { id: string; version: string; machine: string },
) {
  const startedAt = clock.now()
  return {
    /** Writes that this server lives and how busy it is, and forgets those that ended long ago. */
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
    /** Removes this server's row on an ordinary end. */
    async left() {
      await db.kysely.deleteFrom('platform.program').where('id', '=', own.id).execute()
    },
  }
}

/** The servers of this database, those that are silent too, oldest first. */
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
 * How busy the servers are together: `own` now, the others as they wrote last, at most 45 seconds ago.
 * @returns each player once, at how many servers they may be; `servers` counts `own` too
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

/** A server that wrote last before this moment has ended without a word. */
const silentSince = (clock: Pick<Clock, 'now'>) => new Date(clock.now().getTime() - 3 * seenEachMs)
