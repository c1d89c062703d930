import { operatorText } from '@dhow/contract/operator-texts'
import { amountInWords } from '@dhow/contract/amount-words'
import { formatDecimal, formatMoney, parseAmount } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { debtTexts, type AccountRef } from '../wallet/index.ts'
import { loadForDecision } from './load-for-decision.ts'
import type { DepositParts } from './parts.ts'
import { addStep, findDetail, moveDeposit, notifyPlayer } from './store.ts'
import { bankRails } from './methods.ts'
import type { DepositRow } from './tables.ts'

export interface Approval {
  received_amount: string
  version: number
  /** The amount typed a second time, where it is more than the player declared and no bank line shows it. */
  amount_confirmation?: string | undefined
  note?: string | undefined
  /** The reasons to hold the credit that the operator credits in spite of. */
  acknowledged?: readonly string[] | undefined
}

/** Statement line that a deposit is credited from: the account that holds its money, and the decision to write on the line. */
export interface ReceivedFrom {
  debit: AccountRef
  moveLine(tx: Tx, credited: DepositRow): Promise<void>
}

/** The approval of a deposit in the caller's transaction; `from` is the statement's line that the money came by. */
export function openApproval(parts: DepositParts) {
  const { clock, id, live } = parts.platform

  return async (
    tx: Tx,
    depositId: string,
    by: StaffSession,
    { received_amount, amount_confirmation, version, note, acknowledged = [] }: Approval,
    from?: ReceivedFrom,
  ): Promise<DepositRow> => {
    const receivedMinor = parseAmount(received_amount)
    if (receivedMinor === undefined || receivedMinor === 0n)
      throw fieldRefusal('amount_invalid', 'received_amount', textOf('number_invalid', {}))
    const row = await loadForDecision(parts, tx, depositId, by)
    if (row.version !== version) throw new Refusal('deposit_state_changed')
    await parts.creditGate.enter(tx, row, acknowledged)
    const now = clock.now()
    const detail = (await findDetail(tx, row.detail_id))!
    const amount = formatMoney(receivedMinor, row.currency)
    const second = row.state === 'awaiting_second_approval'
    if (!from) refuseUnshown(parts, row, receivedMinor, amount_confirmation)
    // Wallets are locked before the acts of a day, as for withdrawals.
    await parts.wallet.lock(tx, row.player_id)
    const { alone, reasons } = await parts.approvals.decide(tx, by, {
      action: 'deposit_credit',
      subject: depositId,
      market: detail.market,
      amountMinor: receivedMinor,
      playerId: row.player_id,
      evidence: from ? 'bank_line' : undefined,
      first: second ? row.first_approver! : undefined,
    })
    if (second && row.first_minor !== receivedMinor) {
      const first = { amount: formatDecimal(row.first_minor!), currency: row.currency }
      throw fieldRefusal('amount_invalid', 'received_amount', operatorText('first_amount', first))
    }
    const base = { updated_at: now, claimed_by: null, claim_expires_at: null }
    const reviewed = row.state === 'submitted' ? await moveDeposit(tx, row, 'under_review', { updated_at: now }) : row
    if (!alone) {
      const waiting = await moveDeposit(tx, reviewed, 'awaiting_second_approval', {
        ...base,
        first_approver: by.operatorId,
        first_minor: receivedMinor,
      })
      const text = textOf('deposit_second_check', {})
      await addStep(tx, id, { of: depositId, at: now, state: waiting.state, text, operatorId: by.operatorId })
      await parts.staff.audit(tx, {
        operatorId: by.operatorId,
        action: 'deposit.approve-first',
        subject: depositId,
        text: `Confirmed ${amount} as the first of two${note ? `: ${note}` : ''}. ${reasons.join(' ')}`,
        before: { state: row.state },
        after: { state: waiting.state },
      })
      notifyPlayer(tx, live, waiting, text)
      return waiting
    }
    const credited = await parts.wallet.creditCash(tx, {
      key: `deposit:${depositId}`,
      reason: 'deposit',
      reference: `deposit:${row.currency}:${row.rail}:${row.ref_norm}`,
      playerId: row.player_id,
      currency: row.currency,
      happenedAt: now,
      lines: [
        {
          debit: from?.debit ?? { house: 'bank_detail', ref: String(row.detail_id) },
          credit: { player: 'cash' },
          amountMinor: receivedMinor,
        },
      ],
    })
    const approved = await moveDeposit(tx, reviewed, 'approved', {
      ...base,
      credited_minor: receivedMinor,
      posting_id: credited.posted.postingId,
      ...(second ? { second_approver: by.operatorId } : { first_approver: by.operatorId, first_minor: receivedMinor }),
    })
    await from?.moveLine(tx, approved)
    const isOther = receivedMinor !== row.declared_minor
    const params = { amount: formatDecimal(receivedMinor), currency: row.currency }
    const declared = formatDecimal(row.declared_minor)
    const texts = [
      isOther ? textOf('deposit_credited_other', { ...params, declared }) : textOf('deposit_credited', params),
      ...debtTexts(credited, row.currency),
    ]
    for (const text of texts)
      await addStep(tx, id, { of: depositId, at: now, state: 'approved', text, operatorId: by.operatorId })
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'deposit.approve',
      subject: depositId,
      text: `Credited ${amount}${acknowledged.length > 0 ? ` in spite of ${acknowledged.join(', ')}` : ''}${note ? `: ${note}` : ''}`,
      before: { state: row.state, declared: row.declared_minor.toString() },
      after: {
        state: 'approved',
        credited: receivedMinor.toString(),
        posting: credited.posted.postingId.toString(),
        ...(credited.debtPaidMinor > 0n ? { debt_paid: credited.debtPaidMinor.toString() } : {}),
      },
    })
    await parts.messages.send(tx, {
      key: `deposit:${depositId}:credited`,
      playerId: row.player_id,
      about: { kind: 'deposit', id: depositId },
      ...(isOther
        ? { kind: 'deposit_credited_other', params: { ...params, declared } }
        : { kind: 'deposit_credited', params }),
    })
    for (const text of texts) notifyPlayer(tx, live, approved, text)
    return approved
  }
}

/**
 * Without a bank line: a bank transfer where the setting asks for one is refused, and more than the player declared needs the amount a second
 * time. The second of two operators has the first one's amount to compare with.
 * @throws Refusal `bank_line_needed`, `amount_unconfirmed`
 */
function refuseUnshown({ portal }: DepositParts, row: DepositRow, receivedMinor: bigint, confirmation?: string) {
  if (portal.settings().approvals.bank_line_required && bankRails.has(row.rail)) throw new Refusal('bank_line_needed')
  if (row.state === 'awaiting_second_approval' || receivedMinor <= row.declared_minor) return
  if (confirmation !== undefined && parseAmount(confirmation) === receivedMinor) return
  const words = amountInWords(receivedMinor, row.currency)
  const times = receivedMinor / row.declared_minor
  throw new Refusal('amount_unconfirmed', {
    fields: {
      amount_confirmation: [operatorText(confirmation === undefined ? 'amount_again' : 'amounts_differ', {})],
    },
    data: { words, times: Number(times) },
  })
}
