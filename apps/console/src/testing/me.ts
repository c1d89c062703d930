import { givenRoles, type GivenRole } from '@dhow/contract/given-roles'

/** Operator of a built-in role with its permissions, as in `GET /staff/me`. */
export const operatorAs = (role: GivenRole, name = 'nelao') => ({
  operator: { id: `op_${name}`, name, role, role_name: givenRoles[role].name },
  permissions: givenRoles[role].permissions,
})

/** Answer to `GET /staff/me` for an operator of a role: empty queues, no thresholds, balanced books. */
export const meAs = (role: GivenRole, more: Record<string, unknown> = {}, name = 'nelao') => ({
  json: {
    status: 'success',
    ...operatorAs(role, name),
    mode: 'sandbox',
    portal_name: 'Dhow',
    queues: { deposits: 0, withdrawals: 0, cases: 0 },
    four_eyes: [],
    books: { ok: true, broken: 0, checked_at: '2026-11-21T09:00:00.000Z' },
    ...more,
  },
})
