import { formatDecimal, formatMoney, parseAmount } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { amountValue, factOf } from '../approvals/index.ts'
import { marketOfCurrency } from '../portal/index.ts'
import type { PaymentParts } from './parts.ts'
import { advancePayment } from './advance-payment.ts'
import { creditPayment } from './credit-payment.ts'
import { findPayment } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

interface CaseCredit {
  paymentId: string
  /** In minor units. */
  amountMinor: string
  note: string
}

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    case_credit: CaseCredit
  }
}

/**
 * A manager's decision on a mismatched payment: money, state, step and audit entry in one transaction. It is credited
 * under the service's reference, so that no later message credits it again.
 * @throws Refusal `not_found`, `case_closed`, `amount_invalid`, and the ledger's
 */
export async function settleCase(
  parts: PaymentParts,
  paymentId: string,
  by: StaffSession,
  { outcome, amount, note }: { outcome: 'credit' | 'refuse'; amount?: string | undefined; note: string },
) {
  const { platform, staff, approvals, messages, wallet } = parts
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
      const text = textOf('payment_refused', {})
      return advancePayment(parts, tx, row, 'refused', { operatorId, text })
    }
    const amountMinor = amount === undefined ? (row.confirmed_minor ?? undefined) : parseAmount(amount)
    if (amountMinor === undefined || amountMinor <= 0n)
      throw fieldRefusal('amount_invalid', 'amount', textOf('number_invalid', {}))
    const isConfirmed = amountMinor === row.confirmed_minor
    const action = {
      action: 'case_credit' as const,
      subject: paymentId,
      market: marketOfCurrency(row.currency),
      amountMinor,
      playerId: row.player_id,
      evidence: isConfirmed ? ('service_confirmation' as const) : undefined,
      reasons: amountMinor > (row.confirmed_minor ?? 0n) ? [operatorText('second_above_confirmed', {})] : [],
    }
    const change = { paymentId, amountMinor: amountMinor.toString(), note }
    await wallet.lock(tx, row.player_id)
    const isNow = await approvals.doOrPropose(tx, by, action, {
      kind: 'case_credit',
      change,
      reason: note,
      facts: [factOf('fact_amount', amountValue(amountMinor, row.currency), confirmedAmount(row))],
    })
    return isNow ? creditCase(tx, parts, row, by, change) : row
  })
}

/** Registers how a case is credited after a second person's confirmation. */
export function registerCases(parts: PaymentParts) {
  parts.approvals.changes.register('case_credit', {
    title: operatorText('money_action', { action: 'case_credit' }),
    needs: 'cases.settle',
    async apply(tx, by, change, { proposedBy }) {
      const row = await findPayment(tx, change.paymentId)
      if (row?.state !== 'review') throw new Refusal('case_closed')
      await parts.wallet.lock(tx, row.player_id)
      await parts.approvals.decide(tx, by, {
        action: 'case_credit',
        subject: row.id,
        market: marketOfCurrency(row.currency),
        amountMinor: BigInt(change.amountMinor),
        playerId: row.player_id,
        first: proposedBy,
      })
      await creditCase(tx, parts, row, by, change)
    },
  })
}

async function creditCase(
  tx: Tx,
  parts: PaymentParts,
  row: ServicePaymentRow,
  { operatorId }: StaffSession,
  change: CaseCredit,
) {
  const amountMinor = BigInt(change.amountMinor)
  await parts.staff.audit(tx, {
    operatorId,
    action: 'payment.credit',
    subject: row.id,
    text: `Credited ${formatMoney(amountMinor, row.currency)}: ${change.note}`,
    before: { state: row.state },
    after: { state: 'succeeded' },
  })
  return creditPayment(parts, tx, row, { serviceRef: row.service_ref ?? row.id, amountMinor, operatorId })
}

const confirmedAmount = ({ confirmed_minor, currency }: ServicePaymentRow) =>
  confirmed_minor === null
    ? null
    : operatorText('value_confirmed', { amount: formatDecimal(confirmed_minor), currency })
