import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { Wallet } from '../wallet/index.ts'
import type { GroupItem, GroupRow } from './apply-group.ts'
import type { Applied, GameTransaction } from './game-transaction.ts'
import type { openWinHolds } from './hold-win.ts'

type Transactions = readonly [GameTransaction, ...GameTransaction[]]

interface TogetherParts {
  platform: Pick<Platform, 'db' | 'clock'>
  wallet: Pick<Wallet, 'balance'>
  holdWin: ReturnType<typeof openWinHolds>
  /** True if a player may not play free rounds now. */
  isBarred(reader: Db, playerId: string): Promise<boolean>
  itemOf(transaction: GameTransaction): GroupItem
  toApplied(transaction: GameTransaction, row: GroupRow): Applied
  /** Tries until the player's wallet is free. @throws Refusal `busy` */
  withRetries(playerId: string, attempt: () => Promise<GroupRow[]>): Promise<GroupRow[]>
}

/**
 * Applies one player's transactions in order, all or none. If one may exceed its provider's ceiling, each win is
 * compared with its round; a bet under a grant is rolled back if the player may not play free rounds, and a round of
 * autoplay is marked.
 */
export function openApplyTogether({
  platform: { db, clock },
  wallet,
  holdWin,
  isBarred,
  itemOf,
  toApplied,
  withRetries,
}: TogetherParts) {
  const itemsOf = (transactions: readonly GameTransaction[]) => {
    const now = clock.now().toISOString()
    return JSON.stringify(transactions.map((transaction) => ({ ...itemOf(transaction), now })))
  }

  const answersOf = (transactions: readonly GameTransaction[], rows: GroupRow[]) =>
    rows.map((row, index) => toApplied(required(transactions[index], 'the call of an answer'), row))

  /**
   * Applies without checking ceilings; the only answer of a refusal is the first. @throws Refusal `busy` as `apply`
   * does
   */
  async function applyUnchecked(transactions: Transactions): Promise<Applied[]> {
    const items = itemsOf(transactions)
    return answersOf(
      transactions,
      await withRetries(transactions[0].session.playerId, () => applyAll(db.kysely, items)),
    )
  }

  /**
   * Refuses a new bet under a grant of a barred player; one decided earlier gets the same answer. @throws Refusal
   * `bet_not_allowed`
   */
  async function refuseBarred(tx: Tx, transactions: Transactions, rows: GroupRow[]) {
    const isFree = rows.some((row, index) => {
      const transaction = transactions[index]
      return row.moved && transaction?.grantId !== undefined && transaction.kind !== 'win'
    })
    if (isFree && (await isBarred(tx, transactions[0].session.playerId))) throw new Refusal('bet_not_allowed')
  }

  /** Holds a win above a ceiling in the same transaction. @throws Refusal `busy` as `apply` does */
  async function applyChecked(transactions: Transactions): Promise<Applied[]> {
    const { playerId } = transactions[0].session
    const items = itemsOf(transactions)
    const attempt = () =>
      db
        .transaction(async (tx) => {
          const rows = await applyAll(tx, items)
          await refuseBarred(tx, transactions, rows)
          await noteAutomatic(tx, transactions, rows)
          const checked: GroupRow[] = []
          for (const [index, row] of rows.entries())
            checked.push(await holdWin(tx, required(transactions[index], 'a call'), row))
          return checked
        })
        .catch((error: unknown) => refusedRow(playerId, error))
    return answersOf(transactions, await withRetries(playerId, attempt))
  }

  async function refusedRow(playerId: string, error: unknown): Promise<GroupRow[]> {
    if (!(error instanceof Refusal) || error.code !== 'bet_not_allowed') throw error
    const balance = (await wallet.balance(db.kysely, playerId))?.cashMinor ?? null
    return [{ place: 0, code: 'bet_not_allowed', posting: null, balance, cash_after: null, moved: false }]
  }

  /** Applies one checked transaction of a batch; `wallet_busy` if the player's wallet stays locked. */
  async function answerChecked(transaction: GameTransaction): Promise<Applied> {
    try {
      return required((await applyChecked([transaction]))[0], 'the answer to a call')
    } catch (error) {
      if (error instanceof Refusal && error.code === 'busy')
        return { code: 'wallet_busy', transaction: undefined, balanceMinor: 0n }
      throw error
    }
  }

  return { applyUnchecked, applyChecked, answerChecked }
}

async function applyAll(db: Db, items: string): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`select * from gateway.apply_all(${items}::jsonb) order by place`.execute(db)
  return rows
}

/** Notes rounds whose bets the game placed by itself. */
async function noteAutomatic(tx: Tx, transactions: Transactions, rows: GroupRow[]) {
  for (const [index, { moved }] of rows.entries()) {
    const { session, roundId, isAutomatic } = required(transactions[index], 'a call')
    if (!moved || !isAutomatic) continue
    await tx
      .updateTable('gateway.game_round')
      .set({ is_automatic: true })
      .where('player_id', '=', session.playerId)
      .where('provider_code', '=', session.providerCode)
      .where('round_id', '=', roundId)
      .execute()
  }
}
