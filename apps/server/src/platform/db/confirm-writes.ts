import type { CompiledQuery, Kysely } from 'kysely'
import type { Timers } from '@dhow/platform/clock'
import { confirmed, type openSlots } from './confirmed.ts'
import type { Tables } from './tables.ts'

/** Whether a statement only reads: built as a query, or raw SQL that names nothing that writes. */
export const isRead = ({ query, sql }: CompiledQuery) =>
  query.kind === 'SelectQueryNode' ||
  (/^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|(gateway|ledger|deposits)\.[a-z_]+\()/i.test(sql))

/**
 * Applies the slots and the timeout of transactions to single writes: while no standby confirms, they are refused in
 * the same way and hold no more connections. A refused write keeps its connection until the database answers.
 */
export function confirmWrites(kysely: Kysely<Tables>, timers: Timers, slots: ReturnType<typeof openSlots>) {
  const executor = kysely.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = async (query) => {
    if (isRead(query)) return execute(query)
    const leave = await slots.acquire()
    const written = execute(query).finally(leave)
    return confirmed(timers, written)
  }
}
