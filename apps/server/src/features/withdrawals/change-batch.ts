import { formatMoney } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import { actionOn } from './action-on.ts'
import { findBatch, netOf, payoutsOf } from './batch-store.ts'
import type { PayoutEnds } from './end-payout.ts'
import type { Reason } from './gate-rules.ts'
import type { WithdrawalParts } from './index.ts'
import type { Gate } from './payout-gate.ts'
import { payoutKinds, type PayoutKind } from './rules.ts'
import { moveWithdrawal } from './store.ts'
import type { PayoutBatchRow, WithdrawalRow } from './tables.ts'

const payoutsAtMost = 200

export type Batches = ReturnType<typeof openBatchChanges>
export type Held = { row: WithdrawalRow; reasons: Pick<Reason, 'text'>[] }

/**
 * Acts of an operator on a batch of payouts. Wallets are locked first, then withdrawals, then the batch, each in one order: so does what
 * takes a single withdrawal out of its batch.
 */
export function openBatchChanges(parts: WithdrawalParts, ends: PayoutEnds, gate: Gate) {
  const { db, clock, id } = parts.platform

  const audit = (
    tx: Tx,
    by: StaffSession,
    batch: { id: string },
    entry: { action: string; text: string; before: object | null; after: object },
  ) =>
    parts.staff.audit(tx, { operatorId: by.operatorId, subject: batch.id, ...entry, action: `batch.${entry.action}` })

  /** A draft with its payouts, locked, as the operator saw it. @throws Refusal `not_found`, `batch_state_changed` */
  async function enter(tx: Tx, batchId: string, version: number) {
    const payouts = await gate.enterAll(tx, 'send-batch', await payoutsOf(tx, batchId))
    const batch = await findBatch(tx, batchId, { isLocked: true })
    if (!batch) throw new Refusal('not_found')
    if (batch.version !== version || batch.state !== 'draft') throw new Refusal('batch_state_changed')
    return { batch, ...payouts }
  }

  /** Takes locked payouts out of their draft: they are approved as before, and a draft that is left with none is cancelled. */
  async function remove(tx: Tx, batchId: string, rows: WithdrawalRow[]): Promise<WithdrawalRow[]> {
    const batch = (await findBatch(tx, batchId, { isLocked: true }))!
    const now = clock.now()
    const moved: WithdrawalRow[] = []
    for (const row of rows) moved.push(await moveWithdrawal(tx, row, 'approved', { batch_id: null, updated_at: now }))
    const payouts = batch.payouts - rows.length
    await tx
      .updateTable('withdrawals.payout_batch')
      .set(
        payouts === 0
          ? { state: 'cancelled', version: batch.version + 1 }
          : { payouts, total_minor: batch.total_minor - sumOf(rows), version: batch.version + 1 },
      )
      .where('id', '=', batchId)
      .execute()
    return moved
  }

  return {
    remove,

    /**
     * Takes what is approved of one kind, oldest first, into a new batch; what must not go out stays and is named.
     * @throws Refusal `nothing_to_pay`, `money_out_stopped`, `withdrawals_unavailable`
     */
    async make(kind: PayoutKind, by: StaffSession): Promise<{ batchId: string; held: Held[] }> {
      if (parts.portal.isMoneyOutStopped()) throw new Refusal('money_out_stopped')
      const batchId = id('bat')
      const approved = await approvedOf(kind)
      const stops = await gate.stopsOf(approved)
      const isFree = (row: WithdrawalRow) => !stops.get(row.id)!.some(({ steps }) => steps.includes('batch'))
      const held: Held[] = approved.filter((row) => !isFree(row)).map((row) => ({ row, reasons: stops.get(row.id)! }))
      await db.transaction(async (tx) => {
        const entered = await gate.enterAll(tx, 'batch', approved.filter(isFree).slice(0, payoutsAtMost))
        held.push(...entered.held)
        const rows = entered.free.filter((row) => row.state === 'approved')
        if (rows.length === 0) throw nothingToPay(held)
        const now = clock.now()
        const { market } = payoutKinds[kind]
        const totalMinor = sumOf(rows)
        const { currency } = markets[market as Market]
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
        await audit(
          tx,
          by,
          { id: batchId },
          {
            action: 'make',
            text: `Put ${rows.length} payouts of ${formatMoney(totalMinor, currency)} into a batch`,
            before: null,
            after: { payouts: rows.map((row) => row.id), held_back: held.map(({ row }) => row.id) },
          },
        )
      })
      return { batchId, held }
    },

    /**
     * Says that the bank has the file: all of it is in transit from now on. From the threshold on by somebody else than who made it.
     * @throws Refusal `same_operator`, `batch_state_changed`, `batch_held` where a payout of it must not go out
     */
    send(batchId: string, by: StaffSession, { version }: { version: number }) {
      return db.transaction(async (tx) => {
        const { batch, free, held } = await enter(tx, batchId, version)
        if (held.length > 0) throw batchHeld(held)
        const threshold = parts.approvals.thresholdOf('withdrawal_approve', batch.market)
        if (batch.total_minor >= threshold) await parts.approvals.refuseSamePerson(tx, batch.made_by, by.operatorId)
        await parts.approvals.note(
          tx,
          by,
          free.map((row) => actionOn(row, 'withdrawal_send')),
        )
        const change = { state: 'sent' as const, sent_by: by.operatorId, sent_at: clock.now() }
        await tx
          .updateTable('withdrawals.payout_batch')
          .set({ ...change, version: batch.version + 1 })
          .where('id', '=', batchId)
          .execute()
        for (const row of free) await ends.sent(tx, row, by, {})
        await audit(tx, by, batch, {
          action: 'send',
          text: `Gave ${amountOf(batch)} to the bank`,
          before: { state: 'draft' },
          after: { state: 'sent' },
        })
      })
    },

    /** Takes the payouts that must not go out from a draft. @throws Refusal `batch_state_changed` */
    removeHeld(batchId: string, by: StaffSession, { version }: { version: number }) {
      return db.transaction(async (tx) => {
        const { batch, held } = await enter(tx, batchId, version)
        if (held.length === 0) return
        await remove(
          tx,
          batchId,
          held.map(({ row }) => row),
        )
        await audit(tx, by, batch, {
          action: 'remove-held',
          text: `Took ${held.length} payouts out that must not go out`,
          before: { payouts: batch.payouts },
          after: { removed: held.map(({ row, reasons }) => ({ id: row.id, why: reasons.map(({ text }) => text) })) },
        })
      })
    },

    /** Cancels a batch before the bank has it: its payouts are approved as before. @throws Refusal `batch_state_changed` */
    cancel(batchId: string, by: StaffSession, { version }: { version: number }) {
      return db.transaction(async (tx) => {
        const { batch, free, held } = await enter(tx, batchId, version)
        await remove(tx, batchId, [...free, ...held.map(({ row }) => row)])
        await audit(tx, by, batch, {
          action: 'cancel',
          text: 'Cancelled the batch',
          before: { state: 'draft' },
          after: { state: 'cancelled' },
        })
      })
    },
  }

  function approvedOf(kind: PayoutKind) {
    return db.kysely
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
      .execute() as Promise<WithdrawalRow[]>
  }
}

const sumOf = (rows: WithdrawalRow[]) => rows.reduce((sum, row) => sum + netOf(row), 0n)
const amountOf = (batch: PayoutBatchRow) =>
  `${batch.payouts} payouts of ${formatMoney(batch.total_minor, batch.currency)}`

const nothingToPay = (held: Held[]) =>
  held.length === 0
    ? new Refusal('nothing_to_pay')
    : new Refusal('nothing_to_pay', {
        data: { sentence: `Every approved withdrawal of this kind is kept back. ${whyOf(held)}` },
      })

/** The refusal of a batch with payouts that must not go out, with the reason of each. */
export const batchHeld = (held: Held[]) =>
  new Refusal('batch_held', {
    data: {
      sentence: `${held.length} of these payouts must not go out. Remove them from the batch, then fetch the file again. ${whyOf(held)}`,
    },
  })

const whyOf = (held: Held[]) => [...new Set(held.flatMap(({ reasons }) => reasons.map(({ text }) => text)))].join(' ')
