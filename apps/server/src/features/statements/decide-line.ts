import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { moneyActions, type PostingReason } from '@dhow/contract/money-actions'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { debtTexts } from '../wallet/index.ts'
import { marketOfCurrency } from '../portal/index.ts'
import type { StatementParts } from './parts.ts'
import { hasDoubts } from './read-candidates.ts'
import { findLine, moveLine } from './store.ts'
import type { LineRow } from './tables.ts'

export type Decisions = ReturnType<typeof openDecisions>
export interface Seen {
  version: number
  note?: string | undefined
}

/** A line that stands for no payment of ours. */
export interface Dismissal {
  lineId: string
  reason: 'duplicate' | 'sent_back' | 'not_a_deposit'
  note: string
}

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    line_dismiss: Dismissal
  }
}

const dismissalReasons = {
  duplicate: 'statement-duplicate',
  sent_back: 'statement-sent-back',
  not_a_deposit: 'statement-not-a-deposit',
} as const satisfies Record<Dismissal['reason'], PostingReason>

const dismissalOf = (row: LineRow) => ({
  action: 'line_dismiss' as const,
  subject: row.id,
  market: marketOfCurrency(row.currency),
  amountMinor: row.amount_minor,
})

/**
 * Decide to whom the money of a bank line belongs. Each decision is one transaction: the line, the ledger, the payment and the audit entry, or none. The line moves
 * first, and only from where the operator saw it, so of two decisions one finds it gone.
 */
