import type { Currency } from '@dhow/contract/money'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { Balances, Posted, Posting } from './accounts.ts'
import { required } from '../../platform/required.ts'
import { debtPayment, postCorrection, recordDebt, touchesDebt, type Credited, type DebtPayment } from './debts.ts'
import type { WalletParts } from './parts.ts'
import { post } from './post.ts'
import { balance, liveBalance } from './read.ts'

/** Posts in the caller's transaction. @throws Refusal with the ledger's reason, which rolls the transaction back */
export const postAndPublish = (parts: WalletParts, tx: Tx, posting: Posting): Promise<Posted> =>
  write(parts, tx, posting, post)

/**
 * Posts a correction by the house, which is allowed on a frozen wallet: a reversal, a debt payment.
 * @throws Refusal as `postAndPublish` does, without `account_frozen`
 */
export const correctAndPublish = (parts: WalletParts, tx: Tx, posting: Posting): Promise<Posted> =>
  write(parts, tx, posting, postCorrection)

async function write(parts: WalletParts, tx: Tx, posting: Posting, how: typeof post): Promise<Posted> {
  refuseHoldAccount(posting)
  const posted = await how(tx, posting)
  if (touchesDebt(posting) && !posted.replayed) {
    const change = await recordDebt(tx, posting)
    for (const listen of parts.debtListeners) await listen(tx, change)
  }
  return publishAfterCommit(parts, tx, posting.playerId, posting.currency, posted)
}

/** Sends a changed balance to a player's open tabs after its commit, never before. */
export function publishAfterCommit(
  parts: WalletParts,
  tx: Tx,
  playerId: string | undefined,
  currency: Currency,
  posted: Posted,
): Posted {
  if (!posted.replayed) afterCommit(tx, () => publishBalance(parts, playerId, currency, posted.balances))
  return posted
}

/** Sends a balance to the player's open tabs; nothing without a player or a balance. */
export function publishBalance(
  { live }: WalletParts,
  playerId: string | undefined,
  currency: Currency,
  balances: Balances | undefined,
) {
  if (playerId === undefined || balances === undefined) return
  live.publish(playerId, { type: 'balance', ...liveBalance(balances), currency })
}

/**
 * Posts outside money to a player's cash, and pays the player's debt with it, in one transaction: the credit under its
 * own key, the payment under `<key>:debt`. Returns the credit and the part that paid the debt, in minor units.
 * @throws Refusal as `postAndPublish` does
 */
export async function creditCash(
  parts: WalletParts,
  tx: Tx,
  posting: Posting & { playerId: string },
): Promise<Credited> {
  const posted = await postAndPublish(parts, tx, posting)
  if (posted.replayed) return { posted, debtPaidMinor: 0n, debtLeftMinor: 0n }
  const { playerId, currency, happenedAt, lines } = posting
  const atMostMinor = lines.reduce(
    (sum, { credit, amountMinor }) => ('player' in credit && credit.player === 'cash' ? sum + amountMinor : sum),
    0n,
  )
  const payment = { key: `${posting.key}:debt`, playerId, currency, happenedAt, atMostMinor }
  const debtPaidMinor = await payDebt(parts, tx, payment)
  const debtLeftMinor =
    debtPaidMinor === 0n ? 0n : required(await balance(tx, playerId), 'a credited player’s wallet').debtMinor
  return { posted, debtPaidMinor, debtLeftMinor }
}

/**
 * Pays a debt from the player's cash as far as possible; returns the paid amount, in minor units. Allowed on a frozen
 * wallet.
 */
export async function payDebt(parts: WalletParts, tx: Tx, payment: DebtPayment): Promise<bigint> {
  const posting = await debtPayment(tx, payment)
  if (posting === undefined) return 0n
  await correctAndPublish(parts, tx, posting)
  return required(posting.lines[0], 'the line of a payment').amountMinor
}

/** The hold account equals the sum of the open holds, so a direct posting to it is a bug. */
export function refuseHoldAccount({ key, lines }: Posting) {
  const touches = lines.some((line) =>
    [line.debit, line.credit].some((ref) => 'player' in ref && ref.player === 'hold'),
  )
  if (touches) throw new Error(`the posting ${key} names the hold account, which only holds move`)
}
