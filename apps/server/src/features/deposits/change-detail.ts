import type { addDetail as addOperation, updateDetail as updateOperation } from '@dhow/contract/methods'
import { operatorText } from '@dhow/contract/operator-texts'
import type { BodyOf } from '@dhow/contract/operation'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inEnglish } from '../../platform/texts.ts'
import { markets } from '../portal/index.ts'
import { factsOf, movesMoney, nameIn } from './detail-facts.ts'
import { columnsOf, lockDetail, writeDetail, type DetailBody } from './detail-store.ts'
import { railsOf, refuseInvalidLimits, replyOf } from './detail-values.ts'
import { methods } from './methods.ts'
import type { DepositParts } from './parts.ts'

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    payment_detail: DetailChange
  }
}

/** A change of a detail that waits for its second operator; without `detailId` a new one. */
export interface DetailChange {
  detailId: number | null
  /** Version on which the change is based; another change in between invalidates this one. */
  version: number | null
  code: string
  rail: string
  detail: DetailBody
}

/** Operators' details are numbered above this, the sandbox's below. */
const lastSandboxId = 1_000

/**
 * Proposes a new payment detail for confirmation by a second operator. @throws Refusal `not_found`, `invalid_fields`,
 * `change_waits`
 */
export async function addDetail(
  { platform: { db }, approvals }: DepositParts,
  code: string,
  by: StaffSession,
  { reason, rail, ...detail }: BodyOf<typeof addOperation>,
) {
  const method = methodByCode(code)
  if (!railsOf(code).some((one) => one.rail === rail))
    throw new Refusal('invalid_fields', { fields: { rail: [operatorText('list_only', {})] } })
  refuseInvalidLimits(detail)
  await db.transaction((tx) =>
    approvals.changes.propose(tx, by, {
      kind: 'payment_detail',
      subject: `new:${code}`,
      summary: operatorText('detail_added', { name: nameIn(detail), method: method.displayName }),
      change: { detailId: null, version: null, code, rail, detail },
      facts: factsOf(detail),
      reason,
    }),
  )
}

/**
 * Changes a payment detail; returns whether a second operator is needed. @throws Refusal `not_found`, `detail_changed`,
 * `change_waits`, `invalid_fields`
 */
export function updateDetail(
  parts: DepositParts,
  detailId: number,
  by: StaffSession,
  { reason, version, ...detail }: BodyOf<typeof updateOperation>,
) {
  const { platform, approvals, staff } = parts
  refuseInvalidLimits(detail)
  return platform.db.transaction(async (tx) => {
    const row = await lockDetail(tx, detailId)
    if (row.version !== version) throw new Refusal('detail_changed')
    const method = methods.find((candidate) => candidate.family === row.family)
    if (movesMoney(row, detail)) {
      await approvals.changes.propose(tx, by, {
        kind: 'payment_detail',
        subject: String(detailId),
        summary: operatorText('detail_changed', {
          id: String(detailId),
          method: method?.displayName ?? row.family,
          before: nameIn(row),
          name: nameIn(detail),
        }),
        change: { detailId, version, code: method?.code ?? '', rail: row.rail, detail },
        facts: factsOf(detail, row),
        reason,
      })
      return true
    }
    await writeDetail(tx, detailId, detail)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'payment-detail.update',
      subject: String(detailId),
      text: `Changed limits, hours or note of “${nameIn(row)}”: ${reason}`,
      before: replyOf(row),
      after: detail,
    })
    return false
  })
}

/** Shows a payment detail to players, or hides it. @throws Refusal `not_found` */
export function switchDetail(
  { platform: { db, clock }, staff }: DepositParts,
  detailId: number,
  by: StaffSession,
  { enabled, reason }: { enabled: boolean; reason: string },
) {
  return db.transaction(async (tx) => {
    const row = await lockDetail(tx, detailId)
    if (row.enabled === enabled) return
    await tx
      .updateTable('deposits.payment_detail')
      .set((eb) => ({ enabled, closed_at: enabled ? null : clock.now(), version: eb('version', '+', 1) }))
      .where('id', '=', detailId)
      .execute()
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: enabled ? 'payment-detail.show' : 'payment-detail.hide',
      subject: String(detailId),
      text: `${enabled ? 'Shows' : 'Stops showing'} “${nameIn(row)}” to players: ${reason}`,
      before: { enabled: row.enabled },
      after: { enabled },
    })
  })
}

/** Registers how a confirmed change of a payment detail is carried out. */
export function registerDetailChanges(parts: DepositParts) {
  parts.approvals.changes.register('payment_detail', {
    title: operatorText('change_payment_detail', {}),
    needs: 'methods.edit',
    apply: (tx, by, change, { summary }) => applyChange(parts, tx, by, change, inEnglish(summary)),
  })
}

/** Writes a confirmed change. */
async function applyChange({ staff }: DepositParts, tx: Tx, by: StaffSession, change: DetailChange, summary: string) {
  const { code, rail, detail } = change
  let detailId = change.detailId
  if (detailId === null) {
    const method = methodByCode(code)
    await sql`lock table deposits.payment_detail in share row exclusive mode`.execute(tx)
    const { top } = await tx
      .selectFrom('deposits.payment_detail')
      .select((eb) => eb.fn.max('id').as('top'))
      .executeTakeFirstOrThrow()
    detailId = Math.max(top ?? 0, lastSandboxId) + 1
    await tx
      .insertInto('deposits.payment_detail')
      .values({
        ...columnsOf(detail),
        id: detailId,
        family: method.family,
        market: method.market,
        currency: markets[method.market].currency,
        rail,
        enabled: true,
        closed_at: null,
      })
      .execute()
  } else {
    const row = await lockDetail(tx, detailId)
    if (row.version !== change.version) throw new Refusal('detail_changed')
    await writeDetail(tx, detailId, detail)
  }
  await staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'payment-detail.confirm',
    subject: String(detailId),
    text: `Confirmed: ${summary}`,
    before: null,
    after: detail,
  })
}
/** @throws Refusal `not_found` */
function methodByCode(code: string) {
  const found = methods.find((method) => method.code === code)
  if (!found) throw new Refusal('not_found')
  return found
}
