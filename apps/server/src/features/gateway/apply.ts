import { hash } from 'node:crypto'
import { systemClock } from '@dhow/platform/clock'
import { openBusyRetries } from '../../platform/busy-retries.ts'
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
import type { Applied, GameAct } from './game-act.ts'
import { openWinHolds } from './hold-win.ts'

const groupSize = 100
const groupWidth = 2
/** Without grouping, some calls for each of the database's connections, so that none of these waits for the next call. */
const singleWidth = 64
/** Calls about one locked player that wait at most; a call more is answered at once. */
const waitingOfPlayer = 100

/** Does what providers ask: many players' calls share a round trip and a commit, each with its own answer. */
export function openApply(
  platform: Platform,
  { wallet, ceilings, messages }: { wallet: Wallet; ceilings: Ceilings; messages: Messages },
  options: { most?: number } = {},
) {
  const { config, id, log, faults } = platform
  const itemOf = (act: GameAct): GroupItem => groupItemOf(act, id('rnd'))
  const queue = openGroupQueue<GroupItem, GroupRow>({
    run: openApplyGroup(platform),
    most: options.most ?? groupSize,
    width: options.most === 1 ? singleWidth : groupWidth,
    log,
    alone: faults?.isWatched,
  })

  const retries = openBusyRetries<GroupRow[]>({
    // Locks of the database pass in the machine's time.
    clock: systemClock(),
    waitMs: config.databaseLimits.lockWaitMs,
    mostOfKey: waitingOfPlayer,
  })

  const appliedOf = (act: GameAct, row: GroupRow): Applied => {
    if (row.moved) {
      ceilings.count(act, row.held_minor)
      wallet.publishBalance(act.session.playerId, act.session.currency, balancesOf(row.cash_after))
    }
    return {
      code: row.code,
      transaction: row.posting === null ? undefined : `tr_${row.posting}`,
      balanceMinor: BigInt(row.balance ?? 0n),
    }
  }

  /** Tries at once, and again as long as the player's wallet is locked. @throws Refusal `busy` */
  async function whenFree(playerId: string, attempt: () => Promise<GroupRow[] | undefined>): Promise<GroupRow[]> {
    const rows = retries.isWaiting(playerId) ? undefined : await attempt()
    return rows ?? retries.wait(playerId, attempt)
  }

  const attemptOf = (act: GameAct) => async () => {
    const row = await queue.submit(itemOf(act))
    return row.code === 'wallet_busy' ? undefined : [row]
  }

  const { applyUnchecked, applyChecked, answerChecked } = openApplyTogether({
    platform,
    holdWin: openWinHolds(platform, { wallet, ceilings, messages }),
    itemOf,
    appliedOf,
    whenFree: (playerId, attempt) => whenFree(playerId, () => attempt().catch(undefinedWhereLocked)),
  })

  /** @throws Refusal `busy` where the player's wallet stays locked: nothing was decided then */
  async function apply(act: GameAct): Promise<Applied> {
    if (ceilings.mayPass(act)) return required((await applyChecked([act]))[0], 'the answer to a call')
    const [row] = await whenFree(act.session.playerId, attemptOf(act))
    return appliedOf(act, required(row, 'the answer to a call'))
  }

  /** One player's acts in order, all of them or none: then the one answer is the first refusal. @throws Refusal `busy` as `apply` does */
  function applyTogether(acts: readonly [GameAct, ...GameAct[]]): Promise<Applied[]> {
    if (acts.length === 1) return apply(acts[0]).then((one) => [one])
    return acts.some(ceilings.mayPass) ? applyChecked(acts) : applyUnchecked(acts)
  }

  return {
    apply,
    applyTogether,
    applyEach: openApplyEach({ ceilings, queue, retries, itemOf, appliedOf, attemptOf, answerChecked }),
    idle: () => queue.idle(),
  }
}

function undefinedWhereLocked(error: unknown): undefined {
  if (!isLocked(error)) throw error
}

/** The call as the database takes it. @param row id of a transaction's row */
const groupItemOf = (act: GameAct, row: string): GroupItem => ({
  kind: act.kind,
  provider: act.session.providerCode,
  tx: act.txId,
  ref: act.refTxId ?? null,
  player: act.session.playerId,
  session: act.session.id,
  round: act.roundId,
  game: act.gameId ?? null,
  currency: act.currency,
  amount: act.amountMinor.toString(),
  win: (act.winMinor ?? 0n).toString(),
  hash: hashOf(act),
  row,
})

function hashOf(act: GameAct): string {
  const content = [
    act.kind,
    act.session.playerId,
    act.refTxId ?? null,
    act.roundId,
    act.currency,
    act.amountMinor.toString(),
    (act.winMinor ?? 0n).toString(),
  ]
  return hash('sha256', JSON.stringify(content))
}
