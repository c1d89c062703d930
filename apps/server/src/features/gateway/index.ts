import type { GameRound } from '@dhow/contract/catalog'
import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import type { PlayerSession } from '../../platform/http/call.ts'
import { pageOf, period } from '../../platform/pages.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Invariant, Wallet } from '../wallet/index.ts'
import { houseAdapter } from './adapters/house.ts'
import { openApply } from './apply.ts'
import { openCallLog } from './call-log.ts'
import { openGameSessions } from './sessions.ts'

export interface GatewayDoorParts {
  platform: Platform
  wallet: Wallet
  catalog: Catalog
  limits: Limits
  players(playerId: string): Promise<{ name: string; country: string; active: boolean } | undefined>
  /** The keys that are good for a provider now: one, or two while they are changed. */
  keyOf(provider: string): readonly string[]
  /** How many calls travel together; 1 switches grouping off. */
  groupSize?: number
}

export interface GatewayParts extends GatewayDoorParts {
  sessions: ReturnType<typeof openGameSessions>
  acts: ReturnType<typeof openApply>
}

export type Gateway = ReturnType<typeof openGateway>

export const gatewayInvariants: Invariant[] = [
  {
    name: 'in_play',
    title: 'Each player’s money in play equals their open bets',
    sql: `select wallet.player_id from ledger_wallet wallet
          left join (select player_id, sum(amount_minor) as open from game_transaction where bet_state = 'open' group by player_id) bets
            on bets.player_id = wallet.player_id
          where wallet.in_play_minor <> coalesce(bets.open, 0)`,
  },
  {
    name: 'rounds',
    title: 'Each round’s stake, payout and open bets equal its transactions, and no ended round has an open bet',
    sql: `select round.id from game_round round
          left join (
            select provider_code, round_id, player_id,
              sum(case when kind in ('bet', 'betwin') then amount_minor else 0 end) as stake,
              sum(case when kind = 'win' then amount_minor else win_minor end) filter (where kind in ('win', 'betwin')) as payout,
              sum(case when bet_state = 'rolled_back' then amount_minor else 0 end) as returned,
              count(*) filter (where bet_state = 'open') as open_bets
            from game_transaction group by provider_code, round_id, player_id
          ) sums on sums.provider_code = round.provider_code and sums.round_id = round.round_id and sums.player_id = round.player_id
          where round.stake_minor <> coalesce(sums.stake, 0) or round.payout_minor <> coalesce(sums.payout, 0)
             or round.returned_minor <> coalesce(sums.returned, 0) or round.open_bets <> coalesce(sums.open_bets, 0)
             or (round.ended and round.open_bets > 0)`,
  },
  {
    name: 'game_postings',
    title: 'Each game transaction that moved money has its posting, and each game posting its transaction',
    sql: `select coalesce(posting.key, transaction.tx_id) from (select * from game_transaction where posting_id is not null) transaction
          full join (select * from ledger_posting where reason like 'game-%') posting on posting.id = transaction.posting_id
          where posting.id is null or transaction.tx_id is null or posting.player_id <> transaction.player_id`,
  },
]

