import type { Currency } from '@dhow/contract/money'
import { sql } from 'kysely'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { Balances, Posted, Posting } from './accounts.ts'
import {
  debtPayment,
  lockWallet,
  postCorrection,
  recordDebt,
  setFrozen,
  touchesDebt,
  type Credited,
  type DebtChange,
  type DebtPayment,
} from './debts.ts'
import { hold, release, settle, type NewHold } from './holds.ts'
import { post, postedOrRefused, postGroup, type PostOutcome } from './post.ts'
import { balance, balances, entries, liveBalance, statement, trialBalance, type StatementOf } from './read.ts'
import { rollUp } from './rollup.ts'

export type { AccountRef, Balances, Line, PlayerAccount, Posted, Posting } from './accounts.ts'
export { debtTexts, type Credited, type DebtChange } from './debts.ts'
export { liveBalance, payerReply, type Entry } from './read.ts'
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

/** How many postings travel together at most, and how many groups at a time. */
const groupSize = 100
const groupWidth = 2

export type Wallet = ReturnType<typeof openWallet>

/**
 * The ledger, in integers of minor units. A player's open tabs get a change of the balance after the commit that made it, never before.
 *
 * Other features' SQL may call `ledger.post(…)` and `ledger.lock_players(…)` inside their own statements, to keep their rows and
 * the money in one round trip; they then call `publishBalance` after the commit.
 */
