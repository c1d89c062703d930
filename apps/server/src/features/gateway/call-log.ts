import { sql } from 'kysely'
import type { Platform } from '../../platform/platform.ts'

export interface CallEntry {
  at: Date
  provider_code: string
  call: string
  tx_id: string | null
  round_id: string | null
  player_id: string | null
  code: string
  took_us: number
}

const flushEveryMs = 500
const maxKept = 20_000

/** Logs every provider's call with its outcome, written in bulk after the calls. */
export function openCallLog({ db, clock, log }: Platform) {
  let entries: CallEntry[] = []
  let cancel: (() => void) | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const flush = () => {
    cancel = undefined
    const batch = entries
    entries = []
    if (batch.length === 0) return
    // One array parameter: a statement with a parameter per value is slow to build and parse.
    writing = sql`insert into gateway.call (at, provider_code, call, tx_id, round_id, player_id, code, took_us)
      select at, provider_code, call, tx_id, round_id, player_id, code, took_us
      from json_populate_recordset(null::gateway.call, ${JSON.stringify(batch)}::json)`
      .execute(db.kysely)
      .catch((error: unknown) => log.error({ err: error, lost: batch.length }, 'provider calls could not be logged'))
  }

  return {
    note(entry: CallEntry) {
      if (entries.length < maxKept) entries.push(entry)
      cancel ??= clock.after(flushEveryMs, flush)
    },
    async close() {
      cancel?.()
      flush()
      await writing
    },
  }
}