/** Game sessions and the seamless wallet: the only way by which a provider, our own studio included, moves a player's money. */
export function openGateway(parts: GatewayDoorParts) {
  const { platform, wallet, catalog, limits, players } = parts
  const { db, config } = platform
  const sessions = openGameSessions(platform)
  const acts = openApply(platform, wallet, parts.groupSize === undefined ? {} : { most: parts.groupSize })
  const calls = openCallLog(platform)

  return {
    sessions,
    calls,
    house: houseAdapter({ ...parts, sessions, acts }),
    /** What adapters map to; also what tests and benches drive directly. */
    apply: acts.apply,

    /**
     * The address for a game's frame. A demo needs no player.
     * @throws Refusal `not_found`, `game_unavailable`, `session_invalid`, `play_blocked`
     */
    async launch(
      slug: string,
      session: PlayerSession | undefined,
      options: { demo?: boolean | undefined; theme?: string | undefined; language?: string | undefined },
    ) {
      const found = await catalog.find(slug)
      if (!found) throw new Refusal('not_found')
      const { game, provider } = found
      if (!game.enabled || !provider.enabled) throw new Refusal('game_unavailable')
      const url = new URL(`${provider.launch_url}/${game.slug}`)
      url.searchParams.set('lang', options.language ?? 'en')
      url.searchParams.set('theme', options.theme ?? 'dark')
      url.searchParams.set('lobby', config.origins.portal)
      url.searchParams.set('deposit', `${config.origins.portal}/payment-method`)
      if (options.demo) {
        if (!game.demo) throw new Refusal('game_unavailable')
        url.searchParams.set('demo', '1')
        return { url: url.href, origin: url.origin, session_id: null }
      }
      if (!session) throw new Refusal('session_invalid')
      if (!game.markets.includes(session.market)) throw new Refusal('game_unavailable')
      const player = await players(session.playerId)
      if (!player?.active || (await limits.isBlocked(session.playerId))) throw new Refusal('play_blocked')
      const { sessionId, token } = await sessions.launch(session, game, provider)
      url.searchParams.set('token', token)
      url.searchParams.set('currency', session.currency)
      return { url: url.href, origin: url.origin, session_id: sessionId }
    },

    /** A player's rounds, newest first, with the period's totals. */
    async history(session: PlayerSession, query: HistoryQuery & { since?: string | undefined }) {
      const limit = query.limit ?? 20
      const { from, until } = period(query)
      let filtered = db.kysely.selectFrom('game_round as round').where('round.player_id', '=', session.playerId)
      if (query.state === 'open') filtered = filtered.where('round.open_bets', '>', 0)
      if (query.state === 'settled')
        filtered = filtered.where('round.open_bets', '=', 0).whereRef('round.returned_minor', '<', 'round.stake_minor')
      if (query.state === 'rolled_back')
        filtered = filtered.where('round.open_bets', '=', 0).whereRef('round.returned_minor', '=', 'round.stake_minor')
      if (from) filtered = filtered.where('round.started_at', '>=', from)
      if (until) filtered = filtered.where('round.started_at', '<', until)
      if (query.since) filtered = filtered.where('round.started_at', '>=', new Date(query.since))
      const sums = await filtered
        .select((eb) => [
          eb.fn.sum<string | null>('round.stake_minor').as('stake'),
          eb.fn.sum<string | null>('round.returned_minor').as('returned'),
          eb.fn.sum<string | null>('round.payout_minor').as('payout'),
        ])
        .executeTakeFirstOrThrow()
      let paged = filtered
        .innerJoin('game', 'game.id', 'round.game_id')
        .innerJoin('game_provider as provider', 'provider.code', 'round.provider_code')
        .selectAll('round')
        .select(['game.name as game_name', 'game.slug', 'provider.proof_url'])
        .orderBy('round.id', 'desc')
        .limit(limit + 1)
      if (query.cursor !== undefined) paged = paged.where('round.id', '<', query.cursor)
      const { rows, nextCursor } = pageOf(await paged.execute(), limit)
      const stakeMinor = BigInt(sums.stake ?? '0') - BigInt(sums.returned ?? '0')
      const payoutMinor = BigInt(sums.payout ?? '0')
      const data: GameRound[] = rows.map((row) => {
        const keptMinor = row.stake_minor - row.returned_minor
        return {
          id: row.id,
          game: row.game_name,
          slug: row.slug,
          provider: row.provider_code,
          round_id: row.round_id,
          stake: formatDecimal(row.stake_minor),
          payout: formatDecimal(row.payout_minor),
          net: formatDecimal(row.payout_minor - keptMinor),
          currency: row.currency,
          state:
            row.open_bets > 0
              ? 'open'
              : row.returned_minor === row.stake_minor && row.stake_minor > 0n
                ? 'rolled_back'
                : 'settled',
          balance_after: row.balance_minor === null ? null : formatDecimal(row.balance_minor),
          started_at: row.started_at.toISOString(),
          ended_at: row.ended_at?.toISOString() ?? null,
          proof_url:
            row.proof_url?.replace('{game}', row.slug).replace('{round}', encodeURIComponent(row.round_id)) ?? null,
        }
      })
      return {
        data,
        next_cursor: nextCursor,
        totals: {
          in: formatDecimal(payoutMinor),
          out: formatDecimal(stakeMinor),
          net: formatDecimal(payoutMinor - stakeMinor),
        },
      }
    },

    async close() {
      await acts.idle()
      await calls.close()
    },
  }
}
