import { formatDecimal } from '@dhow/contract/money'
import type { PayoutBatch } from '@dhow/contract/payout-batches'
import { pageOf } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import { markets } from '../portal/index.ts'
import type { Held } from './batch-audit.ts'
import { formatsOf } from './batch-file.ts'
import { findBatch, listPayouts } from './batch-store.ts'
import type { WithdrawalParts } from './parts.ts'
import { stopsOf } from './payout-gate.ts'
import { payoutKinds } from './rules.ts'
import { staffReplies } from './staff-replies.ts'
import type { PayoutBatchRow, WithdrawalRow } from './tables.ts'

const page = 50

/** Batches, newest first, and payouts ready for one. */
export async function listBatches(parts: WithdrawalParts, query: { cursor?: string | undefined }) {
  let listed = parts.platform.db.kysely
    .selectFrom('withdrawals.payout_batch')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page + 1)
  if (query.cursor) listed = listed.where('id', '<', query.cursor)
  const { rows, nextCursor } = pageOf(await listed.execute(), page)
  return { batches: await replies(parts, rows), next_cursor: nextCursor, ready: await readyReplies(parts) }
}

/** A batch with its payouts and download formats. @throws Refusal `not_found` */
export async function readBatch(parts: WithdrawalParts, batchId: string) {
  const batch = await requireBatch(parts, batchId)
  const [reply] = await replies(parts, [batch])
  return {
    batch: required(reply, `batch ${batchId}`),
    withdrawals: await staffReplies(parts, await listPayouts(parts.platform.db.kysely, batchId)),
    ...formatsOf(parts, batch),
  }
}

/** Drafts that the bank does not have yet. */
export async function readDrafts({ platform: { db } }: WithdrawalParts): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('withdrawals.payout_batch')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('made_at').as('oldest')])
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}

/** @throws Refusal `not_found` */
export async function requireBatch({ platform: { db } }: WithdrawalParts, batchId: string): Promise<PayoutBatchRow> {
  const batch = await findBatch(db.kysely, batchId)
  if (!batch) throw new Refusal('not_found')
  return batch
}

async function replies({ platform: { db } }: WithdrawalParts, batches: PayoutBatchRow[]): Promise<PayoutBatch[]> {
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
    made_by: required(nameOf(batch.made_by), `operator ${batch.made_by}`),
    made_at: batch.made_at.toISOString(),
    sent_by: nameOf(batch.sent_by),
    sent_at: batch.sent_at?.toISOString() ?? null,
    version: batch.version,
    states: Object.fromEntries(
      counted.filter((row) => row.batch_id === batch.id).map((row) => [row.state, Number(row.count)]),
    ),
  }))
}

/** Approved payouts by kind: those for a batch, and those held with the reason. */
async function readyPayouts(parts: WithdrawalParts) {
  const rows = await parts.platform.db.kysely
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
    .execute()
  const stops = await stopsOf(parts, rows)
  const reasonsOf = (row: WithdrawalRow) => stops(row.id).filter(({ steps }) => steps.includes('batch'))
  return [...new Set(rows.map((row) => row.kind))].map((kind) => {
    const { label, market } = payoutKinds[kind]
    const ofKind = rows.filter((row) => row.kind === kind)
    const free = ofKind.filter((row) => reasonsOf(row).length === 0)
    return {
      kind,
      label,
      market,
      currency: markets[market].currency,
      payouts: free.length,
      amount: formatDecimal(free.reduce((sum, row) => sum + row.amount_minor, 0n)),
      held: ofKind.filter((row) => reasonsOf(row).length > 0).map((row) => ({ row, reasons: reasonsOf(row) })),
    }
  })
}

/** Held payouts for operators. */
export async function heldReplies(parts: WithdrawalParts, held: Held[]) {
  const players = await parts.accounts.findPlayers(held.map(({ row }) => row.player_id))
  return held.map(({ row, reasons }) => ({
    id: row.id,
    player_name: required(players.get(row.player_id), `player ${row.player_id}`).player_name,
    amount: formatDecimal(row.amount_minor),
    reasons: reasons.map(({ text }) => text),
  }))
}

const readyReplies = async (parts: WithdrawalParts) =>
  Promise.all(
    (await readyPayouts(parts)).map(async ({ held, ...row }) => ({
      ...row,
      held_back: await heldReplies(parts, held),
    })),
  )