export function openWallet(platform: Platform) {
  const { db, live, log, faults } = platform
  const debtListeners: ((tx: Tx, change: DebtChange) => Promise<void>)[] = []
  const publishBalance = (playerId: string | undefined, currency: Currency, balances: Balances | undefined) => {
    if (playerId === undefined || balances === undefined) return
    live.publish(playerId, { type: 'balance', ...liveBalance(balances), currency })
  }
  const publishAfterCommit = (tx: Tx, playerId: string | undefined, currency: Currency, posted: Posted): Posted => {
    if (!posted.replayed) afterCommit(tx, () => publishBalance(playerId, currency, posted.balances))
    return posted
  }
  const write = async (tx: Tx, posting: Posting, how: (tx: Tx, posting: Posting) => Promise<Posted>) => {
    keepOffHolds(posting)
    const posted = await how(tx, posting)
    if (touchesDebt(posting) && !posted.replayed) {
      const change = await recordDebt(tx, posting)
      for (const listen of debtListeners) await listen(tx, change)
    }
    return publishAfterCommit(tx, posting.playerId, posting.currency, posted)
  }
  const payDebt = async (tx: Tx, payment: DebtPayment): Promise<bigint> => {
    const posting = await debtPayment(tx, payment)
    if (posting === undefined) return 0n
    await write(tx, posting, postCorrection)
    return required(posting.lines[0], 'the line of a payment').amountMinor
  }
  const publishHoldAfterCommit = async (tx: Tx, key: string, posted: Posted) => {
    const held = await tx
      .selectFrom('ledger.hold')
      .select(['player_id', 'currency'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return publishAfterCommit(tx, held.player_id, held.currency, posted)
  }
  const queue = openGroupQueue<Posting, PostOutcome>({
    run: (postings) => postGroup(db.kysely, postings),
    most: groupSize,
    width: groupWidth,
    log,
    alone: faults?.isWatched,
  })

  return {
    /** Opens a player's accounts: cash, bonus, hold and in play. */
    async openPlayer(tx: Tx, { playerId, currency, at }: { playerId: string; currency: Currency; at: Date }) {
      await sql`select ledger.open_wallet(${playerId}, ${currency}, ${at})`.execute(tx)
    },

    /** Posts in the caller's transaction. @throws Refusal with the ledger's reason, which undoes the transaction */
    post: (tx: Tx, posting: Posting): Promise<Posted> => write(tx, posting, post),

    /**
     * Posts a correction of the house, which a frozen wallet lets through: a reversal, a debt that is paid.
     * @throws Refusal as `post` does, without `account_frozen`
     */
    correct: (tx: Tx, posting: Posting): Promise<Posted> => write(tx, posting, postCorrection),

    /**
     * Posts money that comes to a player's cash from outside, and pays what the player owes with it, in one transaction: the credit under its own key,
     * the payment under `<key>:debt`. Answers the credit and what of it paid the debt, in minor units.
     * @throws Refusal as `post` does
     */
    async creditCash(tx: Tx, posting: Posting & { playerId: string }): Promise<Credited> {
      const posted = await write(tx, posting, post)
      if (posted.replayed) return { posted, debtPaidMinor: 0n, debtLeftMinor: 0n }
      const { playerId, currency, happenedAt, lines } = posting
      const atMostMinor = lines.reduce(
        (sum, { credit, amountMinor }) => ('player' in credit && credit.player === 'cash' ? sum + amountMinor : sum),
        0n,
      )
      const debtPaidMinor = await payDebt(tx, {
        key: `${posting.key}:debt`,
        playerId,
        currency,
        happenedAt,
        atMostMinor,
      })
      const debtLeftMinor =
        debtPaidMinor === 0n ? 0n : required(await balance(tx, playerId), 'a credited player’s wallet').debtMinor
      return { posted, debtPaidMinor, debtLeftMinor }
    },

    /** Pays a debt from the player's cash as far as it goes; answers how much, in minor units. A frozen wallet pays too. */
    payDebt,

    /** Locks players' accounts in one order until the transaction ends: freezing, suspending and each posting of theirs wait. */
    lock: lockWallet,

    /** Posts outside any transaction, together with whatever else is waiting. @throws Refusal; the others are not disturbed */
    async postGrouped(posting: Posting): Promise<Posted> {
      keepOffHolds(posting)
      if (touchesDebt(posting)) throw new Error(`the posting ${posting.key} moves a debt, which groups do not record`)
      const posted = postedOrRefused(await queue.submit(posting))
      if (!posted.replayed) publishBalance(posting.playerId, posting.currency, posted.balances)
      return posted
    },

    /** Moves cash into a hold that only its own end can move. @throws Refusal `insufficient_funds` and the ledger's others */
    async hold(tx: Tx, newHold: NewHold): Promise<Posted> {
      return publishAfterCommit(tx, newHold.playerId, newHold.currency, await hold(tx, newHold))
    },

    /** Ends a hold by lines that take exactly what it held. @throws Refusal `hold_missing`, `hold_ended` */
    async settle(tx: Tx, end: Parameters<typeof settle>[1]): Promise<Posted> {
      return publishHoldAfterCommit(tx, end.holdKey, await settle(tx, end))
    },

    /** Gives a hold back to the player's cash. @throws Refusal `hold_missing`, `hold_ended` */
    async release(tx: Tx, end: Parameters<typeof release>[1]): Promise<Posted> {
      return publishHoldAfterCommit(tx, end.holdKey, await release(tx, end))
    },

    /** Money of the player stays where it is until `unfreeze`; what comes in and what is in play runs its course. */
    async freeze(tx: Tx, playerId: string, at: Date) {
      if (!(await setFrozen(tx, playerId, at))) throw new Refusal('account_missing')
    },

    async unfreeze(tx: Tx, playerId: string) {
      if (!(await setFrozen(tx, playerId, null))) throw new Refusal('account_missing')
    },

    /** Closes a player's accounts for good. @throws Refusal `account_not_empty` while anything stands on them */
    async close(tx: Tx, playerId: string, at: Date) {
      const { rows } = await sql<{ outcome: 'ok' | 'account_missing' | 'account_not_empty' }>`
        select ledger.close_wallet(${playerId}, ${at}) as outcome`.execute(tx)
      const { outcome } = required(rows[0], 'the outcome of closing')
      if (outcome !== 'ok') throw new Refusal(outcome)
    },

    balance,
    balances,
    entries,
    statement: (of: StatementOf, reader: Db = db.kysely) => statement(reader, of),
    trialBalance,
    rollUp: () => rollUp(db.kysely),

    /** Calls back inside the transaction of every change of what a player owes. */
    onDebt(listen: (tx: Tx, change: DebtChange) => Promise<void>) {
      debtListeners.push(listen)
    },
    /** Sends the player a change that another feature's SQL made through `ledger.post`; call it after the commit. */
    publishBalance,

    /** How many postings wait in the group queue. */
    waiting: () => queue.waiting(),
    /** Resolves when every grouped posting has its answer. */
    idle: () => queue.idle(),
  }
}

/** The hold account equals the sum of the open holds, so a direct posting to it is a bug. */
function keepOffHolds({ key, lines }: Posting) {
  const touches = lines.some((line) =>
    [line.debit, line.credit].some((ref) => 'player' in ref && ref.player === 'hold'),
  )
  if (touches) throw new Error(`the posting ${key} names the hold account, which only holds move`)
}
