import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { DhowCode } from '@dhow/contract/gateway'
import { systemClock } from '@dhow/platform/clock'
import { openBusyRetries } from '../../platform/busy-retries.ts'
import { isLocked } from '../../platform/db/limits.ts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { Messages } from '../messages/index.ts'
import { balancesOf, type Wallet } from '../wallet/index.ts'
import { openApplyGroup, type GroupItem, type GroupRow } from './apply-group.ts'
import type { Ceilings } from './ceilings.ts'
import { openWinHolds } from './hold-win.ts'
import type { GameSession } from './sessions.ts'

/** Calls to which every adapter maps its protocol. Amounts are integers of minor units. */
export interface GameAct {
  kind: 'bet' | 'win' | 'betwin' | 'rollback' | 'end'
  session: GameSession
  txId: string
  refTxId?: string
  roundId: string
  /** The catalogue's id; a rollback takes the bet's. */
  gameId?: string
  currency: string
  amountMinor: bigint
  winMinor?: bigint
}

export interface Applied {
  code: DhowCode
  /** The wallet's id of what moved. */
  transaction: string | undefined
  /** The player's true balance in minor units. */
  balanceMinor: bigint
}

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
  const { config, db, clock, id, log, faults } = platform
  const holdWin = openWinHolds(platform, { wallet, ceilings, messages })
  const itemOf = (act: GameAct): GroupItem => ({
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
    row: id('rnd'),
  })
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

  /** The answer to an act that went with others; `wallet_busy` where its player's wallet stays locked. */
  async function answerOfMany(act: GameAct, first: GroupRow): Promise<Applied> {
    if (first.code !== 'wallet_busy') return appliedOf(act, first)
    try {
      const [row] = await retries.wait(act.session.playerId, attemptOf(act))
      return appliedOf(act, required(row, 'the answer to a call'))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'busy') return appliedOf(act, first)
      throw error
    }
  }

  /**
   * One player's acts in order, all of them or none; a win past a ceiling is held in the same transaction.
   * @throws Refusal `busy` as `apply` does
   */
  async function applyChecked(acts: readonly [GameAct, ...GameAct[]]): Promise<Applied[]> {
    const now = clock.now().toISOString()
    const items = JSON.stringify(acts.map((act) => ({ ...itemOf(act), now })))
    const attempt = () =>
      db.transaction(async (tx) => {
        const { rows } = await sql<GroupRow>`select * from gateway.apply_all(${items}::jsonb) order by place`.execute(
          tx,
        )
        const checked: GroupRow[] = []
        for (const [index, row] of rows.entries()) checked.push(await holdWin(tx, required(acts[index], 'a call'), row))
        return checked
      })
    const rows = await whenFree(acts[0].session.playerId, () => attempt().catch(undefinedWhereLocked))
    return rows.map((row, index) => appliedOf(required(acts[index], 'the call of an answer'), row))
  }

  /** The same for one act that came with others; `wallet_busy` where its player's wallet stays locked. */
  async function answerChecked(act: GameAct): Promise<Applied> {
    try {
      return required((await applyChecked([act]))[0], 'the answer to a call')
    } catch (error) {
      if (error instanceof Refusal && error.code === 'busy')
        return { code: 'wallet_busy', transaction: undefined, balanceMinor: 0n }
      throw error
    }
  }

  /** @throws Refusal `busy` where the player's wallet stays locked: nothing was decided then */
  async function apply(act: GameAct): Promise<Applied> {
    if (ceilings.mayPass(act)) return required((await applyChecked([act]))[0], 'the answer to a call')
    const [row] = await whenFree(act.session.playerId, attemptOf(act))
    return appliedOf(act, required(row, 'the answer to a call'))
  }

  /** One player's acts in order, all of them or none: then the one answer is the first refusal. @throws Refusal `busy` as `apply` does */
  async function applyTogether(acts: readonly [GameAct, ...GameAct[]]): Promise<Applied[]> {
    if (acts.length === 1) return [await apply(acts[0])]
    if (acts.some(ceilings.mayPass)) return applyChecked(acts)
    const now = clock.now().toISOString()
    const items = JSON.stringify(acts.map((act) => ({ ...itemOf(act), now })))
    const rows = await whenFree(acts[0].session.playerId, async () => {
      const run = sql<GroupRow>`select * from gateway.apply_all(${items}::jsonb) order by place`.execute(db.kysely)
      return run.then(({ rows }) => rows, undefinedWhereLocked)
    })
    return rows.map((row, index) => appliedOf(required(acts[index], 'the call of an answer'), row))
  }

  return {
    apply,
    applyTogether,

    /** Several acts that came together, each with its own answer, in one group where it holds them; those that may pass a ceiling go alone. */
    async applyEach(acts: GameAct[]): Promise<Applied[]> {
      const plain = acts.filter((act) => !ceilings.mayPass(act))
      const rows = plain.length === 0 ? [] : await queue.submitAll(plain.map(itemOf))
      const answers = new Map<GameAct, Applied>()
      await Promise.all(
        plain.map(async (act, index) =>
          answers.set(act, await answerOfMany(act, required(rows[index], 'the answer to a call'))),
        ),
      )
      for (const act of acts) if (!answers.has(act)) answers.set(act, await answerChecked(act))
      return acts.map((act) => required(answers.get(act), 'the answer to a call'))
    },
    idle: () => queue.idle(),
  }
}

function undefinedWhereLocked(error: unknown): undefined {
  if (!isLocked(error)) throw error
}

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
