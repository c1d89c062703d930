import { hash } from 'node:crypto'
import { systemClock } from '@dhow/platform/clock'
import { openBusyRetries } from '../../platform/busy-retries.ts'
import type { Db } from '../../platform/db/index.ts'
import { isLocked } from '../../platform/db/limits.ts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import { required } from '../../platform/required.ts'
import type { Messages } from '../messages/index.ts'
import { balancesOf, type Wallet } from '../wallet/index.ts'
import { openApplyEach } from './apply-each.ts'
import { openApplyGroup, type GroupItem, type GroupRow } from './apply-group.ts'
import { openApplyTogether } from './apply-together.ts'
import type { Ceilings } from './ceilings.ts'
import type { Applied, GameTransaction } from './game-transaction.ts'
import { openWinHolds } from './hold-win.ts'

const groupSize = 100
const groupWidth = 2
/** Without grouping, several calls for each database connection, so that none of them is idle. */
const singleWidth = 64
/** Calls about one locked player that may wait; further ones are refused at once. */
const waitingOfPlayer = 100

interface ApplyParts {
  wallet: Wallet
  ceilings: Ceilings
  messages: Messages
  /** True if a player may not play free rounds now. */
  isBarred(reader: Db, playerId: string): Promise<boolean>
}

/** Applies providers' calls: many players' calls share a round trip and a commit, each with its own answer. */
export function openApply(
  platform: Platform,
  { wallet, ceilings, messages, isBarred }: ApplyParts,
  options: { most?: number } = {},
) {
  const { config, id, log, metrics, faults } = platform
  const itemOf = (transaction: GameTransaction): GroupItem => groupItemOf(transaction, id('rnd'))
  const queue = openGroupQueue<GroupItem, GroupRow>({
    run: openApplyGroup(platform),
    most: options.most ?? groupSize,
    width: options.most === 1 ? singleWidth : groupWidth,
    log,
    alone: faults?.isWatched,
    onGroup: (size) => metrics.observe('dhow_group_width', { queue: 'bets' }, size),
  })

  const retries = openBusyRetries<GroupRow[]>({
    // Waits for database locks use the machine's time.
    clock: systemClock(),
    waitMs: config.databaseLimits.lockWaitMs,
    mostOfKey: waitingOfPlayer,
  })

  const toApplied = (transaction: GameTransaction, row: GroupRow): Applied => {
    if (row.moved) {
      ceilings.count(transaction, row.held_minor)
      wallet.publishBalance(transaction.session.playerId, transaction.session.currency, balancesOf(row.cash_after))
    }
    return {
      code: row.code,
      transaction: row.posting === null ? undefined : `tr_${row.posting}`,
      balanceMinor: BigInt(row.balance ?? 0n),
    }
  }

  /** Tries at once, and again while the player's wallet is locked. @throws Refusal `busy` */
  async function withRetries(playerId: string, attempt: () => Promise<GroupRow[] | undefined>): Promise<GroupRow[]> {
    const rows = retries.isWaiting(playerId) ? undefined : await attempt()
    return rows ?? retries.wait(playerId, attempt)
  }

  const attemptOf = (transaction: GameTransaction) => async () => {
    const row = await queue.submit(itemOf(transaction))
    return row.code === 'wallet_busy' ? undefined : [row]
  }

  const { applyUnchecked, applyChecked, answerChecked } = openApplyTogether({
    platform,
    wallet,
    holdWin: openWinHolds(platform, { wallet, ceilings, messages }),
    isBarred,
    itemOf,
    toApplied,
    withRetries: (playerId, attempt) => withRetries(playerId, () => attempt().catch(undefinedIfLocked)),
  })

  /** True if more is done about a call in its transaction: it may pass a ceiling, is a bet under a grant, or one that the game placed by itself. */
  const isChecked = (transaction: GameTransaction) => isMarked(transaction) || ceilings.mayPass(transaction)

  /** @throws Refusal `busy` if the player's wallet stays locked: then nothing was decided */
  async function apply(transaction: GameTransaction): Promise<Applied> {
    if (isChecked(transaction)) return required((await applyChecked([transaction]))[0], 'the answer to a call')
    const [row] = await withRetries(transaction.session.playerId, attemptOf(transaction))
    return toApplied(transaction, required(row, 'the answer to a call'))
  }

  /** Applies one player's transactions in order: all, or none with the first refusal. @throws Refusal `busy` */
  function applyTogether(transactions: readonly [GameTransaction, ...GameTransaction[]]): Promise<Applied[]> {
    if (transactions.length === 1) return apply(transactions[0]).then((one) => [one])
    return transactions.some(isChecked) ? applyChecked(transactions) : applyUnchecked(transactions)
  }

  return {
    apply,
    applyTogether,
    applyEach: openApplyEach({ ceilings, queue, retries, itemOf, toApplied, attemptOf, answerChecked }),
    waiting: () => queue.waiting(),
    idle: () => queue.idle(),
  }
}

const isMarked = ({ grantId, isAutomatic }: GameTransaction) => grantId !== undefined || isAutomatic === true

function undefinedIfLocked(error: unknown): undefined {
  if (!isLocked(error)) throw error
}

/** Converts a call to the form of the SQL function. @param row id of the new transaction row */
const groupItemOf = (transaction: GameTransaction, row: string): GroupItem => ({
  kind: transaction.kind,
  provider: transaction.session.providerCode,
  tx: transaction.txId,
  ref: transaction.refTxId ?? null,
  player: transaction.session.playerId,
  session: transaction.session.id,
  round: transaction.roundId,
  game: transaction.gameId ?? null,
  currency: transaction.currency,
  amount: transaction.amountMinor.toString(),
  win: (transaction.winMinor ?? 0n).toString(),
  hash: hashOf(transaction),
  row,
  ...(transaction.grantId === undefined ? {} : { grant: transaction.grantId }),
})

function hashOf(transaction: GameTransaction): string {
  const content = [
    transaction.kind,
    transaction.session.playerId,
    transaction.refTxId ?? null,
    transaction.roundId,
    transaction.currency,
    transaction.amountMinor.toString(),
    (transaction.winMinor ?? 0n).toString(),
    ...(transaction.grantId === undefined ? [] : [transaction.grantId]),
  ]
  return hash('sha256', JSON.stringify(content))
}
