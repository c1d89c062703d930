import type { Currency } from '@dhow/contract/money'
import { bind } from '../../platform/bind.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Balances, Posted, Posting } from './accounts.ts'
import { debtTexts, lockWallet, touchesDebt, type DebtChange } from './debts.ts'
import { holdCash, releaseHold, settleHold } from './move-holds.ts'
import type { WalletParts } from './parts.ts'
import { close, freeze, openPlayer, unfreeze } from './player-wallet.ts'
import {
  correctAndPublish,
  creditCash,
  refuseHoldAccount,
  payDebt,
  postAndPublish,
  publishBalance,
} from './post-and-publish.ts'
import { postedOrRefused, postGroup, type PostOutcome } from './post.ts'
import { balance, balances, entries, payerReply, statement, trialBalance, type StatementOf } from './read.ts'
import { rollUp } from './rollup.ts'

export type { AccountRef, Balances, Line, PlayerAccount, Posted, Posting } from './accounts.ts'
export type { Credited, DebtChange } from './debts.ts'
export { liveBalance, type Entry } from './read.ts'
export { balancesOf, type PostOutcome } from './post.ts'
export {
  checkInvariants,
  checkNew,
  openBooks,
  type Books,
  type Invariant,
  type InvariantResult,
  type Rows,
} from './check-books.ts'
export { freshPostings, walletInvariants } from './invariants.ts'

/** Largest group of postings, and concurrent groups. */
const groupSize = 100
const groupWidth = 2

export type Wallet = ReturnType<typeof openWallet>

/**
 * The ledger, in integers of minor units. A player's open tabs get a changed balance after its commit, never before.
 *
 * Other features' SQL may call `ledger.post(…)` and `ledger.lock_players(…)` in their own statements, to write their
 * rows and the money in one round trip; they then call `publishBalance` after the commit.
 */
export function openWallet(platform: Platform) {
  const { db, live, log, metrics, faults } = platform
  const parts: WalletParts = { live, debtListeners: [] }
  const queue = openGroupQueue<Posting, PostOutcome>({
    run: (postings) => postGroup(db.kysely, postings),
    most: groupSize,
    width: groupWidth,
    log,
    alone: faults?.isWatched,
    onGroup: (size) => metrics.observe('dhow_group_width', { queue: 'postings' }, size),
  })

  return {
    ...bind(parts, {
      post: postAndPublish,
      correct: correctAndPublish,
      creditCash,
      payDebt,
      hold: holdCash,
      settle: settleHold,
      release: releaseHold,
    }),
    openPlayer,
    freeze,
    unfreeze,
    close,

    /** Locks players' accounts in sorted order until the transaction ends: freezing, suspension and postings wait. */
    lock: lockWallet,

    /** Posts outside any transaction, grouped with other waiting ones. @throws Refusal; the others are not affected */
    async postGrouped(posting: Posting): Promise<Posted> {
      refuseHoldAccount(posting)
      if (touchesDebt(posting)) throw new Error(`the posting ${posting.key} moves a debt, which groups do not record`)
      const posted = postedOrRefused(await queue.submit(posting))
      if (!posted.replayed) publishBalance(parts, posting.playerId, posting.currency, posted.balances)
      return posted
    },

    balance,
    balances,
    debtTexts,
    payerReply,
    entries,
    statement: (of: StatementOf, reader: Db = db.kysely) => statement(reader, of),
    trialBalance,
    rollUp: () => rollUp(db.kysely),

    /** Calls back inside the transaction of every change of a player's debt. */
    onDebt(listen: (tx: Tx, change: DebtChange) => Promise<void>) {
      parts.debtListeners.push(listen)
    },
    /** Publishes a balance changed by another feature's SQL through `ledger.post`; call it after the commit. */
    publishBalance: (playerId: string | undefined, currency: Currency, balances: Balances | undefined) =>
      publishBalance(parts, playerId, currency, balances),

    /** Postings waiting in the group queue. */
    waiting: () => queue.waiting(),
    /** Resolves when all grouped postings have their answers. */
    idle: () => queue.idle(),
  }
}