export function openDecisions(parts: StatementParts) {
  const { platform, wallet, staff, accounts, deposits, payments, withdrawals, approvals } = parts
  const { db, clock, live } = platform

  /** The line, held until this transaction ends, so that two decisions are one after the other. */
  async function locked(tx: Tx, lineId: string, version?: number): Promise<LineRow> {
    const row = (await tx
      .selectFrom('statements.line')
      .selectAll()
      .where('id', '=', lineId)
      .forUpdate()
      .executeTakeFirst()) as LineRow | undefined
    if (!row) throw new Refusal('not_found')
    const waits = row.state === 'waiting' || row.state === 'awaiting_second_approval'
    if (!waits || (version !== undefined && row.version !== version)) throw new Refusal('statement_line_changed')
    return row
  }

  const audit = (
    tx: Tx,
    by: StaffSession | undefined,
    row: LineRow,
    { action, text, after }: { action: string; text: string; after: object },
  ) =>
    staff.audit(tx, {
      operatorId: by?.operatorId ?? null,
      action: `statement.${action}`,
      subject: row.id,
      text,
      before: { state: row.state },
      after: { amount: row.amount_minor.toString(), ...after },
    })

  const ended = (by: StaffSession | undefined) => ({ decided_by: by?.operatorId ?? null, decided_at: clock.now() })
  const suspense = (row: LineRow) => ({ house: 'suspense' as const, ref: row.account })

  /** Takes a line out of suspense to where the house keeps such money. Lines that never stood there move nothing. */
  async function out(
    tx: Tx,
    row: LineRow,
    reason: PostingReason,
    credit: { house: 'bank_detail' | 'fees'; ref: string },
  ) {
    if (!row.in_suspense) return null
    const posted = await wallet.post(tx, {
      key: `statement-line:${row.id}`,
      reason,
      currency: row.currency,
      happenedAt: clock.now(),
      lines: [{ debit: suspense(row), credit, amountMinor: row.amount_minor }],
    })
    return posted.postingId
  }

  /** Says that the line is a payment that is credited or paid already; a payout that was on its way is paid by it, or came back by it. */
  async function link(tx: Tx, row: LineRow, paymentId: string, by: StaffSession | undefined, note: string | undefined) {
    let playerId: string
    if (paymentId.startsWith('wd_')) {
      const isReturn = row.amount_minor > 0n
      const withdrawal = await withdrawals.gate.enter(tx, paymentId, isReturn ? 'returned' : 'mark-sent-paid')
      if (row.account !== `payouts-${withdrawal.currency}`) throw new Refusal('statement_match_changed')
      const netMinor = withdrawal.amount_minor - withdrawal.fee_minor
      if (row.amount_minor !== -netMinor && row.amount_minor !== netMinor) throw new Refusal('statement_match_changed')
      playerId = withdrawal.player_id
      if (isReturn) await withdrawals.ends.returned(tx, withdrawal, `Line ${row.id} of the statement`, by)
      else if (withdrawal.state === 'sent' || withdrawal.state === 'unknown')
        await withdrawals.ends.paid(tx, withdrawal, row.reference || row.bank_id || withdrawal.pay_code, by)
      else if (withdrawal.state !== 'paid' && withdrawal.state !== 'returned')
        throw new Refusal('statement_match_changed')
    } else if (paymentId.startsWith('dep_')) {
      const deposit = await deposits.find(paymentId, tx)
      const fits =
        deposit?.state === 'approved' && deposit.currency === row.currency && String(deposit.detail_id) === row.account
      if (!fits || deposit.credited_minor !== row.amount_minor) throw new Refusal('statement_match_changed')
      playerId = deposit.player_id
    } else {
      const payment = await payments.find(paymentId, tx)
      if (payment?.state !== 'succeeded' || row.account !== `service-${payment.service}`)
        throw new Refusal('statement_match_changed')
      if (payment.credited_minor !== row.amount_minor) throw new Refusal('statement_match_changed')
      playerId = payment.player_id
    }
    const change = { payment_id: paymentId, player_id: playerId, note: note ?? null, ...ended(by) }
    // The credit was posted from the bank when it was made by hand, so the line's own way through suspense is undone.
    const posting_id = await out(tx, row, 'statement-link', { house: 'bank_detail', ref: row.account })
    const moved = await moveLine(tx, row, 'linked', { ...change, posting_id })
    const amount = formatMoney(row.amount_minor, row.currency)
    await audit(tx, by, row, {
      action: 'link',
      text: `Linked ${amount} to ${paymentId}`,
      after: { payment: paymentId },
    })
    return moved
  }

  /** Moves a line out of suspense: to its bank account again, or to the house where the money is nobody’s. */
  async function dismissed(tx: Tx, row: LineRow, by: StaffSession, { reason, note }: Omit<Dismissal, 'lineId'>) {
    const credit =
      reason === 'not_a_deposit'
        ? { house: 'fees' as const, ref: 'other' }
        : { house: 'bank_detail' as const, ref: row.account }
    const posting_id = await out(tx, row, dismissalReasons[reason], credit)
    const moved = await moveLine(tx, row, 'dismissed', { reason, note, player_id: null, posting_id, ...ended(by) })
    await audit(tx, by, row, {
      action: 'dismiss',
      text: `Dismissed ${formatMoney(row.amount_minor, row.currency)} (${reason}): ${note}`,
      after: { reason },
    })
    return moved
  }
  approvals.changes.register('line_dismiss', {
    title: moneyActions.line_dismiss.title,
    roles: ['cashier', 'manager', 'admin'],
    async apply(tx, by, { lineId, ...dismissal }, { proposedBy }) {
      const row = await locked(tx, lineId)
      await approvals.decide(tx, by, { ...dismissalOf(row), first: proposedBy })
      await dismissed(tx, row, by, dismissal)
    },
  })

  return {
    /**
     * Credits a deposit with what the line says that arrived. From the threshold on the deposit only waits for a second operator, and the
     * line with it.
     * @throws Refusal `statement_line_changed`, `statement_match_changed`, `deposit_has_warnings`, and what the review of the deposit refuses
     */
    credit(
      lineId: string,
      by: StaffSession,
      { depositId, version, note, exactOnly }: Seen & { depositId: string; exactOnly?: boolean },
    ) {
      return db.transaction(async (tx) => {
        const row = await locked(tx, lineId, version)
        const deposit = await deposits.find(depositId, tx)
        const fits =
          deposit && deposit.currency === row.currency && String(deposit.detail_id) === row.account && row.in_suspense
        if (!fits) throw new Refusal('statement_match_changed')
        if (exactOnly && !(await isExact(tx, row.id, depositId))) throw new Refusal('statement_match_changed')
        if (exactOnly && (await hasDoubts(tx, depositId))) throw new Refusal('deposit_has_warnings')
        const amount = formatMoney(row.amount_minor, row.currency)
        const approved = await deposits.review.approveIn(
          tx,
          depositId,
          by,
          {
            received_amount: formatDecimal(row.amount_minor),
            version: deposit.version,
            note: note || `Line ${row.id} of the statement`,
          },
          {
            debit: suspense(row),
            async take(inner, credited) {
              await moveLine(inner, row, 'credited', {
                payment_id: depositId,
                player_id: credited.player_id,
                posting_id: credited.posting_id,
                note: note ?? null,
                ...ended(by),
                // The first confirming operator is stored on the deposit.
                first_operator: null,
              })
              await audit(inner, by, row, {
                action: 'credit',
                text: `Credited ${amount} to ${depositId}`,
                after: { deposit: depositId },
              })
            },
          },
        )
        if (approved.state !== 'approved')
          await audit(tx, by, row, {
            action: 'credit-first',
            text: `Confirmed ${amount} for ${depositId} as the first of two`,
            after: { deposit: depositId },
          })
        return (await findLine(tx, lineId))!
      })
    },

    /**
     * Gives money out of suspense to its player. From the threshold on a second operator says the same.
     * @throws Refusal `statement_line_changed`, `same_operator`, `not_found`, and the ledger's
     */
    assign(lineId: string, by: StaffSession, { version, note, playerId }: Seen & { playerId: string; note: string }) {
      return db.transaction(async (tx) => {
        const row = await locked(tx, lineId, version)
        if (!row.in_suspense) throw new Refusal('statement_match_changed')
        const player = await accounts.findPlayer(playerId, tx)
        if (!player) throw new Refusal('not_found')
        if (player.currency !== row.currency) throw new Refusal('currency_mismatch')
        // Nobody told of this money, so there is no word of a player on a break either; whoever assigns it says why.
        await deposits.creditGate.enter(tx, { id: row.id, player_id: playerId }, ['play_blocked', 'player_suspended'])
        const amount = formatMoney(row.amount_minor, row.currency)
        const second = row.state === 'awaiting_second_approval'
        if (second && row.player_id !== playerId) throw new Refusal('statement_match_changed')
        await wallet.lock(tx, playerId)
        const { alone, reasons } = await approvals.decide(tx, by, {
          action: 'line_assign',
          subject: row.id,
          market: player.market,
          amountMinor: row.amount_minor,
          playerId,
          first: second ? row.first_operator! : undefined,
        })
        if (!alone) {
          const waiting = await moveLine(tx, row, 'awaiting_second_approval', {
            player_id: playerId,
            first_operator: by.operatorId,
            note,
          })
          await audit(tx, by, row, {
            action: 'assign-first',
            text: `Assigned ${amount} to ${playerId} as the first of two: ${note}. ${reasons.join(' ')}`,
            after: { player: playerId },
          })
          return waiting
        }
        const credited = await wallet.creditCash(tx, {
          key: `statement-line:${row.id}`,
          reason: 'suspense',
          reference: `suspense:${row.id}`,
          playerId,
          currency: row.currency,
          happenedAt: clock.now(),
          lines: [{ debit: suspense(row), credit: { player: 'cash' }, amountMinor: row.amount_minor }],
        })
        const moved = await moveLine(tx, row, 'assigned', {
          player_id: playerId,
          posting_id: credited.posted.postingId,
          note,
          ...ended(by),
        })
        await audit(tx, by, row, {
          action: 'assign',
          text: `Assigned ${amount} to ${playerId}: ${note}`,
          after: { player: playerId },
        })
        const texts = [
          textOf('payment_found', { amount: formatDecimal(row.amount_minor), currency: row.currency }),
          ...debtTexts(credited, row.currency),
        ]
        afterCommit(tx, () => {
          for (const text of texts) live.publish(playerId, { type: 'deposit', id: row.id, status: 'completed', text })
        })
        return moved
      })
    },

    /** @throws Refusal `statement_line_changed`, `statement_match_changed` */
    link: (lineId: string, by: StaffSession, { version, paymentId, note }: Seen & { paymentId: string }) =>
      db.transaction(async (tx) => link(tx, await locked(tx, lineId, version), paymentId, by, note)),

    /** The same, for what fits beyond doubt and credits nobody. */
    linkByItself: (lineId: string, paymentId: string) =>
      db.transaction(async (tx) => link(tx, await locked(tx, lineId), paymentId, undefined, undefined)),

    /**
     * Puts a line aside. The same money twice, and what was sent back, leave the bank's account as they came; what is nobody's is the house's.
     * @throws Refusal `statement_line_changed`, `same_operator`
     */
    dismiss(lineId: string, by: StaffSession, { version, reason, note }: Seen & Omit<Dismissal, 'lineId'>) {
      return db.transaction(async (tx) => {
        const row = await locked(tx, lineId, version)
        if (row.state === 'awaiting_second_approval' && row.first_operator === by.operatorId)
          throw new Refusal('same_operator')
        if (row.in_suspense) {
          const change = { kind: 'line_dismiss', change: { lineId, reason, note }, reason: note } as const
          if (!(await approvals.doOrPropose(tx, by, dismissalOf(row), change))) return row
        }
        return dismissed(tx, row, by, { reason, note })
      })
    },
  }
}

async function isExact(tx: Tx, lineId: string, paymentId: string): Promise<boolean> {
  const match = await tx
    .selectFrom('statements.match')
    .select('exact')
    .where('line_id', '=', lineId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return match?.exact === true
}
