import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import type { PaymentParts } from './parts.ts'
import { findAssigned, lockPayment } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

const settles = 'cases.settle'

/** Active operators who may settle cases, by name. */
export const listSettlers = ({ platform: { db }, staff }: PaymentParts) => staff.listWith(db.kysely, settles)

/**
 * Assigns a payment in review to an operator, or to nobody. @throws Refusal `not_found`, `case_closed`,
 * `settler_unknown`
 */
export const assignCase = (
  { platform: { db, clock }, staff }: PaymentParts,
  paymentId: string,
  by: StaffSession,
  operatorId: string | null,
): Promise<ServicePaymentRow> =>
  db.transaction(async (tx) => {
    const row = await lockPayment(tx, paymentId)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'review') throw new Refusal('case_closed')
    const before = await findAssigned(tx, paymentId)
    const given = (await staff.listWith(tx, settles)).find(({ id }) => id === operatorId)
    if (operatorId !== null && !given) throw new Refusal('settler_unknown')
    if ((before?.id ?? null) === operatorId) return row
    await tx.deleteFrom('payments.assignment').where('payment_id', '=', paymentId).execute()
    if (operatorId !== null)
      await tx
        .insertInto('payments.assignment')
        .values({ payment_id: paymentId, operator_id: operatorId, at: clock.now() })
        .execute()
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'payment.assign',
      subject: paymentId,
      text: `Gave the case to ${given?.name ?? 'nobody'}`,
      before: { assigned: before?.id ?? null },
      after: { assigned: operatorId },
    })
    return row
  })

/** Payments in review assigned to an operator, since their last change. */
export async function readAssigned({ platform: { db } }: PaymentParts, operatorId: string): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('payments.assignment')
    .innerJoin('payments.service_payment', 'payments.service_payment.id', 'payments.assignment.payment_id')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('updated_at').as('oldest')])
    .where('operator_id', '=', operatorId)
    .where('state', '=', 'review')
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}
