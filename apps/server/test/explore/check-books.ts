import { brokenChecks, type BrokenCheck } from '../broken-checks.ts'
import type { Lab } from './lab.ts'

/** Checks every invariant of the books, as the product does one after the other. */
export async function checkBooks(lab: Lab): Promise<string[]> {
  await lab.world.app.features.wallet.rollUp()
  const found = await lab.database.query<BrokenCheck>(brokenChecks, [], 'books')
  return found.map(violationOf)
}

/** The same by the product's own check, as its servers run it at their start. */
export async function checkBooksAsServer(lab: Lab): Promise<string[]> {
  const { features } = lab.world.app
  await features.check({ isWhole: true })
  return features.books.results.filter(({ violations }) => violations > 0).map(violationOf)
}

const violationOf = ({ name, violations }: { name: string; violations: number }) =>
  `${violations} violations of the invariant ${name}`
