import type { Db } from '../../platform/db/index.ts'
import type { PayoutBatchRow, WithdrawalRow } from './tables.ts'

/** Amount that a payout takes from the bank: without the fee, in minor units. */
export const netOf = (row: Pick<WithdrawalRow, 'amount_minor' | 'fee_minor'>): bigint =>
  row.amount_minor - row.fee_minor

/** Payouts of a batch, oldest first. */
export function listPayouts(db: Db, batchId: string): Promise<WithdrawalRow[]> {
  return db.selectFrom('withdrawals.withdrawal').selectAll().where('batch_id', '=', batchId).orderBy('id').execute()
}

export function findBatch(
  db: Db,
  batchId: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<PayoutBatchRow | undefined> {
  const query = db.selectFrom('withdrawals.payout_batch').selectAll().where('id', '=', batchId)
  return (isLocked ? query.forUpdate() : query).executeTakeFirst()
}

/** Sum that payouts take from the bank, in minor units. */
export const sumOf = (rows: WithdrawalRow[]): bigint => rows.reduce((sum, row) => sum + netOf(row), 0n)
