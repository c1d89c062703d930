import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BlocklistParts } from './parts.ts'
import { valueOf, type BlockedValue } from './rules.ts'
import { hexOf, macOf, findActiveEntries } from './store.ts'

/**
 * A value in its normal form: a mobile in E.164, the number of a payout account, a payer or reference, the key of a
 * device.
 */
export type ValueToCheck = BlockedValue

/** Those of these values that are blocked now, with the end of each block. Every action checks here. */
export async function findBlocked(
  parts: BlocklistParts,
  reader: Db,
  asked: readonly ValueToCheck[],
): Promise<{ asked: ValueToCheck; until: Date | null }[]> {
  const macs = asked.map((one) => {
    const value = valueOf(parts, one.kind, one.value)
    return { one, mac: value && macOf(parts, value) }
  })
  const standing = await findActiveEntries(
    reader,
    macs.flatMap(({ mac }) => mac ?? []),
    parts.platform.clock.now(),
  )
  return macs.flatMap(({ one, mac }) => {
    const row = mac && standing.get(hexOf(mac))
    return row ? [{ asked: one, until: row.until_at }] : []
  })
}

/** Refuses without naming the list or the kind. @throws Refusal `contact_us` */
export async function refuseBlocked(parts: BlocklistParts, reader: Db, asked: readonly ValueToCheck[]): Promise<void> {
  const [first] = await findBlocked(parts, reader, asked)
  if (first) throw new Refusal('contact_us')
}
