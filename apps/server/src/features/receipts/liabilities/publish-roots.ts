import { currencies } from '@dhow/contract/money'
import { keysOf } from '@dhow/contract/keys-of'
import { liabilityRoot } from '@dhow/receipts/liability-proof'
import { growLiabilityTree } from '@dhow/receipts/liability-tree'
import { runSliced } from '../../../platform/sliced.ts'
import type { ReceiptsParts } from '../parts.ts'
import { isLogBehind, readLater, readLedgerTotals, readOwed, type Owed } from './owed-store.ts'
import { deleteTreesBefore, insertTree } from './root-store.ts'

const dayMs = 86_400_000
/** Time after a day's end until none of its transactions can still commit. */
const settledAfterMs = 60_000
/** Days to catch up with after a stop; earlier ones are not published. */
const mostDays = 31
/** Days for which trees are kept; roots are permanent. */
const treeDays = 35

const dayOf = (ms: number) => new Date(ms).toJSON().slice(0, 10)

/**
 * Publishes the missing roots of ended days (UTC), oldest first; before the first root, only yesterday's. Returns the
 * days. Does nothing while the log is behind a day's end.
 * @throws VerificationError `liability-total-differs` if the leaves differ from the ledger; then nothing is published
 */
export async function publishRoots(parts: ReceiptsParts): Promise<string[]> {
  const { db, clock } = parts.platform
  const settledMs = clock.now().getTime() - settledAfterMs
  const lastEndMs = Math.floor(settledMs / dayMs) * dayMs
  const newest = await db.kysely
    .selectFrom('receipts.liability_root')
    .select((eb) => eb.fn.max('day').as('day'))
    .executeTakeFirst()
  const firstEndMs = newest?.day ? Date.parse(newest.day) + 2 * dayMs : lastEndMs
  const published: string[] = []
  for (let endMs = Math.max(firstEndMs, lastEndMs - (mostDays - 1) * dayMs); endMs <= lastEndMs; endMs += dayMs) {
    if (await isLogBehind(db.kysely, new Date(endMs))) break
    await publishDay(parts, dayOf(endMs - dayMs), new Date(endMs))
    published.push(dayOf(endMs - dayMs))
  }
  return published
}

async function publishDay({ platform, random }: ReceiptsParts, day: string, end: Date) {
  const { db, clock } = platform
  const later = await readLater(db.kysely, end)
  const owed: Owed[] = []
  for await (const page of readOwed(db.kysely, later)) owed.push(...page)
  const totals = await readLedgerTotals(db.kysely, end, later)
  const made: Parameters<typeof insertTree>[1][] = []
  for (const currency of keysOf(currencies)) {
    const own = owed.filter((one) => one.currency === currency)
    const work = growLiabilityTree(
      own.map(({ liability }) => liability),
      (count) => random.bytes(count),
    )
    const tree = await runSliced(work)
    const root = liabilityRoot(tree, day, currency, totals.get(currency) ?? 0n)
    made.push({ root, tree, owed: own, at: clock.now() })
  }
  await db.transaction(async (tx) => {
    for (const one of made) await insertTree(tx, one)
    await deleteTreesBefore(tx, dayOf(Date.parse(day) - treeDays * dayMs))
  })
}
