import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { auditWriter } from './audit.ts'
import { lockBoth } from './set-operator.ts'

/** Changes a seat's expiry in the caller's transaction. @throws Refusal `not_found`, `staff_is_self`, `seat_missing` */
export async function setSeatEnd(
  tx: Tx,
  audit: ReturnType<typeof auditWriter>,
  operatorId: string,
  by: StaffSession,
  { endsAt, reason }: { endsAt: Date; reason: string },
): Promise<void> {
  const before = await lockBoth(tx, operatorId, by)
  if (before.seat_ends_at === null) throw new Refusal('seat_missing')
  await tx.updateTable('staff.operator').set({ seat_ends_at: endsAt }).where('id', '=', operatorId).execute()
  await audit(tx, {
    operatorId: by.operatorId,
    action: 'operator.seat-end',
    subject: operatorId,
    text: `${before.name} reads until ${endsAt.toISOString()}: ${reason}`,
    before: { seat_ends_at: before.seat_ends_at.toISOString() },
    after: { seat_ends_at: endsAt.toISOString() },
  })
}
