import { inEnglish } from '../../platform/texts.ts'
import type { OperatorText } from '@dhow/contract/operator-texts'
import { amountInWords } from '@dhow/contract/amount-words'
import { formatDecimal, formatMoney, parseAmount } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { marketOfCurrency } from '../portal/index.ts'
import type { AccountRef } from '../wallet/index.ts'
import type { DepositParts } from './parts.ts'
import { addStep, lockForDecision, moveDeposit, notifyPlayer } from './store.ts'
import { bankRails } from './methods.ts'
import type { DepositRow } from './tables.ts'

export interface Approval {
  received_amount: string
  version: number
  /** The amount entered again, if it exceeds the declared one and no bank line shows it. */
  amount_confirmation?: string | undefined
  note?: string | undefined
  /** Codes of the credit holds that the operator overrides. */
  acknowledged?: readonly string[] | undefined
}

/**
 * Bank line that a deposit is credited from: the account that holds its money, and the decision to write on the line.
 */
export interface ReceivedFrom {
  debit: AccountRef
  /** Payer names on the line, normalised like references. */
  payers: readonly string[]
  moveLine(tx: Tx, credited: DepositRow): Promise<void>
}

/**
 * Credits the received amount. From the threshold on, the first approval waits for a second one, by another operator
 * and with the same amount.
 * @throws Refusal `amount_invalid`, `same_operator`, `deposit_claimed`, `deposit_state_changed`, and the ledger's
 */
export const approveDeposit = (parts: DepositParts, depositId: string, by: StaffSession, approval: Approval) =>
  parts.platform.tracer.step(
    'deposit approved',
    () => depositId,
    () => parts.platform.db.transaction((tx) => approveIn(parts, tx, depositId, by, approval)),
  )

/**
 * Approves a deposit in the caller's transaction; `from` is the bank line of the payment. @throws Refusal as
 * `approveDeposit`
 */
export async function approveIn(
  parts: DepositParts,
  tx: Tx,
  depositId: string,
  by: StaffSession,
  approval: Approval,
  from?: ReceivedFrom,
): Promise<DepositRow> {
  const { version, amount_confirmation, acknowledged = [] } = approval
  const receivedMinor = parseAmount(approval.received_amount)
  if (receivedMinor === undefined || receivedMinor === 0n)
    throw fieldRefusal('amount_invalid', 'received_amount', textOf('number_invalid', {}))
  const row = await lockForDecision(parts, tx, depositId, by)
  if (row.version !== version) throw new Refusal('deposit_state_changed')
  // Locks the wallet before the money actions of the day, as withdrawals do.
  await parts.creditGate.enter(tx, { ...row, payers: from?.payers ?? [] }, acknowledged)
  const second = row.state === 'awaiting_second_approval'
  if (!from) refuseUnshown(parts, row, receivedMinor, amount_confirmation)
  const { alone, reasons } = await parts.approvals.decide(tx, by, {
    action: 'deposit_credit',
    subject: depositId,
    market: marketOfCurrency(row.currency),
    amountMinor: receivedMinor,
    playerId: row.player_id,
    evidence: from ? 'bank_line' : undefined,
    first: second ? required(row.first_approver, `first approver of ${depositId}`) : undefined,
  })
  if (second && row.first_minor !== receivedMinor) {
    const first = { amount: formatDecimal(row.first_minor ?? 0n), currency: row.currency }
    throw fieldRefusal('amount_invalid', 'received_amount', operatorText('first_amount', first))
  }
  const now = parts.platform.clock.now()
  const reviewed = row.state === 'submitted' ? await moveDeposit(tx, row, 'under_review', { updated_at: now }) : row
  const received = { before: row, reviewed, receivedMinor, by, note: approval.note }
  return alone
    ? creditDeposit(parts, tx, received, acknowledged, from)
    : awaitSecondApproval(parts, tx, received, reasons)
}

/** Received amount of an approved deposit. */
interface Received {
  /** The deposit before the approval. */
  before: DepositRow
  reviewed: DepositRow
  receivedMinor: bigint
  by: StaffSession
  note: string | undefined
}

const unclaimed = { claimed_by: null, claim_expires_at: null }

