import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'

const ticketLivesMs = 30_000

/** Tickets of the live stream, whose address carries no token: each is good for one use and 30 seconds. */
export function openLiveTickets({ db, clock, random }: Platform) {
  return {
    /** A fresh ticket of a session. */
    async ticket(session: PlayerSession): Promise<string> {
      const ticket = newToken(random)
      await db.kysely
        .insertInto('accounts.live_ticket')
        .values({
          ticket_hash: tokenHash(ticket),
          player_id: session.playerId,
          session_id: session.sessionId,
          expires_at: new Date(clock.now().getTime() + ticketLivesMs),
        })
        .execute()
      return ticket
    },

    /** The session of a ticket, which is used up; undefined where it is unknown or late. */
    async redeemTicket(ticket: string): Promise<{ playerId: string; sessionId: string } | undefined> {
      const row = await db.kysely
        .deleteFrom('accounts.live_ticket')
        .where('ticket_hash', '=', tokenHash(ticket))
        .returningAll()
        .executeTakeFirst()
      if (!row || row.expires_at <= clock.now()) return undefined
      return { playerId: row.player_id, sessionId: row.session_id }
    },

    /** Whether a session goes on. */
    async isOpen(sessionId: string): Promise<boolean> {
      const row = await db.kysely
        .selectFrom('accounts.player_session')
        .select('id')
        .where('id', '=', sessionId)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
