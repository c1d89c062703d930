import { invariants } from '../../src/check-books.ts'
import type { System } from './system.ts'

/**
 * All invariants over all of the books in one statement, parsed and planned once per database; returns the broken ones.
 */
const all = invariants
  .map(
    ({ name, sql }) =>
      `select '${name}' as name, count(*)::int as violations from (${sql}) as found having count(*) > 0`,
  )
  .join(' union all ')

/** Checks every invariant of the books, which the product does one after the other. */
export async function checkBooks(system: System): Promise<string[]> {
  await system.world.app.features.wallet.rollUp()
  const found = await system.database.query<{ name: string; violations: number }>(all, [], 'books')
  return found.map(violationOf)
}

/** Runs the product's own check, as its servers do at their start. */
export async function checkBooksAsServer(system: System): Promise<string[]> {
  const { features } = system.world.app
  await features.receipts.sequenceStaff()
  await features.check({ isWhole: true })
  return features.books.results.filter(({ violations }) => violations > 0).map(violationOf)
}

const violationOf = ({ name, violations }: { name: string; violations: number }) =>
  `${violations} violations of the invariant ${name}`