async function awaitSecondApproval(
  parts: DepositParts,
  tx: Tx,
  { before, reviewed, receivedMinor, by, note }: Received,
  reasons: readonly OperatorText[],
): Promise<DepositRow> {
  const { clock, id, live } = parts.platform
  const now = clock.now()
  const waiting = await moveDeposit(tx, reviewed, 'awaiting_second_approval', {
    ...unclaimed,
    updated_at: now,
    first_approver: by.operatorId,
    first_minor: receivedMinor,
  })
  const text = textOf('deposit_second_check', {})
  await addStep(tx, id, { of: before.id, at: now, state: waiting.state, text, operatorId: by.operatorId })
  await parts.staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'deposit.approve-first',
    subject: before.id,
    text: `Confirmed ${formatMoney(receivedMinor, before.currency)} as the first of two${note ? `: ${note}` : ''}. ${reasons.map(inEnglish).join(' ')}`,
    before: { state: before.state },
    after: { state: waiting.state },
  })
  notifyPlayer(tx, live, waiting, text)
  return waiting
}

async function creditDeposit(
  parts: DepositParts,
  tx: Tx,
  { before, reviewed, receivedMinor, by, note }: Received,
  acknowledged: readonly string[],
  from: ReceivedFrom | undefined,
): Promise<DepositRow> {
  const { clock, id, live } = parts.platform
  const { id: depositId, player_id: playerId, currency } = before
  const now = clock.now()
  const credited = await parts.wallet.creditCash(tx, {
    key: `deposit:${depositId}`,
    reason: 'deposit',
    reference: `deposit:${currency}:${before.rail}:${before.ref_norm}`,
    playerId,
    currency,
    happenedAt: now,
    lines: [
      {
        debit: from?.debit ?? { house: 'bank_detail', ref: String(before.detail_id) },
        credit: { player: 'cash' },
        amountMinor: receivedMinor,
      },
    ],
  })
  const approver =
    before.state === 'awaiting_second_approval'
      ? { second_approver: by.operatorId }
      : { first_approver: by.operatorId, first_minor: receivedMinor }
  const approved = await moveDeposit(tx, reviewed, 'approved', {
    ...unclaimed,
    ...approver,
    updated_at: now,
    credited_minor: receivedMinor,
    posting_id: credited.posted.postingId,
  })
  await from?.moveLine(tx, approved)
  const params = { amount: formatDecimal(receivedMinor), currency }
  const other =
    receivedMinor === before.declared_minor ? undefined : { ...params, declared: formatDecimal(before.declared_minor) }
  const texts = [
    other ? textOf('deposit_credited_other', other) : textOf('deposit_credited', params),
    ...parts.wallet.debtTexts(credited, currency),
  ]
  for (const text of texts)
    await addStep(tx, id, { of: depositId, at: now, state: 'approved', text, operatorId: by.operatorId })
  await parts.staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'deposit.approve',
    subject: depositId,
    text: `Credited ${formatMoney(receivedMinor, currency)}${acknowledged.length > 0 ? ` in spite of ${acknowledged.join(', ')}` : ''}${note ? `: ${note}` : ''}`,
    before: { state: before.state, declared: before.declared_minor.toString() },
    after: {
      state: 'approved',
      credited: receivedMinor.toString(),
      posting: credited.posted.postingId.toString(),
      ...(credited.debtPaidMinor > 0n ? { debt_paid: credited.debtPaidMinor.toString() } : {}),
    },
  })
  await parts.messages.send(tx, {
    key: `deposit:${depositId}:credited`,
    playerId,
    about: { kind: 'deposit', id: depositId },
    ...(other ? { kind: 'deposit_credited_other', params: other } : { kind: 'deposit_credited', params }),
  })
  for (const text of texts) notifyPlayer(tx, live, approved, text)
  // After the balance, which the ledger publishes after the same commit.
  afterCommit(tx, () => parts.platform.tracer.mark('balance published', depositId))
  return approved
}

/**
 * Without a bank line: refuses a bank transfer if the setting requires a line, and requires an amount above the
 * declared one to be entered again. The second of two operators compares with the first one's amount.
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
