import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import { sql } from 'kysely'
import { type Currency, formatDecimal } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { AccountRef, Posted, Posting } from './accounts.ts'
import { post } from './post.ts'
import { balance } from './read.ts'
import { required } from '../../platform/required.ts'

const isDebt = (ref: AccountRef) => 'house' in ref && ref.house === 'player_debt'

/** Whether a posting changes a player's debt. */
export const touchesDebt = ({ lines }: Posting): boolean =>
  lines.some((line) => isDebt(line.debit) || isDebt(line.credit))

/** A change of a player's debt, in minor units. */
export interface DebtChange {
  /** Key of the posting. */
  key: string
  reason: string
  playerId: string
  currency: Currency
  /** Positive: additional debt. */
  changeMinor: bigint
  /** The debt after it. */
  debtMinor: bigint
}

/**
 * Keeps `ledger.debt` equal to the postings on `player_debt`. Call it once for each written posting, in its
 * transaction.
 */
export async function recordDebt(tx: Tx, { key, reason, playerId, currency, lines }: Posting): Promise<DebtChange> {
  const refs = lines.flatMap((line) => [line.debit, line.credit]).filter(isDebt)
  if (playerId === undefined || refs.some((ref) => !('house' in ref) || ref.ref !== playerId))
    throw new Error(`the posting ${key} names the debt of another player`)
  const changeMinor = lines.reduce(
    (sum, line) => sum + (isDebt(line.debit) ? line.amountMinor : 0n) - (isDebt(line.credit) ? line.amountMinor : 0n),
    0n,
  )
  const { rows } = await sql<{ debtMinor: bigint }>`
    select ledger.change_debt(${playerId}, ${currency}, ${changeMinor}) as "debtMinor"`.execute(tx)
  return { key, reason, playerId, currency, changeMinor, debtMinor: required(rows[0], 'the changed debt').debtMinor }
}

/**
 * Posts a correction by the house to a frozen wallet; it never reaches the player. The wallet is unfrozen and frozen
 * again inside the caller's transaction and under its lock, so that nobody sees it open.
 */
export async function postCorrection(tx: Tx, posting: Posting): Promise<Posted> {
  const { playerId } = posting
  if (playerId === undefined) return post(tx, posting)
  await lockWallet(tx, playerId)
  const { frozen_at } = await tx
    .selectFrom('ledger.wallet')
    .select('frozen_at')
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  if (frozen_at === null) return post(tx, posting)
  await setFrozen(tx, playerId, null)
  const posted = await post(tx, posting)
  await setFrozen(tx, playerId, frozen_at)
  return posted
}

/** Freezes a player's accounts at a time, or unfreezes them with null; false without accounts. */
export async function setFrozen(tx: Tx, playerId: string, at: Date | null): Promise<boolean> {
  const { rows } = await sql<{ isFound: boolean }>`select ledger.set_frozen(${playerId}, ${at}) as "isFound"`.execute(
    tx,
  )
  return required(rows[0], 'the outcome of freezing').isFound
}

export interface DebtPayment {
  key: string
  playerId: string
  currency: Currency
  happenedAt: Date
  /** Minor units; default: the whole debt, up to the cash. */
  atMostMinor?: bigint | undefined
}

/**
 * Posting that pays a debt from the player's cash as far as possible; undefined if there is nothing to pay. Locks the
 * wallet.
 */
export async function debtPayment(
  tx: Tx,
  { key, playerId, currency, happenedAt, atMostMinor }: DebtPayment,
): Promise<Posting | undefined> {
  await lockWallet(tx, playerId)
  const { cashMinor = 0n, debtMinor = 0n } = (await balance(tx, playerId)) ?? {}
  const amountMinor = [cashMinor, debtMinor, atMostMinor ?? debtMinor].reduce((a, b) => (a < b ? a : b))
  if (amountMinor === 0n) return undefined
  const credit = { house: 'player_debt', ref: playerId } as const
  return {
    key,
    reason: 'debt-paid',
    playerId,
    currency,
    happenedAt,
    lines: [{ debit: { player: 'cash' }, credit, amountMinor }],
  }
}

/** Locks players' accounts until the transaction ends: freezing, suspension, postings and debts wait. */
export async function lockWallet(tx: Tx, ...playerIds: string[]): Promise<void> {
  await sql`select ledger.lock_players(${playerIds}::text[])`.execute(tx)
}

/** A credit of cash, and the part that paid the player's debt, in minor units. */
export interface Credited {
  posted: Posted
  debtPaidMinor: bigint
  debtLeftMinor: bigint
}

/** Texts for a player whose credit paid a debt, one per step; none without a debt. */
export function debtTexts({ debtPaidMinor, debtLeftMinor }: Credited, currency: Currency): PlayerText[] {
  if (debtPaidMinor === 0n) return []
  const paid = textOf('debt_part_paid', { amount: formatDecimal(debtPaidMinor), currency })
  const left = textOf('debt_left', { amount: formatDecimal(debtLeftMinor), currency })
  return debtLeftMinor === 0n ? [paid] : [paid, left]
}
