import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { listPayments } from './list-payments.ts'
import type { PaymentParts } from './parts.ts'

/**
 * All deposits of a player, manual or by a service, newest first: after their prefix, ids of both kinds sort by time.
 */
export async function readHistory(parts: PaymentParts, playerId: string, query: HistoryQuery) {
  const limit = query.limit ?? 20
  const after = (prefix: string) =>
    query.cursor === undefined ? query : { ...query, cursor: prefix + query.cursor.slice(prefix.length) }
  const pages = [
    await parts.deposits.reader.history(playerId, after('dep_')),
    await listPayments(parts, playerId, after('pay_')),
  ] as const
  const all = pages.flatMap((page) => page.data).sort((a, b) => (a.id.slice(4) < b.id.slice(4) ? 1 : -1))
  const data = all.slice(0, limit)
  const hasMore = all.length > limit || pages.some((page) => page.next_cursor !== null)
  const sum = formatDecimal(pages.reduce((total, page) => total + (parseAmount(page.totals.in) ?? 0n), 0n))
  return {
    data,
    next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null,
    totals: { in: sum, out: '0.00', net: sum },
  }
}
