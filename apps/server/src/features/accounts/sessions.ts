import { sameBytes } from '@dhow/platform/same-bytes'
import { bind } from '../../platform/bind.ts'
import { inPassing } from '../../platform/db/in-passing.ts'
import type { Db } from '../../platform/db/index.ts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { ofPlatform } from '../../platform/read-together.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { endSessions } from './end-sessions.ts'
import { keyOfSession, listDevices } from './known-devices.ts'
import { openLiveTickets, type Lifetimes } from './live-tickets.ts'
import { openSession } from './open-session.ts'
import { openSessionCache, type CachedSession } from './session-cache.ts'

/** Precision of "last seen", which saves a write for each request. */
const touchEveryMs = 60_000

export type Sessions = ReturnType<typeof openSessions>

/** Players' sessions: opaque tokens stored as hashes, cached per process, ended everywhere at once. */
export function openSessions(platform: Platform, lifetimes: Lifetimes) {
  const { db, clock, bus, log } = platform
  const findSession = openSessionCache(platform)
  const touches = openGroupQueue<string, true>({
    ...ofPlatform(platform),
    run: (sessionIds) => touch(db.kysely, sessionIds, clock.now()),
  })

  async function sessionOf(token: string): Promise<CachedSession | undefined> {
    const cached = await findSession(token)
    if (!cached) return undefined
    const now = clock.now().getTime()
    const { idle_hours, absolute_days } = lifetimes()
    if (now - cached.seenAt > idle_hours * 3_600_000 || now - cached.startedAt > absolute_days * 86_400_000)
      return undefined
    if (now - cached.seenAt > touchEveryMs) {
      cached.seenAt = now
      await inPassing(log, 'last use of a session', touches.submit(cached.session.sessionId))
    }
    return cached
  }

  return {
    ...bind(platform, { open: openSession, end: endSessions }),
    ...openLiveTickets(platform, lifetimes),

    /** The session of a token. @throws Refusal `session_invalid`, `player_inactive` */
    async check(token: string): Promise<PlayerSession> {
      const cached = await sessionOf(token)
      if (!cached) throw new Refusal('session_invalid')
      if (!cached.active) throw new Refusal('player_inactive')
      return cached.session
    },

    /** Checks that the session cookie belongs to the token: a copied token alone moves no money out. */
    async checkCookie(token: string, cookie: string | undefined) {
      const cached = await sessionOf(token)
      if (!cached || cookie === undefined || !sameBytes(cached.cookieHash, tokenHash(cookie)))
        throw new Refusal('session_invalid')
    },

    /** Makes every process read the player's sessions anew, after a change of the player. */
    refresh: (playerId: string) => bus.publish('player-sessions', { playerId }),

    devices: listDevices,
    deviceOf: (sessionId: string) => keyOfSession(db.kysely, sessionId),

    /** Open sessions of a player, the last seen first. */
    async list(reader: Db, playerId: string) {
      return reader
        .selectFrom('accounts.player_session')
        .select(['id', 'label', 'created_at', 'last_seen_at'])
        .where('player_id', '=', playerId)
        .where('ended_at', 'is', null)
        .orderBy('last_seen_at', 'desc')
        .execute()
    },
  }
}

/**
 * Updates "last seen" of sessions. Skips locked rows: they are being ended or updated, and the next call updates them.
 */
async function touch(db: Db, sessionIds: string[], now: Date): Promise<true[]> {
  await db
    .updateTable('accounts.player_session')
    .set({ last_seen_at: now })
    .where('id', 'in', (eb) =>
      eb.selectFrom('accounts.player_session').select('id').where('id', 'in', sessionIds).forNoKeyUpdate().skipLocked(),
    )
    .execute()
  return sessionIds.map(() => true)
}
