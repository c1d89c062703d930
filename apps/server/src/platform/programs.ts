import type { Clock } from '@dhow/platform/clock'
import type { Generated } from 'kysely'
import type { Database } from './db/index.ts'

declare module './db/tables.ts' {
  interface Tables {
    'platform.program': {
      id: string
      version: string
      machine: string
      started_at: Date
      seen_at: Date
      players: Generated<number>
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
  /** Players with an open live stream. */
  players: number
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
      await db.kysely
        .insertInto('platform.program')
        .values({ ...own, started_at: startedAt, seen_at: now, ...activity })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now, ...activity }))
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
  const rows = await db.kysely.selectFrom('platform.program').selectAll().orderBy('started_at').limit(100).execute()
  return rows.map((row) => ({ ...row, isSilent: clock.now().getTime() - row.seen_at.getTime() > 3 * seenEachMs }))
}
