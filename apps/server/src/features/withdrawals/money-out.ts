import type { Tx } from '../../platform/db/index.ts'
import type { Line } from '../wallet/index.ts'
import { netOf } from './batch-store.ts'
import type { WithdrawalParts } from './parts.ts'
import type { WithdrawalRow } from './tables.ts'

// Postings of a withdrawal after its hold. Each key is derived from the withdrawal, so each happens once.

/** Ends the hold: the money is with the bank, and the fee is ours. */
export async function postSent({ wallet }: WithdrawalParts, tx: Tx, row: WithdrawalRow, at: Date) {
  await wallet.settle(tx, {
    key: `withdrawal:${row.id}:sent`,
    holdKey: `withdrawal:${row.id}:hold`,
    reason: 'withdrawal',
    happenedAt: at,
    to: [
      { credit: { house: 'payout_transit' }, amountMinor: netOf(row) },
      ...(row.fee_minor > 0n ? [{ credit: { house: 'fees' as const }, amountMinor: row.fee_minor }] : []),
    ],
  })
}

/** The payout arrived. @throws Refusal `reference_credited` if the bank's reference belongs to another payout */
export async function postPaid({ wallet }: WithdrawalParts, tx: Tx, row: WithdrawalRow, reference: string, at: Date) {
  await wallet.post(tx, {
    key: `withdrawal:${row.id}:paid`,
    reason: 'withdrawal-paid',
    reference: `payout:${row.currency}:${reference}`,
    currency: row.currency,
    happenedAt: at,
    lines: [
      {
        debit: { house: 'payout_transit' },
        credit: { house: 'bank_detail', ref: 'payouts' },
        amountMinor: netOf(row),
      },
    ],
  })
}

/**
 * The payout did not arrive: returns it from transit to its player, with the fee. Returns the part that paid the
 * player's debt.
 */
export const postFailed = ({ wallet }: WithdrawalParts, tx: Tx, row: WithdrawalRow, at: Date) =>
  wallet.creditCash(tx, {
    key: `withdrawal:${row.id}:failed`,
    reason: 'withdrawal-failed',
    playerId: row.player_id,
    currency: row.currency,
    happenedAt: at,
    lines: [
      { debit: { house: 'payout_transit' }, credit: { player: 'cash' }, amountMinor: netOf(row) },
      ...feeBack(row),
    ],
  })

/** The bank returned a paid payout. Returns the part that paid the player's debt. */
export const postReturned = ({ wallet }: WithdrawalParts, tx: Tx, row: WithdrawalRow, at: Date) =>
  wallet.creditCash(tx, {
    key: `withdrawal:${row.id}:returned`,
    reason: 'withdrawal-returned',
    playerId: row.player_id,
    currency: row.currency,
    happenedAt: at,
    lines: [
      { debit: { house: 'bank_detail', ref: 'payouts' }, credit: { house: 'returned' }, amountMinor: netOf(row) },
      { debit: { house: 'returned' }, credit: { player: 'cash' }, amountMinor: netOf(row) },
      ...feeBack(row),
    ],
  })

function feeBack(row: WithdrawalRow): Line[] {
  return row.fee_minor > 0n
    ? [{ debit: { house: 'fees' }, credit: { player: 'cash' }, amountMinor: row.fee_minor }]
    : []
}
