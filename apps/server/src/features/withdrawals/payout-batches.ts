import { formatDecimal, formatMoney } from '@dhow/contract/money'
import type { PayoutBatch } from '@dhow/contract/payout-batches'
import type { StaffWithdrawal } from '@dhow/contract/withdrawal-desk'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import { pageOf } from '../../platform/pages.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import type { WithdrawalParts } from './index.ts'
import type { PayoutEnds } from './end-payout.ts'
import type { openPayoutAccounts } from './payout-accounts.ts'
import { payoutCsv, payoutPain001 } from './payout-file.ts'
import { payoutKinds, type PayoutKind } from './rules.ts'
import { moveWithdrawal } from './store.ts'
import type { PayoutBatchRow, WithdrawalRow } from './tables.ts'

const payoutsAtMost = 200
const page = 50

/** Payouts in a file for the bank: made of what is approved, given to the bank by a person, paid when the statement says so. */
export function openBatches(
  parts: WithdrawalParts,
  ends: PayoutEnds,
  payoutAccounts: ReturnType<typeof openPayoutAccounts>,
  reader: { staffReplies(rows: WithdrawalRow[]): Promise<StaffWithdrawal[]> },
) {
  const { db, clock, id } = parts.platform

  const rowsOf = (tx: Tx | typeof db.kysely, batchId: string) =>
    tx.selectFrom('withdrawal').selectAll().where('batch_id', '=', batchId).orderBy('id').execute() as Promise<
      WithdrawalRow[]
    >

  async function locked(tx: Tx, batchId: string, version: number): Promise<PayoutBatchRow> {
    const batch = await tx
      .selectFrom('payout_batch')
      .selectAll()
      .where('id', '=', batchId)
      .forUpdate()
      .executeTakeFirst()
    if (!batch) throw new Refusal('not_found')
    if (batch.version !== version || batch.state !== 'draft') throw new Refusal('batch_state_changed')
    return batch
  }

  async function replies(batches: PayoutBatchRow[]): Promise<PayoutBatch[]> {
    if (batches.length === 0) return []
    const operators = await db.kysely.selectFrom('operator').select(['id', 'name']).execute()
    const nameOf = (operatorId: string | null) => operators.find((one) => one.id === operatorId)?.name ?? null
    const counted = await db.kysely
      .selectFrom('withdrawal')
      .select((eb) => ['batch_id', 'state', eb.fn.countAll<bigint>().as('count')])
      .where(
        'batch_id',
        'in',
        batches.map((batch) => batch.id),
      )
      .groupBy(['batch_id', 'state'])
      .execute()
    return batches.map((batch) => ({
      id: batch.id,
      market: batch.market,
      kind: batch.kind,
      currency: batch.currency,
      state: batch.state,
      payouts: batch.payouts,
      total: formatDecimal(batch.total_minor),
      made_by: nameOf(batch.made_by)!,
      made_at: batch.made_at.toISOString(),
      sent_by: nameOf(batch.sent_by),
      sent_at: batch.sent_at?.toISOString() ?? null,
      version: batch.version,
      states: Object.fromEntries(
        counted.filter((row) => row.batch_id === batch.id).map((row) => [row.state, Number(row.count)]),
      ),
    }))
  }

  async function find(batchId: string): Promise<PayoutBatchRow> {
    const batch = await db.kysely.selectFrom('payout_batch').selectAll().where('id', '=', batchId).executeTakeFirst()
    if (!batch) throw new Refusal('not_found')
    return batch
  }

  return {
    async list(query: { cursor?: string | undefined }) {
      let listed = db.kysely
        .selectFrom('payout_batch')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(page + 1)
      if (query.cursor) listed = listed.where('id', '<', query.cursor)
      const { rows, nextCursor } = pageOf(await listed.execute(), page)
      const ready = await db.kysely
        .selectFrom('withdrawal')
        .innerJoin('payout_account', 'payout_account.id', 'withdrawal.payout_account_id')
        .select((eb) => [
          'payout_account.kind',
          'withdrawal.currency',
          eb.fn.countAll<bigint>().as('count'),
          eb.fn.sum<string>('withdrawal.amount_minor').as('sum'),
        ])
        .where('withdrawal.state', '=', 'approved')
        .groupBy(['payout_account.kind', 'withdrawal.currency'])
        .execute()
      return {
        batches: await replies(rows),
        next_cursor: nextCursor,
        ready: ready.map((row) => ({
          kind: row.kind,
          label: payoutKinds[row.kind].label,
          market: payoutKinds[row.kind].market,
          currency: row.currency,
          payouts: Number(row.count),
          amount: formatDecimal(BigInt(row.sum)),
        })),
      }
    },

    async get(batchId: string) {
      const batch = await find(batchId)
      return {
        batch: (await replies([batch]))[0]!,
        withdrawals: await reader.staffReplies(await rowsOf(db.kysely, batchId)),
      }
    },

    /** Takes what is approved of one kind, oldest first, into a new batch. @throws Refusal `nothing_to_pay`, `money_out_stopped` */
    async make(kind: PayoutKind, by: StaffSession): Promise<string> {
      if (parts.portal.isMoneyOutStopped()) throw new Refusal('money_out_stopped')
      const batchId = id('bat')
      await db.transaction(async (tx) => {
        const rows = (await tx
          .selectFrom('withdrawal')
          .innerJoin('payout_account', 'payout_account.id', 'withdrawal.payout_account_id')
          .selectAll('withdrawal')
          .where('withdrawal.state', '=', 'approved')
          .where('payout_account.kind', '=', kind)
          .orderBy('withdrawal.id')
          .limit(payoutsAtMost)
          .forUpdate('withdrawal')
          .execute()) as WithdrawalRow[]
        if (rows.length === 0) throw new Refusal('nothing_to_pay')
        const now = clock.now()
        const { market } = payoutKinds[kind]
        const totalMinor = rows.reduce((sum, row) => sum + row.amount_minor - row.fee_minor, 0n)
        const { currency } = markets[market as Market]
        await tx
          .insertInto('payout_batch')
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
        await parts.staff.audit(tx, {
          operatorId: by.operatorId,
          action: 'batch.make',
          subject: batchId,
          text: `Put ${rows.length} payouts of ${formatMoney(totalMinor, currency)} into a batch`,
          before: null,
          after: { payouts: rows.map((row) => row.id) },
        })
      })
      return batchId
    },

    /** The file that the bank takes. Who fetched it stands in the trail: it holds account numbers. */
    async file(batchId: string, format: 'csv' | 'pain001', by: StaffSession) {
      const batch = await find(batchId)
      if (batch.state === 'cancelled') throw new Refusal('batch_state_changed')
      const rows = await rowsOf(db.kysely, batchId)
      const accounts = await db.kysely
        .selectFrom('payout_account')
        .selectAll()
        .where(
          'id',
          'in',
          rows.map((row) => row.payout_account_id),
        )
        .execute()
      await db.transaction((tx) =>
        parts.staff.audit(tx, {
          operatorId: by.operatorId,
          action: 'batch.download',
          subject: batchId,
          text: `Fetched the batch as ${format === 'csv' ? 'CSV' : 'pain.001'}`,
          before: null,
          after: { payouts: rows.length },
        }),
      )
      const payouts = rows.map((row) => {
        const account = accounts.find((one) => one.id === row.payout_account_id)!
        return {
          payCode: row.pay_code,
          amountMinor: row.amount_minor - row.fee_minor,
          holder: account.holder,
          number: payoutAccounts.numberOf(account),
          branch: account.branch,
          bank: account.bank,
        }
      })
      const content = {
        batchId,
        kind: batch.kind,
        currency: batch.currency,
        madeAt: batch.made_at,
        payer: parts.portal.settings().names.operator || parts.portal.settings().names.portal,
        payouts,
      }
      return { batchId: batch.id, text: format === 'csv' ? payoutCsv(content) : payoutPain001(content) }
    },

    /**
     * Says that the bank has the file: all of it is in transit from now on. From the threshold on by somebody else than who made it.
     * @throws Refusal `same_operator`, `batch_state_changed`
     */
    send(batchId: string, by: StaffSession, { version }: { version: number }) {
      return db.transaction(async (tx) => {
        const batch = await locked(tx, batchId, version)
        const threshold = BigInt(parts.portal.settings().four_eyes_minor[batch.market])
        if (batch.made_by === by.operatorId && batch.total_minor >= threshold) throw new Refusal('same_operator')
        const change = {
          state: 'sent' as const,
          sent_by: by.operatorId,
          sent_at: clock.now(),
          version: batch.version + 1,
        }
        await tx.updateTable('payout_batch').set(change).where('id', '=', batchId).execute()
        for (const row of await rowsOf(tx, batchId)) await ends.sent(tx, row, by, {})
        await parts.staff.audit(tx, {
          operatorId: by.operatorId,
          action: 'batch.send',
          subject: batchId,
          text: `Gave ${batch.payouts} payouts of ${formatMoney(batch.total_minor, batch.currency)} to the bank`,
          before: { state: 'draft' },
          after: { state: 'sent' },
        })
      })
    },

    /** Takes a batch apart before the bank has it: its payouts are approved as before. @throws Refusal `batch_state_changed` */
    cancel(batchId: string, by: StaffSession, { version }: { version: number }) {
      return db.transaction(async (tx) => {
        const batch = await locked(tx, batchId, version)
        const change = { state: 'cancelled' as const, version: batch.version + 1 }
        await tx.updateTable('payout_batch').set(change).where('id', '=', batchId).execute()
        for (const row of await rowsOf(tx, batchId))
          await moveWithdrawal(tx, row, 'approved', { batch_id: null, updated_at: clock.now() })
        await parts.staff.audit(tx, {
          operatorId: by.operatorId,
          action: 'batch.cancel',
          subject: batchId,
          text: 'Took the batch apart',
          before: { state: 'draft' },
          after: { state: 'cancelled' },
        })
      })
    },

    /** Drafts that wait to be given to the bank. */
    async waiting(): Promise<number> {
      const { count } = await db.kysely
        .selectFrom('payout_batch')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', '=', 'draft')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
