import { isReading, type Permission } from '@dhow/contract/permissions'
import { operatorText } from '@dhow/contract/operator-texts'
import { Refusal } from '../../platform/refusal.ts'

/** Seats: read-only accounts of a regulator or auditor, which expire on a day. */

const longestMs = 2 * 366 * 86_400_000

/** Whether an operator may sign in and work now. */
export const isActiveOperator = ({ active, seat_ends_at }: { active: boolean; seat_ends_at: Date | null }, now: Date) =>
  active && (seat_ends_at === null || seat_ends_at > now)

/** Permissions that an operator holds by a role; for a seat only those that read. */
export const heldBy = (permissions: readonly Permission[], seatEndsAt: Date | null): ReadonlySet<Permission> =>
  new Set(seatEndsAt === null ? permissions : permissions.filter(isReading))

/** @throws Refusal `seat_only_reads` if a seat's role would do more than read */
export function refuseForSeat(seatEndsAt: Date | null, permissions: Iterable<Permission>): void {
  if (seatEndsAt !== null && ![...permissions].every(isReading)) throw new Refusal('seat_only_reads')
}

/** Expiry of a seat as sent. @throws Refusal `invalid_fields` if it is past, or more than two years ahead */
export function readSeatEnd(sent: string, now: Date): Date {
  const ends = new Date(sent)
  const aheadMs = ends.getTime() - now.getTime()
  if (!(aheadMs > 0 && aheadMs <= longestMs))
    throw new Refusal('invalid_fields', { fields: { seat_ends_at: [operatorText('seat_end_rule', {})] } })
  return ends
}
