import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { roleId } from './roles.ts'
import { idOf, instant, success } from './shapes.ts'

/** Break-glass: an operator takes a role for half an hour in an emergency. It raises an alarm, and another operator reviews it. */

export const breakGlassRefusals = {
  break_glass_runs: { status: 409, sentence: 'A role that was taken in an emergency is still in use. End it first.' },
  break_glass_none: { status: 409, sentence: 'No role that was taken in an emergency is in use.' },
  break_glass_no_gain: { status: 409, sentence: 'You hold every right of this role already.' },
  break_glass_reviewed: { status: 409, sentence: 'Somebody has reviewed this already.' },
} as const

/** A currently taken role. */
export const takenRole = z.object({ id: z.string(), role: z.string(), role_name: z.string(), until: instant })

export const takeRole = operation({
  name: 'takeRole',
  method: 'POST',
  path: '/staff/break-glass',
  access: 'staff',
  needs: ['staff.break_glass'],
  summary:
    'Take a second role for 30 minutes in an emergency, with a reason and a code of the authenticator app. An alarm is raised at once, the audit trail marks everything done with it, and another operator has to review it.',
  body: z.object({ role: roleId, reason, code: z.string().check(z.regex(/^[0-9]{6}$/, fault('totp_digits'))) }),
  reply: z.object({ status: success, break_glass: takenRole }),
  refusals: ['role_unknown', 'break_glass_runs', 'break_glass_no_gain', 'own_account_wrong', 'staff_locked'],
})

export const endTakenRole = operation({
  name: 'endTakenRole',
  method: 'POST',
  path: '/staff/break-glass/end',
  access: 'staff',
  needs: ['staff.break_glass'],
  summary: 'End the emergency role before its 30 minutes are over.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success }),
  refusals: ['break_glass_none'],
})

export const takenRoles = operation({
  name: 'takenRoles',
  method: 'GET',
  path: '/staff/break-glass',
  access: 'staff',
  needs: ['staff.see'],
  summary: 'List the last 50 emergency roles, those without a review first.',
  reply: z.object({
    status: success,
    taken: z.array(
      z.object({
        ...takenRole.shape,
        operator: z.string(),
        reason: z.string(),
        started_at: instant,
        ended_at: z.nullable(instant),
        /** Number of audit trail entries made with it. */
        entries: z.number(),
        reviewed_by: z.nullable(z.string()),
        review: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: [],
})

export const reviewTakenRole = operation({
  name: 'reviewTakenRole',
  method: 'POST',
  path: '/staff/break-glass/:id/review',
  access: 'staff',
  needs: ['staff.manage'],
  summary: 'Review an emergency role after it has ended. Nobody reviews their own.',
  params: z.object({ id: idOf('brk') }),
  body: z.object({ review: reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'same_operator', 'break_glass_runs', 'break_glass_reviewed'],
})

export const breakGlassOperations = [takeRole, endTakenRole, takenRoles, reviewTakenRole]
