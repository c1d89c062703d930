import type { DhowRules } from '@dhow/contract/gateway'
import type { Currency } from '@dhow/contract/money'
import { bind } from '../../platform/bind.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Commitment } from '../receipts/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { adapters } from './adapters/index.ts'
import { openProviderCalls } from './answer-call.ts'
import { openApply } from './apply.ts'
import { openCallLog } from './call-log.ts'
import { openCeilings } from './ceilings.ts'
import { startCallLogRetention } from './call-log-retention.ts'
import { openHeldWins } from './held-wins.ts'
import { findRounds } from './find-rounds.ts'
import { keysOfRounds } from './keys-of-rounds.ts'
import { openLaunch, openPost } from './launch-game.ts'
import { openProviderFreeRounds } from './provider-free-rounds.ts'
import { openProviderKeys, type FixedKeys } from './provider-keys.ts'
import { playedSince } from './played-since.ts'
import { openRoundHistory, readRound } from './round-history.ts'
import { openRoundsFile } from './rounds-file.ts'
import type { FreeRoundGrant } from './free-rounds.ts'
import { signFeed } from './sign-feed.ts'
import { openGameSessions } from './sessions.ts'
import { openExpiredBets } from './settle-expired-bets.ts'
import { openStaffProviders } from './staff-providers.ts'

export { openSandboxKeys } from './sandbox-keys.ts'
export type { FixedKeys } from './provider-keys.ts'

export interface GatewayParts {
  platform: Platform
  wallet: Wallet
  approvals: Approvals
  messages: Messages
  catalog: Catalog
  limits: Limits
  secrets: Secrets
  players(playerId: string): Promise<{ name: string; country: string } | undefined>
  audit: Staff['audit']
  /** Adds providers' commitments to the public log. */
  commit(commitments: Commitment[]): Promise<number[]>
  /** Current rules for games in the market of a currency. */
  rulesOf(currency: Currency): DhowRules
  fixedKeys: FixedKeys
  /** True if a player may not play free rounds now. */
  isBarred(reader: Db, playerId: string): Promise<boolean>
  /** Notifies a player of free rounds that their provider has created. */
  notifyFreeRounds(tx: Tx, grant: FreeRoundGrant): Promise<void>
  /** Size of call groups; 1 disables grouping. */
  groupSize?: number
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>

export { gatewayInvariants } from './invariants.ts'
export {
  expireFreeRounds,
  freeRoundState,
  freeStakeLimits,
  grantFreeRounds,
  hasFreeRounds,
  supportsFreeRounds,
  listFreeRounds,
  openFreeStakes,
  stopFreeRounds,
  stopFreeRoundsOf,
  sumCampaignFreeRounds,
  takeEndingFreeRounds,
  type FreeRoundGrant,
  type NewFreeRounds,
} from './free-rounds.ts'
export { playedByDay, playedSince } from './played-since.ts'

/**
 * Game sessions and the seamless wallet: the only way for a provider, including our own studio, to move a player's
 * money.
 */
export async function openGateway(parts: GatewayParts) {
  const { platform, wallet, approvals, messages, catalog, limits, players, secrets, audit, fixedKeys, rulesOf } = parts
  const sessions = openGameSessions(platform)
  const ceilings = await openCeilings(platform)
  const transactions = openApply(
    platform,
    { wallet, ceilings, messages, isBarred: parts.isBarred },
    parts.groupSize === undefined ? {} : { most: parts.groupSize },
  )
  const heldWins = openHeldWins({ platform, wallet, audit, approvals, messages })
  const calls = openCallLog(platform)
  const keys = await openProviderKeys(platform, secrets, fixedKeys)
  const history = openRoundHistory(platform)
  const silent = openExpiredBets(platform, transactions)
  const forgetting = startCallLogRetention(platform)
  const freeRounds = openProviderFreeRounds({ ...parts, keys, post: openPost(platform) })
  const staff = openStaffProviders({
    platform,
    catalog,
    sessions,
    keys,
    audit,
    approvals,
    ceilings,
    heldWins,
    isFixed: (provider) => fixedKeys(provider, 'secret').length > 0,
  })

  return {
    sessions,
    calls,
    keys,
    adapters,
    serveProviderCalls: openProviderCalls({
      platform,
      wallet,
      catalog,
      sessions,
      transactions,
      calls,
      keys,
      ...{ players, commit: parts.commit, rulesOf },
    }),
    launch: openLaunch({ platform, catalog, limits, sessions, keys, players }),
    /** Number of bets that wait for their group. */
    waiting: transactions.waiting,
    /** Wallet calls for adapters, also used by tests and benches. */
    apply: transactions.apply,
    settleSilentBets: silent.settle,
    /** Deletes expired entries of the call log; a job runs it each hour. */
    forgetCalls: forgetting.forget,
    /** Signs the catalogue's requests to a provider's feed. */
    signFeed: (provider: { code: string; adapter: string }, path: string) => signFeed(platform, keys, provider, path),
    heldWins,
    /** Creates and ends free rounds at providers; a job runs it. */
    runFreeRounds: freeRounds.runDue,
    ceilings,
    staff,
    /** Problems of providers, for alarms. */
    problems: staff.problems,

    /** A player's rounds, newest first, with the period's totals. */
    history,
    /**
     * A round by its provider's id, or Refusal `not_found`; a player's stakes and wins since each instant and in all;
     * posting keys of a player's rounds by their ids; rounds by a provider's id.
     */
    ...bind(platform.db.kysely, { findRounds, round: readRound, playedSince, keysOfRounds }),
    /** The history with everything to recompute each round. */
    roundsFile: openRoundsFile(platform, keys, history),

    async close() {
      for (const { stop } of [silent, freeRounds, forgetting]) await stop()
      await keys.close()
      await transactions.idle()
      await ceilings.close()
      await calls.close()
    },
  }
}
