import { sql } from 'kysely'
import type { DepositFamily } from '@dhow/contract/deposit-families'
import type { Platform } from '../../platform/platform.ts'

const lookedBackMs = 7 * 24 * 3_600_000
/** Approvals needed for a median. */
const minApprovals = 5
const keptMs = 60_000

type Medians = ReadonlyMap<string, number>

/** Usual time until approval, by family. The chooser shows it, so it is computed at most once a minute. */
export function openUsualMinutes({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  let kept: { atMs: number; medians: Promise<Medians> } | undefined

  return {
    /** Median of the last seven days in whole minutes, rounded up; undefined with fewer than five approvals. */
    async of(family: DepositFamily): Promise<number | undefined> {
      const nowMs = clock.monotonicMs()
      if (!kept || nowMs - kept.atMs >= keptMs) {
        const medians = readMedians()
        kept = { atMs: nowMs, medians }
        // Do not cache a failure: the next call tries again.
        medians.catch(() => (kept = undefined))
      }
      return (await kept.medians).get(family)
    },
  }

  async function readMedians(): Promise<Medians> {
    const since = new Date(clock.now().getTime() - lookedBackMs)
    const { rows } = await sql<{ family: string; seconds: number }>`
      select family, percentile_cont(0.5) within group (order by extract(epoch from updated_at - submitted_at))::float8 as seconds
      from deposits.deposit
      where state = 'approved' and updated_at > ${since}
      group by family having count(*) >= ${minApprovals}`.execute(db.kysely)
    return new Map(rows.map(({ family, seconds }) => [family, Math.max(1, Math.ceil(seconds / 60))]))
  }
}
