import type { Currency } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import type { GameRow, ProviderRow } from '../catalog/index.ts'

/** The subject of a provider's calls. */
export interface GameSession {
  id: string
  providerCode: string
  playerId: string
  gameId: string
  currency: Currency
}

const launchMs = 60_000
const remembered = 20_000

/** Game sessions: a launch token opens one once; its session token serves all further calls of the provider. */
export function openGameSessions({ db, clock, random, id }: Platform) {
  // The player of a session token never changes, so it can be cached; whether bets are still taken is asked with each bet.
  const known = new Map<string, GameSession>()

  return {
    async launch(
      session: PlayerSession,
      game: GameRow,
      provider: ProviderRow,
      /** Whether the token is exchanged once, or serves all calls itself. */
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
    },

    /** Exchanges a launch token for a session token, once; undefined for anything else. Some providers make the session token themselves. */
    async authenticate(
      providerCode: string,
      launchToken: string,
      token = newToken(random),
    ): Promise<{ session: GameSession; token: string } | undefined> {
      if ((await this.find(providerCode, token)) !== undefined) return undefined
      const row = await db.kysely
        .updateTable('gateway.game_session')
        .set({ launch_hash: null, token_hash: tokenHash(token) })
        .where('launch_hash', '=', tokenHash(launchToken))
        .where('provider_code', '=', providerCode)
        .where('launch_expires_at', '>', clock.now())
        .where('ended_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      return row && { session: sessionOf(row), token }
    },

    async find(providerCode: string, token: string): Promise<GameSession | undefined> {
      const before = known.get(token)
      if (before) return before.providerCode === providerCode ? before : undefined
      const row = await db.kysely
        .selectFrom('gateway.game_session')
        .selectAll()
        .where('token_hash', '=', tokenHash(token))
        .executeTakeFirst()
      if (!row) return undefined
      if (known.size >= remembered) known.clear()
      const session = sessionOf(row)
      known.set(token, session)
      return session.providerCode === providerCode ? session : undefined
    },

    /** The player's newest session with the provider, ended or not. */
    async newestOf(providerCode: string, playerId: string): Promise<GameSession | undefined> {
      const row = await db.kysely
        .selectFrom('gateway.game_session')
        .selectAll()
        .where('player_id', '=', playerId)
        .where('provider_code', '=', providerCode)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && sessionOf(row)
    },

    /** Ends all sessions of a provider that is paused: bets are refused from now on, wins and rollbacks still taken. */
    async endProvider(tx: Tx, providerCode: string) {
      await tx
        .updateTable('gateway.game_session')
        .set({ ended_at: clock.now(), launch_hash: null })
        .where('provider_code', '=', providerCode)
        .where('ended_at', 'is', null)
        .execute()
    },

    /** Ends the player's game sessions: bets are refused from now on, wins and rollbacks still taken. */
    async endAll(playerId: string) {
      await db.kysely
        .updateTable('gateway.game_session')
        .set({ ended_at: clock.now(), launch_hash: null })
        .where('player_id', '=', playerId)
        .where('ended_at', 'is', null)
        .execute()
    },
  }
}

function sessionOf(row: {
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
