import { invariants } from '../src/check-books.ts'

/**
 * All invariants over all of the books in one statement, which a session reads and plans once for a database: it answers those that are violated, where
 * the product asks one after the other.
 */
export const brokenChecks = invariants
  .map(
    ({ name, sql }) =>
      `select '${name}' as name, count(*)::int as violations, min(found.example::text) as example from (${sql}) as found (example) having count(*) > 0`,
  )
  .join(' union all ')

export interface BrokenCheck {
  name: string
  violations: number
  /** One of the violations. */
  example: string
}
