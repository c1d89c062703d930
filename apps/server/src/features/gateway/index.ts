import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Invariant, Wallet } from '../wallet/index.ts'
import { adapters } from './adapters/index.ts'
import { openAnswers } from './answer-call.ts'
import { openApply } from './apply.ts'
import { openCallLog } from './call-log.ts'
import { openForgetting } from './forget-calls.ts'
import { openLaunch } from './launch-game.ts'
import { openProviderKeys, type FixedKeys } from './provider-keys.ts'
import { playedSince } from './played-since.ts'
import { openRoundHistory } from './round-history.ts'
import { openRoundsFile } from './rounds-file.ts'
import { signFeed } from './sign-feed.ts'
import { openGameSessions } from './sessions.ts'
import { openSilentBets } from './settle-silent-bets.ts'
import { openStaffProviders } from './staff-providers.ts'
import { openRoundSums } from './sum-rounds.ts'

export { openSandboxKeys } from './sandbox-keys.ts'
export type { FixedKeys } from './provider-keys.ts'

export interface GatewayParts {
  platform: Platform
  wallet: Wallet
  catalog: Catalog
  limits: Limits
  secrets: Secrets
  players(playerId: string): Promise<{ name: string; country: string; active: boolean } | undefined>
  audit: Staff['audit']
  fixedKeys: FixedKeys
  /** How many calls travel together; 1 switches grouping off. */
  groupSize?: number
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>

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
    name: 'game_words',
    title: 'Each game transaction is of a known kind, bets alone have a state, and nothing of a round is below zero',
    sql: `select tx_id from game_transaction
          where kind not in ('bet', 'win', 'betwin', 'rollback', 'end') or (kind = 'bet') <> (bet_state is not null)
             or bet_state not in ('open', 'settled', 'rolled_back') or amount_minor < 0 or win_minor < 0
          union all
          select id from game_round where least(stake_minor, payout_minor, returned_minor, open_bets) < 0`,
  },
  {
    name: 'bets_ask',
    title: 'Each wallet keeps until when the player’s bets have to ask more than it',
    sql: `select wallet.player_id from ledger_wallet wallet
          left join player on player.id = wallet.player_id and player.active
          left join (select distinct player_id from player_limit where kind in ('stake', 'loss')) limited on limited.player_id = wallet.player_id
          left join (select player_id, max(coalesce(until_at, 'infinity')) as until_at from play_block group by player_id) block
            on block.player_id = wallet.player_id
          where wallet.bets_ask_until <> case when player.id is null or limited.player_id is not null then 'infinity'
                                              else coalesce(block.until_at, '-infinity') end`,
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
export async function openGateway(parts: GatewayParts) {
  const { platform, wallet, catalog, limits, players, secrets, audit, fixedKeys } = parts
  const sessions = openGameSessions(platform)
  const acts = openApply(platform, wallet, parts.groupSize === undefined ? {} : { most: parts.groupSize })
  const calls = openCallLog(platform)
  const keys = await openProviderKeys(platform, secrets, fixedKeys)
  const history = openRoundHistory(platform)
  const silent = openSilentBets(platform, acts)
  const sums = openRoundSums(platform)
  const forgetting = openForgetting(platform)

  return {
    sessions,
    calls,
    keys,
    adapters,
    answer: openAnswers({ platform, wallet, catalog, sessions, acts, keys, players }),
    launch: openLaunch({ platform, catalog, limits, sessions, keys, players }),
    /** What adapters map to; also what tests and benches drive directly. */
    apply: acts.apply,
    settleSilentBets: silent.settle,
    /** Deletes what the log of calls keeps no longer; a job does it each hour. */
    forgetCalls: forgetting.forget,
    /** Signs what the catalogue asks of a provider's feed. */
    signFeed: (provider: { code: string; adapter: string }, path: string) => signFeed(platform, keys, provider, path),
    staff: openStaffProviders({
      platform,
      catalog,
      sessions,
      keys,
      audit,
      isFixed: (provider) => fixedKeys(provider, 'secret').length > 0,
    }),

    /** A player's rounds, newest first, with the period's totals. */
    history,
    /** What a player staked and won since each instant, and ever. */
    playedSince: (playerId: string, instants: readonly Date[]) => playedSince(platform.db.kysely, playerId, instants),
    /** The same with all that is needed to recompute each round. */
    roundsFile: openRoundsFile(platform, keys, history),
    /** Sums the days of rounds that were played since the last time; a job does it each minute. */
    sumRounds: sums.sum,

    async close() {
      await silent.stop()
      await forgetting.stop()
      await sums.stop()
      await keys.close()
      await acts.idle()
      await calls.close()
    },
  }
}
