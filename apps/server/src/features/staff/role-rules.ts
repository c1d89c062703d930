import { isOverMoney, type Permission } from '@dhow/contract/permissions'

type Bundle = Iterable<Permission>

/** Permissions of `after` that `before` lacks. */
export const gained = (before: Bundle, after: Bundle): Permission[] => {
  const held = new Set(before)
  return [...after].filter((permission) => !held.has(permission))
}

/** Whether a bundle holds everything of another: only then may its holder give that other one. */
export const holdsAll = (held: ReadonlySet<Permission>, wanted: Bundle) =>
  [...wanted].every((permission) => held.has(permission))

/** Whether a change from one bundle to another gives rights over money, or over who may: such a change waits for a second person. */
export const raisesRights = (before: Bundle, after: Bundle) => gained(before, after).some(isOverMoney)
