import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { ofPlatform, openReadTogether } from '../../platform/read-together.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'

/** A ticket from a call is used at once. */
const askedLivesMs = 30_000
/** A ticket from a stream is for its reconnection, at any time. */
const aheadLivesMs = 12 * 3_600_000

/** A redeemed ticket, and its replacement. */
interface Shown {
  ticket: string
  next: string
}

/** Session for which a ticket opens a stream, with the ticket of the next stream. */
export interface Admission {
  playerId: string
  sessionId: string
  next: string
}

/** Lifetimes of sessions: idle, and in total. */
export type Lifetimes = () => { idle_hours: number; absolute_days: number }

/**
 * Tickets of the live stream, so that its URL needs no token: each is valid once, while its session lasts. Concurrent
 * tickets share a statement, because the pages of a server that has ended come together.
 */
export function openLiveTickets(platform: Platform, lifetimes: Lifetimes) {
  const { db, clock, random } = platform
  const made = openGroupQueue<{ ticket: string; session: PlayerSession }, string>({
    ...ofPlatform(platform),
    async run(asked) {
      const expiresAt = new Date(clock.now().getTime() + askedLivesMs)
      const rows = asked.map(({ ticket, session: { playerId, sessionId } }) => ({
        ticket_hash: tokenHash(ticket),
        player_id: playerId,
        session_id: sessionId,
        expires_at: expiresAt,
      }))
      await db.kysely.insertInto('accounts.live_ticket').values(rows).execute()
      return asked.map(({ ticket }) => ticket)
    },
  })
  const shown = openGroupQueue<Shown, Admission | undefined>({
    ...ofPlatform(platform),
    run: (tickets) => redeem(db.kysely, tickets, clock.now(), lifetimes()),
  })
  const openSession = openReadTogether(platform, (sessionIds) => readOpen(db.kysely, sessionIds))

  return {
    /** A new ticket for a session. */
    ticket: (session: PlayerSession): Promise<string> => made.submit({ ticket: newToken(random), session }),

    /**
     * Redeems a ticket; undefined if it is unknown, used or expired, its session has ended or its player is suspended.
     */
    redeemTicket: (ticket: string): Promise<Admission | undefined> => shown.submit({ ticket, next: newToken(random) }),

    /** Whether a session is valid and its player not suspended. */
    isOpen: async (sessionId: string): Promise<boolean> => (await openSession(sessionId)) === true,
  }
}

/**
 * Skips rows that another server has locked: it is redeeming them, and waiting for each other's rows could deadlock.
 */
async function redeem(
  db: Db,
  tickets: Shown[],
  now: Date,
  { idle_hours, absolute_days }: ReturnType<Lifetimes>,
): Promise<(Admission | undefined)[]> {
  const used = tickets.map(({ ticket }) => tokenHash(ticket))
  const next = tickets.map((one) => tokenHash(one.next))
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await sql<{ next_hash: Buffer; player_id: string; session_id: string }>`
    with shown as (
      select * from unnest(${used}::bytea[], ${next}::bytea[]) as shown (ticket_hash, next_hash)
    ), used as (
      delete from accounts.live_ticket as ticket using shown
      where ticket.ticket_hash = shown.ticket_hash and ticket.ticket_hash in (
        select ticket_hash from accounts.live_ticket where ticket_hash = any (${used}::bytea[]) for update skip locked)
      returning ticket.player_id, ticket.session_id, ticket.expires_at, shown.next_hash
    ), admitted as (
      select used.* from used
      join accounts.player_session session on session.id = used.session_id and session.ended_at is null
      join accounts.player player on player.id = session.player_id and player.active
      where used.expires_at > ${now}
        and session.last_seen_at >= ${before(idle_hours * 3_600_000)}
        and session.created_at >= ${before(absolute_days * 86_400_000)}
    ), ahead as (
      insert into accounts.live_ticket (ticket_hash, player_id, session_id, expires_at)
      select next_hash, player_id, session_id, ${new Date(now.getTime() + aheadLivesMs)}::timestamptz from admitted
    )
    select next_hash, player_id, session_id from admitted`.execute(db)
  const admitted = new Map(rows.map((row) => [Buffer.from(row.next_hash).toString('hex'), row]))
  return tickets.map((one, index) => {
    const row = admitted.get(next[index]?.toString('hex') ?? '')
    return row && { playerId: row.player_id, sessionId: row.session_id, next: one.next }
  })
}

async function readOpen(reader: Db, sessionIds: string[]): Promise<Map<string, true>> {
  const rows = await reader
    .selectFrom('accounts.player_session as session')
    .innerJoin('accounts.player', 'accounts.player.id', 'session.player_id')
    .select('session.id')
    .where('session.id', 'in', sessionIds)
    .where('session.ended_at', 'is', null)
    .where('accounts.player.active', '=', true)
    .execute()
  return new Map(rows.map(({ id }) => [id, true]))
}
