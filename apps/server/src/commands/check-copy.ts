import { invariants } from '../check-books.ts'
import { checkInvariants, type InvariantResult } from '../features/wallet/index.ts'
import { openReadOnly } from '../platform/db/read-only.ts'

export interface CopyCheck {
  /** Number of checks that ran, and the broken ones. */
  checks: number
  broken: InvariantResult[]
}

/** Checks every invariant of a restored database, without writing to it. */
export async function checkCopy(url: string): Promise<CopyCheck> {
  const db = openReadOnly(url)
  try {
    const results = await checkInvariants(db, invariants)
    return { checks: results.length, broken: results.filter(({ violations }) => violations > 0) }
  } finally {
    await db.destroy()
  }
}

/** Prints the result as one line of JSON. @returns whether every check holds */
export async function printCopyCheck(url: string): Promise<boolean> {
  const check = await checkCopy(url)
  process.stdout.write(`${JSON.stringify(check)}\n`)
  return check.broken.length === 0
}
