import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { RejectReason } from '@dhow/contract/deposit-review'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { marketOfCurrency } from '../portal/index.ts'
import type { DepositParts } from './parts.ts'
import { addStep, lockDeposit, moveDeposit, notifyPlayer } from './store.ts'
import type { DepositRow } from './tables.ts'

/**
 * A large reversal must be signed by an operator who did not approve the deposit. @throws Refusal `same_operator`,
 * `step_up_needed`
 */
async function checkLarge({ approvals }: DepositParts, tx: Tx, row: DepositRow, by: StaffSession, amountMinor: bigint) {
  const market = marketOfCurrency(row.currency)
  if (amountMinor < approvals.thresholdOf('deposit_reverse', market)) return
  for (const approver of [row.first_approver, row.second_approver])
    if (approver !== null) await approvals.refuseSamePerson(tx, approver, by.operatorId)
  const signed = { subject: row.id, market, amountMinor, playerId: row.player_id }
  await approvals.sign(tx, by, { action: 'deposit_reverse', ...signed })
}

/**
 * Reverses a credited deposit with a posting of its own. Unsent withdrawals are cancelled first; then the amount is
 * taken from the player's cash as far as possible, and the rest becomes the player's debt. A frozen wallet does not
 * prevent it. A bonus given for the deposit is reversed too. The operator who approved a large deposit may not reverse
 * it.
 * @throws Refusal `not_found`, `deposit_state_changed`, `same_operator`, and the ledger's
 */
export function reverseDeposit(
  parts: DepositParts,
  depositId: string,
  by: StaffSession,
  { reason, version, note }: { reason: RejectReason; version: number; note: string },
) {
  const { db, clock, id, live } = parts.platform
  return db.transaction(async (tx) => {
    const row = await lockDeposit(tx, depositId)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'approved' || row.version !== version) throw new Refusal('deposit_state_changed')
    const creditedMinor = required(row.credited_minor, `credit of ${depositId}`)
    await checkLarge(parts, tx, row, by, creditedMinor)
    const credit = { playerId: row.player_id, postingId: required(row.posting_id, `posting of ${depositId}`) }
    const cancelled = await parts.onReversed(tx, credit, { by, note: `Deposit ${depositId} was reversed: ${note}` })
    const { cashMinor } = required(await parts.wallet.balance(tx, row.player_id), `wallet of ${row.player_id}`)
    const takenMinor = cashMinor < creditedMinor ? cashMinor : creditedMinor
    const owedMinor = creditedMinor - takenMinor
    const bank = { house: 'bank_detail', ref: String(row.detail_id) } as const
    const now = clock.now()
    const posted = await parts.wallet.correct(tx, {
      key: `deposit:${depositId}:reversal`,
      reason: 'deposit-reversal',
      playerId: row.player_id,
      currency: row.currency,
      happenedAt: now,
      lines: [
        ...(takenMinor > 0n ? [{ debit: { player: 'cash' } as const, credit: bank, amountMinor: takenMinor }] : []),
        ...(owedMinor > 0n
          ? [{ debit: { house: 'player_debt', ref: row.player_id } as const, credit: bank, amountMinor: owedMinor }]
          : []),
      ],
    })
    const reversed = await moveDeposit(tx, row, 'reversed', {
      reversal_id: posted.postingId,
      reason,
      reason_note: note,
      updated_at: now,
    })
    const why = textOf('deposit_reversed', { reason })
    const amountOf = (minor: bigint) => ({ amount: formatDecimal(minor), currency: row.currency })
    for (const text of [
      why,
      cancelled.length > 0 ? textOf('withdrawal_cancelled_first', {}) : [],
      takenMinor > 0n ? textOf('balance_reduced', amountOf(takenMinor)) : [],
      owedMinor > 0n ? textOf('debt_opened', amountOf(owedMinor)) : [],
    ].flat())
      await addStep(tx, id, { of: depositId, at: now, state: 'reversed', text, operatorId: by.operatorId })
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'deposit.reverse',
      subject: depositId,
      text: `Reversed the credit of ${formatMoney(creditedMinor, row.currency)} (${reason}): ${note}`,
      before: { state: 'approved', credited: creditedMinor.toString() },
      after: {
        state: 'reversed',
        taken: takenMinor.toString(),
        owed: owedMinor.toString(),
        cancelled: cancelled.map((withdrawal) => withdrawal.id),
      },
    })
    await parts.messages.send(tx, {
      key: `deposit:${depositId}:reversed`,
      playerId: row.player_id,
      kind: 'deposit_reversed',
      params: {
        amount: formatDecimal(creditedMinor),
        currency: row.currency,
        reason,
        owed: formatDecimal(owedMinor),
      },
      about: { kind: 'deposit', id: depositId },
    })
    notifyPlayer(tx, live, reversed, why)
    return reversed
  })
}
