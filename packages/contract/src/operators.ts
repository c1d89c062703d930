import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { reason } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { idOf, instant, success } from './shapes.ts'
import { roleId } from './roles.ts'
import { operator } from './staff.ts'

/** Operators: list, enrolment, roles and resets. */

export const staffList = operation({
  name: 'staffList',
  method: 'GET',
  path: '/staff/operators',
  access: 'staff',
  needs: ['staff.see'],
  summary: 'The operators.',
  reply: z.object({
    status: success,
    operators: z.array(
      z.object({
        ...operator.shape,
        active: z.boolean(),
        created_at: instant,
        last_seen_at: z.nullable(instant),
        /** End of a read-only account; null for others. */
        seat_ends_at: z.nullable(instant),
        /** Pending reset of password and second factor, to be confirmed by a second operator. */
        reset: z.nullable(z.object({ asked_by: z.string(), asked_at: instant, until: instant, reason: z.string() })),
      }),
    ),
  }),
  refusals: [],
})

/** True if done by one person, as the sandbox allows; live mode needs a second admin. */
const alone = z.boolean()

export const staffCreate = operation({
  name: 'staffCreate',
  method: 'POST',
  path: '/staff/operators',
  access: 'staff',
  needs: ['staff.manage'],
  summary:
    'Add an operator. Answers a one-time link to set a password and an authenticator app. A role that moves money needs a second admin. With `seat_ends_at` the account is read-only and ends then.',
  body: z.object({
    name: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_.-]{3,40}$/, fault('staff_name_rule'))),
    role: roleId,
    seat_ends_at: z.optional(instant),
  }),
  reply: z.object({
    status: success,
    waits: z.boolean(),
    alone,
    operator: z.nullable(operator),
    link: z.nullable(z.string()),
  }),
  refusals: ['staff_exists', 'role_unknown', 'rights_not_held', 'change_waits', 'seat_only_reads'],
})

/** Opens an enrolment link and returns its state. */
export const openEnrolment = operation({
  name: 'openEnrolment',
  method: 'POST',
  path: '/staff/enrolments/open',
  access: 'public',
  summary:
    'Open a one-time link: answers a ticket for the second factor, with the secret to enrol. The link ends when the second factor is confirmed.',
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  reply: z.object({
    status: success,
    operator,
    ticket: z.string(),
    enrol: z.object({ uri: z.string(), secret: z.string(), new_password_required: z.boolean() }),
  }),
  refusals: ['enrolment_unknown', 'enrolment_used', 'enrolment_expired'],
})

const operatorId = z.object({ id: idOf('op') })

export const setOperatorActive = operation({
  name: 'setOperatorActive',
  method: 'POST',
  path: '/staff/operators/:id/active',
  access: 'staff',
  needs: ['staff.manage'],
  summary: 'Deactivate an operator, which ends their sessions at once, or reactivate one. Never the caller.',
  params: operatorId,
  body: z.object({ active: z.boolean(), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'staff_is_self', 'last_manager'],
})

export const setOperatorRole = operation({
  name: 'setOperatorRole',
  method: 'POST',
  path: '/staff/operators/:id/role',
  access: 'staff',
  needs: ['staff.manage'],
  summary:
    'Change an operator’s role. A lower one takes effect from their next call on; a higher one needs a second admin. Never the caller’s own.',
  params: operatorId,
  body: z.object({ role: roleId, reason }),
  reply: z.object({ status: success, waits: z.boolean(), alone }),
  refusals: [
    'not_found',
    'staff_is_self',
    'role_unknown',
    'rights_not_held',
    'last_manager',
    'change_waits',
    'seat_only_reads',
  ],
})

export const setSeatEnd = operation({
  name: 'setSeatEnd',
  method: 'POST',
  path: '/staff/operators/:id/seat-end',
  access: 'staff',
  needs: ['staff.manage'],
  summary:
    'Move the end of a read-only account. An earlier end takes effect at once; a later one needs a second admin.',
  params: operatorId,
  body: z.object({ seat_ends_at: instant, reason }),
  reply: z.object({ status: success, waits: z.boolean(), alone }),
  refusals: ['not_found', 'staff_is_self', 'seat_missing', 'change_waits'],
})

export const askOperatorReset = operation({
  name: 'askOperatorReset',
  method: 'POST',
  path: '/staff/operators/:id/reset',
  access: 'staff',
  needs: ['staff.reset'],
  summary:
    'Request that an operator sets up password and second factor again. Nothing changes until another admin confirms it, within a day.',
  params: operatorId,
  body: z.object({ reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'staff_is_self', 'staff_reset_open'],
})

export const confirmOperatorReset = operation({
  name: 'confirmOperatorReset',
  method: 'POST',
  path: '/staff/operators/:id/reset/confirm',
  access: 'staff',
  needs: ['staff.manage'],
  summary:
    'Confirm such a request of another operator: sessions end, password and second factor are void, and the answer has a one-time link to set up both.',
  params: operatorId,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, operator, link: z.string() }),
  refusals: ['not_found', 'staff_is_self', 'staff_reset_missing', 'same_operator'],
})

export const withdrawOperatorReset = operation({
  name: 'withdrawOperatorReset',
  method: 'POST',
  path: '/staff/operators/:id/reset/withdraw',
  access: 'staff',
  needs: ['staff.reset'],
  summary: 'Cancel a request to set up an operator’s password and second factor again.',
  params: operatorId,
  body: z.optional(z.object({})),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'staff_reset_missing'],
})

export const operatorOperations = [
  staffList,
  staffCreate,
  openEnrolment,
  setOperatorActive,
  setOperatorRole,
  setSeatEnd,
  askOperatorReset,
  confirmOperatorReset,
  withdrawOperatorReset,
]
