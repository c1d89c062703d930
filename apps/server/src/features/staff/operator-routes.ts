import {
  askOperatorReset,
  confirmOperatorReset,
  setOperatorActive,
  staffList,
  withdrawOperatorReset,
} from '@dhow/contract/operators'
import { endTakenRole, reviewTakenRole, takenRoles, takeRole } from '@dhow/contract/break-glass'
import { createRole, endRole, staffRoles } from '@dhow/contract/roles'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { required } from '../../platform/required.ts'
import type { Staff } from './index.ts'

/** Operators and their roles; changes that wait for a second person are in approvals. */
export function serveOperators(serve: Listener['serve'], staff: Staff) {
  serve(staffList, async () => {
    const operators = await staff.list()
    return {
      ...done,
      operators: operators.map((row) => ({
        id: row.id,
        name: row.name,
        role: row.role,
        role_name: row.role_name,
        active: row.active,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at?.toISOString() ?? null,
        seat_ends_at: row.seat_ends_at?.toISOString() ?? null,
        reset:
          row.asked_at === null
            ? null
            : {
                asked_by: required(row.asked_by, 'operator who asked'),
                asked_at: row.asked_at.toISOString(),
                until: required(row.until, 'end of the reset').toISOString(),
                reason: required(row.reason, 'reason of the reset'),
              },
      })),
    }
  })
  serve(staffRoles, async () => ({ ...done, roles: await staff.listRoles() }))
  serve(createRole, async ({ body, staff: session }) => ({ ...done, id: await staff.createRole(session, body) }))
  serve(endRole, async ({ params, body, staff: session }) => {
    await staff.endRole(params.id, session, body.reason)
    return done
  })
  serve(setOperatorActive, async ({ params, body, staff: session }) => {
    await staff.setActive(params.id, session, body)
    return done
  })
  serve(takeRole, async ({ body, staff: session }) => ({
    ...done,
    break_glass: await staff.breakGlass.take(session, body),
  }))
  serve(endTakenRole, async ({ staff: session }) => {
    await staff.breakGlass.end(session)
    return done
  })
  serve(takenRoles, async () => ({ ...done, taken: await staff.breakGlass.list() }))
  serve(reviewTakenRole, async ({ params, body, staff: session }) => {
    await staff.breakGlass.review(params.id, session, body.review)
    return done
  })
  serve(askOperatorReset, async ({ params, body, staff: session }) => {
    await staff.resets.ask(params.id, session, body.reason)
    return done
  })
  serve(confirmOperatorReset, async ({ params, staff: session }) => {
    return { ...done, ...(await staff.resets.confirm(params.id, session)) }
  })
  serve(withdrawOperatorReset, async ({ params, staff: session }) => {
    await staff.resets.withdraw(params.id, session)
    return done
  })
}
