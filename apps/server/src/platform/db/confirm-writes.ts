import type { CompiledQuery, Kysely } from 'kysely'
import type { Timers } from '@dhow/platform/clock'
import { confirmed, type openSlots } from './confirmed.ts'
import type { Tables } from './tables.ts'

/** Functions of the database that write, called by a `select`; `confirm-writes.test.ts` compares them with the database. */
const writers = callsOf({
  deposits: 'accept_group|day_add',
  gateway: 'apply|apply_all|apply_group|decide',
  ledger: 'change_debt|close_wallet|end_hold|lock_\\w+|open_\\w+|post\\w*|restrict\\w*|roll_up|set_frozen',
  limits: 'count_play|refuse_stake',
  platform: 'attempt_add|attempt_settle',
})
/** Those of jobs alone, whose statements may take long. */
const jobWriters = callsOf({
  campaigns: 'refresh_facts',
  reports: 'add_\\w+|forget_\\w+|read_payments|roll_up\\w*|set_test_player|sum_visits',
  tournaments: 'count_rounds|rank_players',
})

function callsOf(bySchema: Record<string, string>): RegExp {
  const names = Object.entries(bySchema).map(([schema, functions]) => `${schema}\\.(${functions})`)
  return new RegExp(`\\b(${names.join('|')})\\(`, 'i')
}

/**
 * `read`: built as a query, or raw SQL that names nothing that writes; `job`: a write of a job, which nobody waits for;
 * `call`: any other write.
 */
export function kindOf({ query, sql }: CompiledQuery): 'read' | 'job' | 'call' {
  if (writers.test(sql)) return 'call'
  if (jobWriters.test(sql)) return 'job'
  const isRead =
    query.kind === 'SelectQueryNode' || (/^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql))
  return isRead ? 'read' : 'call'
}

/**
 * Applies the slots and the timeout of transactions to single writes: while no standby confirms, they are refused in
 * the same way, within one timeout for the slot and the statement, and hold no more connections. A refused write keeps
 * its connection until the database answers. Jobs' writes take a slot and have no timeout.
 */
export function confirmWrites(kysely: Kysely<Tables>, timers: Timers, slots: ReturnType<typeof openSlots>) {
  const executor = kysely.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = async <Row>(query: CompiledQuery<Row>) => {
    const kind = kindOf(query)
    if (kind === 'read') return execute(query)
    const write = async () => {
      const leave = await slots.acquire()
      return execute(query).finally(leave)
    }
    return kind === 'job' ? write() : confirmed(timers, write())
  }
}
