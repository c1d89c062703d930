import type { CompiledQuery, Kysely } from 'kysely'
import type { Timers } from '@dhow/platform/clock'
import { confirmed, type openPlaces } from './confirmed.ts'
import type { Tables } from './tables.ts'

/** Whether a statement only reads: it was built as a query, or is one whose text names nothing that writes. */
export const isRead = ({ query, sql }: CompiledQuery) =>
  query.kind === 'SelectQueryNode' ||
  (/^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|(gateway|ledger|deposits)\.[a-z_]+\()/i.test(sql))

/**
 * Gives writes outside a transaction the places and the patience of transactions: while no standby confirms, they are refused as those are, and hold no more
 * connections than those do. A refused write keeps its connection until the database answers.
 */
export function confirmWrites(kysely: Kysely<Tables>, timers: Timers, places: ReturnType<typeof openPlaces>) {
  const executor = kysely.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = async (query) => {
    if (isRead(query)) return execute(query)
    const leave = await places.take()
    const written = execute(query).finally(leave)
    return confirmed(timers, written)
  }
}
