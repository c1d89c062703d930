import type { Currency } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { pageOf, type CursorPage } from '../../platform/pages.ts'
import type { Platform } from '../../platform/platform.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import type { GameRow, ProviderRow } from '../catalog/index.ts'
import type { GameSession } from './sessions.ts'

const launchMs = 60_000

/** Opens a session for a player and returns the token for the game's URL. */
export async function launchSession(
  { db, clock, random, id }: Platform,
  session: PlayerSession,
  game: GameRow,
  provider: ProviderRow,
  /** Whether the token is exchanged once, or used for all calls. */
  kind: 'exchanged' | 'kept',
): Promise<{ sessionId: string; token: string }> {
  const token = newToken(random)
  const sessionId = id('gs')
  const now = clock.now()
  await db.kysely
    .insertInto('gateway.game_session')
    .values({
      id: sessionId,
      provider_code: provider.code,
      player_id: session.playerId,
      game_id: game.id,
      currency: session.currency,
      launch_hash: kind === 'exchanged' ? tokenHash(token) : null,
      launch_expires_at: new Date(now.getTime() + launchMs),
      token_hash: kind === 'kept' ? tokenHash(token) : null,
      opened_at: now,
      ended_at: null,
    })
    .execute()
  return { sessionId, token }
}

/** The player's newest session with the provider, ended or not. */
export async function newestSession(
  { db }: Platform,
  providerCode: string,
  playerId: string,
): Promise<GameSession | undefined> {
  const row = await db.kysely
    .selectFrom('gateway.game_session')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('provider_code', '=', providerCode)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && sessionOf(row)
}

/** A player's game sessions, newest first, without tokens. */
export async function listSessions({ db }: Platform, playerId: string, { limit, cursor }: CursorPage) {
  let query = db.kysely
    .selectFrom('gateway.game_session as session')
    .innerJoin('catalog.games', 'catalog.games.id', 'session.game_id')
    .select([
      'session.id',
      'session.provider_code as provider',
      'catalog.games.slug as game',
      'session.currency',
      'session.opened_at',
      'session.ended_at',
    ])
    .where('session.player_id', '=', playerId)
    .orderBy('session.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('session.id', '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), limit)
  return { data: rows, next_cursor: nextCursor }
}

/** Ends all sessions of a paused provider: bets are refused, wins and rollbacks still accepted. */
export async function endSessionsOfProvider({ clock }: Platform, tx: Tx, providerCode: string) {
  await tx
    .updateTable('gateway.game_session')
    .set({ ended_at: clock.now(), launch_hash: null })
    .where('provider_code', '=', providerCode)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the player's game sessions: bets are refused, wins and rollbacks still accepted. */
export async function endSessionsOfPlayer({ db, clock }: Platform, playerId: string) {
  await db.kysely
    .updateTable('gateway.game_session')
    .set({ ended_at: clock.now(), launch_hash: null })
    .where('player_id', '=', playerId)
    .where('ended_at', 'is', null)
    .execute()
}

export function sessionOf(row: {
  id: string
  provider_code: string
  player_id: string
  game_id: string
  currency: Currency
}): GameSession {
  return {
    id: row.id,
    providerCode: row.provider_code,
    playerId: row.player_id,
    gameId: row.game_id,
    currency: row.currency,
  }
}
