import { openGroupQueue } from '../../platform/group-queue.ts'
import type { Db } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { tokenHash } from '../../platform/secrets.ts'

/** A session cached by this process; the bus ends it everywhere. */
export interface CachedSession {
  session: PlayerSession
  cookieHash: Buffer
  active: boolean
  startedAt: number
  seenAt: number
  /** When it was read from the database; after `trustMs` it is read again. */
  readAtMs: number
}

/** A missed bus message is made up for after this long. */
const trustMs = 15_000
const maxSessions = 50_000

/** Players' sessions cached by token; the bus makes every process drop ended ones. */
export function openSessionCache({ db, clock, bus, log, faults }: Platform) {
  const sessions = new Map<string, CachedSession>()
  const tokensByPlayer = new Map<string, Set<string>>()
  let forgotten = 0
  const forgetAll = () => {
    sessions.clear()
    tokensByPlayer.clear()
  }
  bus.subscribe(
    'player-sessions',
    ({ playerId }: { playerId: string }) => {
      forgotten++
      for (const token of tokensByPlayer.get(playerId) ?? []) sessions.delete(token)
      tokensByPlayer.delete(playerId)
    },
    () => {
      forgotten++
      forgetAll()
    },
  )
  const readings = openGroupQueue<string, CachedSession | undefined>({
    run: (tokens) => readSessions(db.kysely, tokens, clock.monotonicMs()),
    most: 100,
    width: 2,
    log,
    alone: faults?.isWatched,
  })

  async function read(token: string): Promise<CachedSession | undefined> {
    const before = forgotten
    const cached = await readings.submit(token)
    // A session that ended while it was read serves at most this call.
    if (!cached || forgotten !== before) return cached
    if (sessions.size >= maxSessions) forgetAll()
    sessions.set(token, cached)
    const { playerId } = cached.session
    const tokens = tokensByPlayer.get(playerId) ?? new Set()
    tokensByPlayer.set(playerId, tokens.add(token))
    return cached
  }

  /** Open session of a token, from the cache or the database; undefined without one. */
  return async (token: string): Promise<CachedSession | undefined> => {
    const known = sessions.get(token)
    return known && clock.monotonicMs() - known.readAtMs < trustMs ? known : read(token)
  }
}

/** Sessions of tokens in one round trip, in the order of the tokens. */
async function readSessions(
  reader: Db,
  tokens: readonly string[],
  readAtMs: number,
): Promise<(CachedSession | undefined)[]> {
  const rows = await reader
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
          market: row.market,
          currency: row.currency,
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
}
