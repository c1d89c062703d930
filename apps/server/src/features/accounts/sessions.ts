import type { Currency } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { sameBytes } from '@dhow/platform/same-bytes'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { noteOrigin, type DeviceOrigin } from './origins.ts'
import { changePlayer } from './players.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'

/** A session as this process remembers it; the bus ends it everywhere. */
interface Seat {
  session: PlayerSession
  cookieHash: Buffer
  active: boolean
  startedAt: number
  seenAt: number
  /** When it was read from the database; past `trustMs` it is read again. */
  readAtMs: number
}

/** A missed message of the bus heals after this long. */
const trustMs = 15_000
/** How exact "last seen" is kept: not a write for each request. */
const touchEveryMs = 60_000
const seatsAtMost = 50_000

export interface OpenedSession {
  token: string
  /** The other half: an HttpOnly cookie without which the token moves no money out. */
  cookie: string
  sessionId: string
}

export type Sessions = ReturnType<typeof openSessions>

/** Players' sessions: opaque tokens kept as hashes, remembered per process, ended everywhere at once. */
export function openSessions(platform: Platform, lifetimes: () => { idle_hours: number; absolute_days: number }) {
  const { db, clock, random, id, bus, live, log, faults } = platform
  const seats = new Map<string, Seat>()
  const tokensByPlayer = new Map<string, Set<string>>()

  let forgotten = 0
  const forget = (playerId: string) => {
    forgotten++
    for (const token of tokensByPlayer.get(playerId) ?? []) seats.delete(token)
    tokensByPlayer.delete(playerId)
  }
  bus.subscribe('player-sessions', ({ playerId }: { playerId: string }) => forget(playerId))

  const fresh = openGroupQueue<string, Seat | undefined>({
    async run(tokens) {
      const readAtMs = clock.monotonicMs()
      const rows = await db.kysely
        .selectFrom('accounts.player_session as session')
        .innerJoin('accounts.player', 'accounts.player.id', 'session.player_id')
        .select([
          'session.id',
          'session.player_id',
          'session.token_hash',
          'session.cookie_hash',
          'session.created_at',
          'session.last_seen_at',
          'accounts.player.market',
          'accounts.player.currency',
          'accounts.player.active',
        ])
        .where('session.token_hash', 'in', tokens.map(tokenHash))
        .where('session.ended_at', 'is', null)
        .execute()
      const found = new Map(
        rows.map((row) => [
          Buffer.from(row.token_hash).toString('hex'),
          {
            session: {
              playerId: row.player_id,
              sessionId: row.id,
              market: row.market as Market,
              currency: row.currency as Currency,
            },
            cookieHash: Buffer.from(row.cookie_hash),
            active: row.active,
            startedAt: row.created_at.getTime(),
            seenAt: row.last_seen_at.getTime(),
            readAtMs,
          },
        ]),
      )
      return tokens.map((token) => found.get(tokenHash(token).toString('hex')))
    },
    most: 100,
    width: 2,
    log,
    alone: faults?.isWatched,
  })

  async function read(token: string): Promise<Seat | undefined> {
    const before = forgotten
    const seat = await fresh.submit(token)
    // A session that was ended while it was read serves this call at most.
    if (!seat || forgotten !== before) return seat
    if (seats.size >= seatsAtMost) {
      seats.clear()
      tokensByPlayer.clear()
    }
    seats.set(token, seat)
    const { playerId } = seat.session
    const tokens = tokensByPlayer.get(playerId) ?? new Set()
    tokensByPlayer.set(playerId, tokens.add(token))
    return seat
  }

  async function seatOf(token: string): Promise<Seat | undefined> {
    const known = seats.get(token)
    const seat = known && clock.monotonicMs() - known.readAtMs < trustMs ? known : await read(token)
    if (!seat) return undefined
    const now = clock.now().getTime()
    const { idle_hours, absolute_days } = lifetimes()
    if (now - seat.seenAt > idle_hours * 3_600_000 || now - seat.startedAt > absolute_days * 86_400_000)
      return undefined
    if (now - seat.seenAt > touchEveryMs) {
      seat.seenAt = now
      await db.kysely
        .updateTable('accounts.player_session')
        .set({ last_seen_at: new Date(now) })
        .where('id', '=', seat.session.sessionId)
        .execute()
    }
    return seat
  }

  return {
    /** @throws Refusal `session_invalid`, `player_inactive` */
    async check(token: string): Promise<PlayerSession> {
      const seat = await seatOf(token)
      if (!seat) throw new Refusal('session_invalid')
      if (!seat.active) throw new Refusal('player_inactive')
      return seat.session
    },

    /** Whether the cookie half that came along belongs to the token: a copied token alone moves no money out. */
    async checkCookie(token: string, cookie: string | undefined) {
      const seat = await seatOf(token)
      if (!seat || cookie === undefined || !sameBytes(seat.cookieHash, tokenHash(cookie)))
        throw new Refusal('session_invalid')
    },

    async open(
      tx: Tx,
      player: { id: string },
      device: { id: string; label: string; origin: DeviceOrigin | undefined },
    ): Promise<OpenedSession> {
      const token = newToken(random)
      const cookie = newToken(random)
      const sessionId = id('ses')
      const now = clock.now()
      await tx
        .insertInto('accounts.player_session')
        .values({
          id: sessionId,
          player_id: player.id,
          token_hash: tokenHash(token),
          cookie_hash: tokenHash(cookie),
          device_id: device.id,
          label: device.label,
          created_at: now,
          last_seen_at: now,
          ended_at: null,
        })
        .execute()
      const session = { id: sessionId, playerId: player.id, deviceId: device.id, at: now }
      if (device.origin) await noteOrigin(tx, session, device.origin)
      await changePlayer(bus, tx, player.id, { last_login_at: now })
      return { token, cookie, sessionId }
    },

    /** Ends one session, all, or all but one of a player; answers how many. */
    async end(tx: Tx, playerId: string, which: { only?: string; except?: string }, text: string): Promise<number> {
      let query = tx
        .updateTable('accounts.player_session')
        .set({ ended_at: clock.now() })
        .where('player_id', '=', playerId)
        .where('ended_at', 'is', null)
      if (which.only !== undefined) query = query.where('id', '=', which.only)
      if (which.except !== undefined) query = query.where('id', '!=', which.except)
      const ended = await query.returning('id').execute()
      afterCommit(tx, () => {
        bus.publish('player-sessions', { playerId })
        for (const { id: sessionId } of ended) live.endSession(playerId, sessionId, text)
      })
      return ended.length
    },

    /** Makes every process read the player's sessions anew, after the player changed. */
    refresh: (playerId: string) => bus.publish('player-sessions', { playerId }),

    async list(reader: Db, playerId: string) {
      return reader
        .selectFrom('accounts.player_session')
        .select(['id', 'label', 'created_at', 'last_seen_at'])
        .where('player_id', '=', playerId)
        .where('ended_at', 'is', null)
        .orderBy('last_seen_at', 'desc')
        .execute()
    },

    /** A ticket for the live stream: one use, 30 seconds. */
    async ticket(session: PlayerSession): Promise<string> {
      const ticket = newToken(random)
      await db.kysely
        .insertInto('accounts.live_ticket')
        .values({
          ticket_hash: tokenHash(ticket),
          player_id: session.playerId,
          session_id: session.sessionId,
          expires_at: new Date(clock.now().getTime() + 30_000),
        })
        .execute()
      return ticket
    },

    async redeemTicket(ticket: string): Promise<{ playerId: string; sessionId: string } | undefined> {
      const row = await db.kysely
        .deleteFrom('accounts.live_ticket')
        .where('ticket_hash', '=', tokenHash(ticket))
        .returningAll()
        .executeTakeFirst()
      if (!row || row.expires_at <= clock.now()) return undefined
      return { playerId: row.player_id, sessionId: row.session_id }
    },
  }
}

/** Short name of a device from its user agent, for the list of devices. */
export function deviceLabel(userAgent: string): string {
  const system = /Android/.test(userAgent)
    ? 'Android'
    : /iPhone|iPad/.test(userAgent)
      ? 'iPhone or iPad'
      : /Windows/.test(userAgent)
        ? 'Windows'
        : /Mac OS/.test(userAgent)
          ? 'Mac'
          : /Linux/.test(userAgent)
            ? 'Linux'
            : 'Unknown device'
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /OPR\//.test(userAgent)
      ? 'Opera'
      : /Firefox\//.test(userAgent)
        ? 'Firefox'
        : /Chrome\//.test(userAgent)
          ? 'Chrome'
          : /Safari\//.test(userAgent)
            ? 'Safari'
            : ''
  return browser ? `${browser} on ${system}` : system
}
