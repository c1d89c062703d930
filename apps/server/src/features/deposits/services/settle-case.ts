import { formatDecimal, formatMoney, parseAmount } from '@dhow/contract/money'
import type { StaffSession } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { DepositParts } from '../index.ts'
import type { Ends } from './end-payment.ts'
import { findPayment } from './store.ts'

/**
 * What a manager decides about a payment that did not fit: the money, the state, the step and the audit entry in one transaction. It is
 * credited under the service's own reference, so nothing that arrives later credits it again.
 * @throws Refusal `not_found`, `case_closed`, `amount_invalid`, and the ledger's
 */
export async function settleCase(
  { platform, staff, messages }: DepositParts,
  ends: Ends,
  paymentId: string,
  by: StaffSession,
  { outcome, amount, note }: { outcome: 'credit' | 'refuse'; amount?: string | undefined; note: string },
) {
  return platform.db.transaction(async (tx) => {
    const row = await findPayment(tx, paymentId)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'review') throw new Refusal('case_closed')
    const { operatorId } = by
    const audit = (action: string, text: string, state: string) =>
      staff.audit(tx, { operatorId, action, subject: paymentId, text, before: { state: row.state }, after: { state } })
    if (outcome === 'refuse') {
      await audit('payment.refuse', `Refused: ${note}`, 'refused')
      await messages.send(tx, {
        key: `deposit:${paymentId}:rejected`,
        playerId: row.player_id,
        kind: 'deposit_rejected',
        params: {
          amount: formatDecimal(row.confirmed_minor ?? row.requested_minor ?? 0n),
          currency: row.currency,
          reason: 'other',
        },
        about: { kind: 'deposit', id: paymentId },
      })
      const text = 'We could not accept this payment. Please reach out to the support team.'
      return ends.move(tx, row, 'refused', { operatorId, text })
    }
    const amountMinor = amount === undefined ? (row.confirmed_minor ?? undefined) : parseAmount(amount)
    if (amountMinor === undefined || amountMinor <= 0n)
      throw new Refusal('amount_invalid', { fields: { amount: ['Enter a valid number'] } })
    await audit('payment.credit', `Credited ${formatMoney(amountMinor, row.currency)}: ${note}`, 'succeeded')
    return ends.credit(tx, row, { serviceRef: row.service_ref ?? row.id, amountMinor }, operatorId)
  })
}
