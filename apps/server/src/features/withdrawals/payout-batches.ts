import { formatDecimal } from '@dhow/contract/money'
import type { PayoutBatch } from '@dhow/contract/payout-batches'
import type { StaffWithdrawal } from '@dhow/contract/withdrawal-review'
import type { StaffSession } from '../../platform/http/call.ts'
import { pageOf } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openBatchFile } from './batch-file.ts'
import { findBatch, payoutsOf } from './batch-store.ts'
import { batchHeld, type Held } from './change-batch.ts'
import type { WithdrawalParts } from './index.ts'
import type { openPayoutAccounts } from './payout-accounts.ts'
import { fileOf } from './payout-file.ts'
import type { Gate } from './payout-gate.ts'
import { payoutKinds, type PayoutKind } from './rules.ts'
import type { PayoutBatchRow, WithdrawalRow } from './tables.ts'

const page = 50

/** The batches of payouts as operators read them, and the file of each for the bank. */
export function openBatches(
  parts: WithdrawalParts,
  { gate, payoutAccounts }: { gate: Gate; payoutAccounts: ReturnType<typeof openPayoutAccounts> },
  reader: { staffReplies(rows: WithdrawalRow[]): Promise<StaffWithdrawal[]> },
) {
  const { db } = parts.platform
  const files = openBatchFile(parts, payoutAccounts)

  async function replies(batches: PayoutBatchRow[]): Promise<PayoutBatch[]> {
    if (batches.length === 0) return []
    const operators = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
    const nameOf = (operatorId: string | null) => operators.find((one) => one.id === operatorId)?.name ?? null
    const counted = await db.kysely
      .selectFrom('withdrawals.withdrawal')
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
    const batch = await findBatch(db.kysely, batchId)
    if (!batch) throw new Refusal('not_found')
    return batch
  }

  /** Approved payouts by kind: those that a batch would take, and those kept back with the reason. */
  async function ready() {
    const rows = (await db.kysely
      .selectFrom('withdrawals.withdrawal')
      .innerJoin(
        'withdrawals.payout_account',
        'withdrawals.payout_account.id',
        'withdrawals.withdrawal.payout_account_id',
      )
      .selectAll('withdrawals.withdrawal')
      .select('withdrawals.payout_account.kind')
      .where('withdrawals.withdrawal.state', '=', 'approved')
      .orderBy('withdrawals.withdrawal.id')
      .execute()) as (WithdrawalRow & { kind: PayoutKind })[]
    const stops = await gate.stopsOf(rows)
    const reasonsOf = (row: WithdrawalRow) => stops.get(row.id)!.filter(({ steps }) => steps.includes('batch'))
    return [...new Set(rows.map((row) => row.kind))].map((kind) => {
      const ofKind = rows.filter((row) => row.kind === kind)
      const free = ofKind.filter((row) => reasonsOf(row).length === 0)
      return {
        kind,
        label: payoutKinds[kind].label,
        market: payoutKinds[kind].market,
        currency: ofKind[0]!.currency,
        payouts: free.length,
        amount: formatDecimal(free.reduce((sum, row) => sum + row.amount_minor, 0n)),
        held: ofKind.filter((row) => reasonsOf(row).length > 0).map((row) => ({ row, reasons: reasonsOf(row) })),
      }
    })
  }

  /** Payouts that are kept back, as the operator reads of them. */
  async function heldReplies(held: Held[]) {
    const players = await parts.accounts.findPlayers(held.map(({ row }) => row.player_id))
    return held.map(({ row, reasons }) => ({
      id: row.id,
      player_name: players.get(row.player_id)!.player_name,
      amount: formatDecimal(row.amount_minor),
      reasons: reasons.map(({ text }) => text),
    }))
  }

  const readyReplies = async () =>
    Promise.all((await ready()).map(async ({ held, ...row }) => ({ ...row, held_back: await heldReplies(held) })))

  return {
    heldReplies,

    async list(query: { cursor?: string | undefined }) {
      let listed = db.kysely
        .selectFrom('withdrawals.payout_batch')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(page + 1)
      if (query.cursor) listed = listed.where('id', '<', query.cursor)
      const { rows, nextCursor } = pageOf(await listed.execute(), page)
      return { batches: await replies(rows), next_cursor: nextCursor, ready: await readyReplies() }
    },

    async get(batchId: string) {
      const batch = await find(batchId)
      return {
        batch: (await replies([batch]))[0]!,
        withdrawals: await reader.staffReplies(await payoutsOf(db.kysely, batchId)),
        ...files.formats(batch),
      }
    },

    /**
     * The file for the bank, as pain.001 or as CSV in a layout. The download is audited: the file holds account numbers.
     * @throws Refusal `not_found`, `batch_state_changed`, `batch_held`, `payer_account_missing`, `payout_file_unsupported`
     */
    async file(batchId: string, wanted: 'pain001' | { layout: string | undefined }, by: StaffSession) {
      const batch = await find(batchId)
      if (batch.state === 'cancelled') throw new Refusal('batch_state_changed')
      const rows = await payoutsOf(db.kysely, batchId)
      const stops = await gate.stopsOf(rows)
      const held = rows.filter((row) => stops.get(row.id)!.length > 0)
      // A file is as good as the money: what must not go out is in none.
      if (batch.state === 'draft' && held.length > 0)
        throw batchHeld(held.map((row) => ({ row, reasons: stops.get(row.id)! })))
      const { name, text } = fileOf(await files.content(batch, rows), wanted, batch.market)
      await db.transaction((tx) =>
        parts.staff.audit(tx, {
          operatorId: by.operatorId,
          action: 'batch.download',
          subject: batchId,
          text: `Downloaded the batch as ${name}`,
          before: null,
          after: { payouts: rows.length },
        }),
      )
      return { batchId: batch.id, text }
    },

    /** Drafts that wait to be given to the bank. */
    async waiting(): Promise<number> {
      const { count } = await db.kysely
        .selectFrom('withdrawals.payout_batch')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', '=', 'draft')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
