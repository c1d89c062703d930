import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { givenRoles } from './given-roles.ts'
import { keysOf } from './keys-of.ts'
import { operation } from './operation.ts'
import { allPermissions } from './permissions.ts'
import { reason } from './queue-shapes.ts'
import { idOf, success } from './shapes.ts'

/** Roles: bundles of permissions, built-in or made by operators. */

export const roleRefusals = {
  role_unknown: { status: 409, sentence: 'This role does not exist any more. Choose another one.' },
  role_exists: { status: 409, sentence: 'A role of this name exists.' },
  role_in_use: { status: 409, sentence: 'Operators have this role. Give them another one first.' },
  rights_not_held: {
    status: 403,
    sentence: 'This role may do more than yours. Nobody gives rights that they do not hold.',
  },
  last_manager: {
    status: 409,
    sentence: 'Nobody would be left who may manage operators and roles. Give somebody else that right first.',
  },
} as const

/** Built-in role by name, or an operator's role by id. */
export const roleId = z.string().check(z.regex(new RegExp(`^(?:${keysOf(givenRoles).join('|')}|rol_[a-z0-9]{1,40})$`)))
const permission = z.enum(allPermissions)

export const staffRoles = operation({
  name: 'staffRoles',
  method: 'GET',
  path: '/staff/roles',
  access: 'staff',
  needs: ['staff.see'],
  summary: 'The roles, with permissions and operators of each.',
  reply: z.object({
    status: success,
    roles: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        about: z.string(),
        /** Built-in role, which cannot be edited or ended. */
        given: z.boolean(),
        version: z.number(),
        permissions: z.array(permission),
        /** Names of the operators who have it. */
        operators: z.array(z.string()),
      }),
    ),
  }),
  refusals: [],
})

const bundle = {
  name: z.string().check(z.trim(), z.minLength(3, fault('role_name_rule')), z.maxLength(40, fault('role_name_rule'))),
  about: z.string().check(z.trim(), z.maxLength(200)),
  permissions: z.array(permission).check(z.minLength(1, fault('role_empty')), z.maxLength(allPermissions.length)),
  reason,
}

export const createRole = operation({
  name: 'createRole',
  method: 'POST',
  path: '/staff/roles',
  access: 'staff',
  needs: ['staff.manage'],
  summary: 'Create a role, with no permission that its maker lacks.',
  body: z.object(bundle),
  reply: z.object({ status: success, id: z.string() }),
  refusals: ['role_exists', 'rights_not_held'],
})

const ownRole = z.object({ id: idOf('rol') })

export const changeRole = operation({
  name: 'changeRole',
  method: 'PUT',
  path: '/staff/roles/:id',
  access: 'staff',
  needs: ['staff.manage'],
  summary:
    'Change a role; it applies to its operators from their next call on. Added permissions over money need a second person if an operator has the role.',
  params: ownRole,
  body: z.object({ ...bundle, version: z.int() }),
  reply: z.object({
    status: success,
    waits: z.boolean(),
    /** True if done by one person, as the sandbox allows; live mode needs a second one. */
    alone: z.boolean(),
  }),
  refusals: [
    'role_unknown',
    'role_exists',
    'rights_not_held',
    'last_manager',
    'detail_changed',
    'change_waits',
    'seat_only_reads',
  ],
})

export const endRole = operation({
  name: 'endRole',
  method: 'POST',
  path: '/staff/roles/:id/end',
  access: 'staff',
  needs: ['staff.manage'],
  summary: 'Delete a role that no operator has.',
  params: ownRole,
  body: z.object({ reason }),
  reply: z.object({ status: success }),
  refusals: ['role_unknown', 'role_in_use'],
})

export const roleOperations = [staffRoles, createRole, changeRole, endRole]
