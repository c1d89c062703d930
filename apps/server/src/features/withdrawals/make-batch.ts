import { operatorText } from '@dhow/contract/operator-texts'
import { formatMoney } from '@dhow/contract/money'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import { batchAudit, holdReasons, type Held } from './batch-audit.ts'
import { sumOf } from './batch-store.ts'
import type { WithdrawalParts } from './parts.ts'
import { enterGateTogether, stopsOf } from './payout-gate.ts'
import { payoutKinds, type PayoutKind } from './rules.ts'
import { moveWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

const maxPayouts = 200

/**
 * Puts approved payouts of one kind, oldest first, into a new batch; those that must not be sent are omitted and
 * listed.
 * @throws Refusal `nothing_to_pay`, `money_out_stopped`, `withdrawals_unavailable`
 */
export async function makeBatch(
  parts: WithdrawalParts,
  kind: PayoutKind,
  by: StaffSession,
): Promise<{ batchId: string; held: Held[] }> {
  if (parts.portal.isMoneyOutStopped()) throw new Refusal('money_out_stopped')
  const approved = await listApproved(parts, kind)
  const reasonsOf = await stopsOf(parts, approved)
  const isFree = (row: WithdrawalRow) => !reasonsOf(row.id).some(({ steps }) => steps.includes('batch'))
  const held: Held[] = approved.filter((row) => !isFree(row)).map((row) => ({ row, reasons: reasonsOf(row.id) }))
  const batchId = await parts.platform.db.transaction(async (tx) => {
    const entered = await enterGateTogether(parts, tx, 'batch', approved.filter(isFree).slice(0, maxPayouts))
    held.push(...entered.held)
    const rows = entered.free.filter((row) => row.state === 'approved')
    if (rows.length === 0) throw nothingPayable(held)
    return insertBatch(parts, tx, kind, by, rows, held)
  })
  return { batchId, held }
}

async function insertBatch(
  parts: WithdrawalParts,
  tx: Tx,
  kind: PayoutKind,
  by: StaffSession,
  rows: WithdrawalRow[],
  held: Held[],
): Promise<string> {
  const { clock, id } = parts.platform
  const batchId = id('bat')
  const now = clock.now()
  const { market } = payoutKinds[kind]
  const { currency } = markets[market]
  const totalMinor = sumOf(rows)
  await tx
    .insertInto('withdrawals.payout_batch')
    .values({
      id: batchId,
      market,
      kind,
      currency,
      state: 'draft',
      payouts: rows.length,
      total_minor: totalMinor,
      made_by: by.operatorId,
      made_at: now,
      sent_by: null,
      sent_at: null,
    })
    .execute()
  for (const row of rows) await moveWithdrawal(tx, row, 'batched', { batch_id: batchId, updated_at: now })
  await batchAudit(parts, tx, by, batchId, {
    action: 'make',
    text: `Put ${rows.length} payouts of ${formatMoney(totalMinor, currency)} into a batch`,
    before: null,
    after: { payouts: rows.map((row) => row.id), held_back: held.map(({ row }) => row.id) },
  })
  return batchId
}

const listApproved = ({ platform: { db } }: WithdrawalParts, kind: PayoutKind): Promise<WithdrawalRow[]> =>
  db.kysely
    .selectFrom('withdrawals.withdrawal')
    .innerJoin(
      'withdrawals.payout_account',
      'withdrawals.payout_account.id',
      'withdrawals.withdrawal.payout_account_id',
    )
    .selectAll('withdrawals.withdrawal')
    .where('withdrawals.withdrawal.state', '=', 'approved')
    .where('withdrawals.payout_account.kind', '=', kind)
    .orderBy('withdrawals.withdrawal.id')
    .execute()

const nothingPayable = (held: Held[]) =>
  held.length === 0
    ? new Refusal('nothing_to_pay')
    : new Refusal('nothing_to_pay', {
        text: operatorText('payouts_all_held', {}),
        also: holdReasons(held),
      })
