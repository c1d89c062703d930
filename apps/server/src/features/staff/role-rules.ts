import { isOverMoney, type Permission } from '@dhow/contract/permissions'

type Bundle = Iterable<Permission>

/** Permissions of `after` that `before` lacks. */
export const gained = (before: Bundle, after: Bundle): Permission[] => {
  const held = new Set(before)
  return [...after].filter((permission) => !held.has(permission))
}

/** Whether a bundle contains all of another: only then may its holder grant the other. */
export const hasAll = (held: ReadonlySet<Permission>, wanted: Bundle) =>
  [...wanted].every((permission) => held.has(permission))

/**
 * Whether a change of bundle adds permissions over money or over operators' permissions: it then waits for a second
 * person.
 */
export const addsMoneyRights = (before: Bundle, after: Bundle) => gained(before, after).some(isOverMoney)
