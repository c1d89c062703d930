import { operatorText } from '@dhow/contract/operator-texts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Staff } from '../staff/index.ts'
import type { openChanges } from './changes.ts'
import { factOf } from './facts.ts'
import type { FourEyes } from './four-eyes.ts'

declare module './change-kinds.ts' {
  interface ChangeKinds {
    operator_seat: { operatorId: string; endsAt: string }
  }
}

export interface NewSeatEnd {
  seat_ends_at: string
  reason: string
}

/** Expiry of read-only accounts: a later one waits for a second person. */
export function openSeatEnds(
  { db }: Platform,
  { staff, people, changes }: { staff: Staff; people: FourEyes; changes: ReturnType<typeof openChanges> },
) {
  changes.register('operator_seat', {
    title: operatorText('change_operator', {}),
    needs: 'staff.manage',
    apply: (tx, by, { operatorId, endsAt }, { reason }) =>
      staff.setSeatEndIn(tx, operatorId, by, { endsAt: staff.readSeatEnd(endsAt), reason }),
  })

  return {
    /**
     * Changes the expiry of a read-only account: an earlier one at once, a later one by two people.
     * @throws Refusal `not_found`, `staff_is_self`, `seat_missing`, `change_waits`, `invalid_fields`
     */
    set: (operatorId: string, by: StaffSession, { seat_ends_at, reason }: NewSeatEnd) =>
      db.transaction(async (tx) => {
        const endsAt = staff.readSeatEnd(seat_ends_at)
        const isAlone = await people.isAlone(tx)
        const operator = await staff.lockOther(tx, operatorId, by)
        if (operator.seat_ends_at === null) throw new Refusal('seat_missing')
        const isLater = endsAt > operator.seat_ends_at
        if (!isLater || isAlone) {
          await staff.setSeatEndIn(tx, operatorId, by, { endsAt, reason })
          return { waits: false, alone: isAlone && isLater }
        }
        const until = endsAt.toISOString()
        await changes.propose(tx, by, {
          kind: 'operator_seat',
          subject: operatorId,
          summary: operatorText('seat_extended', { name: operator.name, until }),
          change: { operatorId, endsAt: until },
          reason,
          facts: [factOf('fact_seat_ends', until, operator.seat_ends_at.toISOString())],
        })
        return { waits: true, alone: false }
      }),
  }
}
