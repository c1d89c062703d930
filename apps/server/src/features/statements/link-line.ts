import { formatMoney } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { auditLine, decidedBy, lockLine, postFromSuspense, type LineVersion } from './line-steps.ts'
import type { StatementParts } from './parts.ts'
import { moveLine } from './store.ts'
import type { LineRow } from './tables.ts'

/**
 * Links a line to a payment that is already credited or paid; a payout in transit is marked as paid by it, or as
 * returned.
 * @throws Refusal `statement_line_changed`, `statement_match_changed`
 */
export const linkLine = (
  parts: StatementParts,
  lineId: string,
  by: StaffSession,
  { version, paymentId, note }: LineVersion & { paymentId: string },
) =>
  parts.platform.db.transaction(async (tx) =>
    linkIn(parts, tx, await lockLine(tx, lineId, version), paymentId, by, note),
  )

/** Links a line without an operator, if it matches exactly and credits nobody. @throws Refusal as `linkLine` */
export const linkExactLine = (parts: StatementParts, lineId: string, paymentId: string) =>
  parts.platform.db.transaction(async (tx) =>
    linkIn(parts, tx, await lockLine(tx, lineId), paymentId, undefined, undefined),
  )

async function linkIn(
  parts: StatementParts,
  tx: Tx,
  row: LineRow,
  paymentId: string,
  by: StaffSession | undefined,
  note: string | undefined,
): Promise<LineRow> {
  const playerId = await playerOf(parts, tx, row, paymentId, by)
  const change = { payment_id: paymentId, player_id: playerId, note: note ?? null, ...decidedBy(parts, by) }
  // A manual credit was posted from the bank, so the line's money returns from suspense to the bank.
  const posting_id = await postFromSuspense(parts, tx, row, 'statement-link', {
    house: 'bank_detail',
    ref: row.account,
  })
  const moved = await moveLine(tx, row, 'linked', { ...change, posting_id })
  await auditLine(parts, tx, by, row, {
    action: 'link',
    text: `Linked ${formatMoney(row.amount_minor, row.currency)} to ${paymentId}`,
    after: { payment: paymentId },
  })
  return moved
}

/** Checks that the payment matches the line, and returns its player. */
function playerOf(
  parts: StatementParts,
  tx: Tx,
  row: LineRow,
  paymentId: string,
  by: StaffSession | undefined,
): Promise<string> {
  if (paymentId.startsWith('wd_')) return playerOfPayout(parts, tx, row, paymentId, by)
  if (paymentId.startsWith('dep_')) return playerOfDeposit(parts, tx, row, paymentId)
  return playerOfServicePayment(parts, tx, row, paymentId)
}

async function playerOfPayout(
  { withdrawals }: StatementParts,
  tx: Tx,
  row: LineRow,
  withdrawalId: string,
  by: StaffSession | undefined,
): Promise<string> {
  const isReturn = row.amount_minor > 0n
  const withdrawal = await withdrawals.gate.enter(tx, withdrawalId, isReturn ? 'returned' : 'mark-sent-paid')
  if (row.account !== `payouts-${withdrawal.currency}`) throw new Refusal('statement_match_changed')
  const netMinor = withdrawal.amount_minor - withdrawal.fee_minor
  if (row.amount_minor !== -netMinor && row.amount_minor !== netMinor) throw new Refusal('statement_match_changed')
  if (isReturn) await withdrawals.ends.returned(tx, withdrawal, `Line ${row.id} of the statement`, by)
  else if (withdrawal.state === 'sent' || withdrawal.state === 'unknown')
    await withdrawals.ends.paid(tx, withdrawal, row.reference || row.bank_id || withdrawal.pay_code, by)
  else if (withdrawal.state !== 'paid' && withdrawal.state !== 'returned') throw new Refusal('statement_match_changed')
  return withdrawal.player_id
}

async function playerOfDeposit({ deposits }: StatementParts, tx: Tx, row: LineRow, depositId: string): Promise<string> {
  const deposit = await deposits.find(depositId, tx)
  const fits =
    deposit?.state === 'approved' && deposit.currency === row.currency && String(deposit.detail_id) === row.account
  if (!fits || deposit.credited_minor !== row.amount_minor) throw new Refusal('statement_match_changed')
  return deposit.player_id
}

async function playerOfServicePayment(
  { payments }: StatementParts,
  tx: Tx,
  row: LineRow,
  paymentId: string,
): Promise<string> {
  const payment = await payments.find(paymentId, tx)
  if (payment?.state !== 'succeeded' || row.account !== `service-${payment.service}`)
    throw new Refusal('statement_match_changed')
  if (payment.credited_minor !== row.amount_minor) throw new Refusal('statement_match_changed')
  return payment.player_id
}
