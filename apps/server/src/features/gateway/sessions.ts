import type { Currency } from '@dhow/contract/money'
import { bind } from '../../platform/bind.ts'
import type { Platform } from '../../platform/platform.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import {
  endSessionsOfPlayer,
  endSessionsOfProvider,
  launchSession,
  listSessions,
  newestSession,
  sessionOf,
} from './session-rows.ts'

/** Session that a provider's calls are about. */
export interface GameSession {
  id: string
  providerCode: string
  playerId: string
  gameId: string
  currency: Currency
}

const remembered = 20_000

/** Game sessions: a launch token opens one once; its session token is used for all further calls. */
export function openGameSessions(platform: Platform) {
  const { db, clock, random } = platform
  // A session token's player never changes, so it is cached; each bet checks whether bets are still accepted.
  const known = new Map<string, GameSession>()

  /** Session of a token that this provider received. */
  async function find(providerCode: string, token: string): Promise<GameSession | undefined> {
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
  }

  return {
    find,
    ...bind(platform, {
      launch: launchSession,
      newestOf: newestSession,
      list: listSessions,
      endProvider: endSessionsOfProvider,
      endAll: endSessionsOfPlayer,
    }),

    /**
     * Exchanges a launch token for a session token, once; otherwise undefined. Some providers create the session token
     * themselves.
     */
    async authenticate(
      providerCode: string,
      launchToken: string,
      token = newToken(random),
    ): Promise<{ session: GameSession; token: string } | undefined> {
      if ((await find(providerCode, token)) !== undefined) return undefined
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
  }
}
