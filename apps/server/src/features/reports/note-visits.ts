import { visitsKeptDays } from '@dhow/contract/report-funnel'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { every } from '../../platform/every.ts'
import type { ReportParts } from './parts.ts'
import { marketLists } from './roll-up.ts'

/** A player was shown the cashier's methods, or the page of one. */
export interface CashierVisit {
  playerId: string
  market: Market
  step: 'opened' | 'chose'
  /** Code of the chosen method. */
  method?: string | undefined
}

interface Row {
  player_id: string
  half_hour: string
  step: CashierVisit['step']
  method: string
  market: Market
  at: string
}

const halfHourMs = 30 * 60_000
const dayMs = 86_400_000
const writtenEachMs = 5_000
/** More are dropped: showing the page matters more than counting it. */
const maxWaiting = 10_000
const rowsPerStatement = 1_000

/**
 * Records visits to the cashier after their answer, many in one statement: a page never waits for it or fails because
 * of it. Visits of a player and method within half an hour are one row, on any server. Old rows become sums without
 * players.
 */
export function openVisits(parts: Pick<ReportParts, 'platform'>) {
  const { db, clock, log } = parts.platform
  const waiting = new Map<string, Row>()
  let dropped = 0

  function add(row: Row) {
    const key = [row.player_id, row.half_hour, row.step, row.method].join(' ')
    if (waiting.has(key)) return
    if (waiting.size >= maxWaiting) dropped++
    else waiting.set(key, row)
  }

  async function write(): Promise<void> {
    if (dropped > 0) {
      log.warn({ visits: dropped }, 'visits to the cashier were dropped: the queue is full')
      dropped = 0
    }
    const noted = [...waiting]
    for (let start = 0; start < noted.length; start += rowsPerStatement) {
      const some = noted.slice(start, start + rowsPerStatement)
      await sql`
        insert into reports.cashier_visit (player_id, half_hour, step, method, market, at)
        select player_id, half_hour, step, method, market, at from jsonb_to_recordset(${JSON.stringify(some.map(([, row]) => row))}::jsonb)
          as noted (player_id text, half_hour timestamptz, step text, method text, market text, at timestamptz)
        on conflict do nothing`.execute(db.kysely)
      for (const [key] of some) waiting.delete(key)
    }
  }

  const stop = every(parts.platform, 'cashier-visits', writtenEachMs, write)
  return {
    note({ playerId, market, step, method = '' }: CashierVisit): void {
      const at = clock.now()
      const half_hour = new Date(Math.floor(at.getTime() / halfHourMs) * halfHourMs).toISOString()
      const row = { player_id: playerId, half_hour, step, method, market, at: at.toISOString() }
      add(row)
      // A method's page may be opened directly, which is a visit to the cashier too.
      if (step === 'chose') add({ ...row, step: 'opened', method: '' })
    },
    /** Writes the waiting visits. */
    write,
    /** Adds expired rows to the sums without players. */
    async forget(): Promise<void> {
      const before = new Date(clock.now().getTime() - visitsKeptDays * dayMs)
      await sql`select reports.forget_visits(${before}, ${marketLists})`.execute(db.kysely)
    },
    async close(): Promise<void> {
      await stop()
      await write().catch((error: unknown) => log.warn({ err: error }, 'visits to the cashier could not be counted'))
    },
  }
}
