import { sql } from 'kysely'
import { firstIdAt } from '../../platform/ids.ts'
import type { Db } from '../../platform/db/index.ts'
import type { CampaignParts } from './parts.ts'

/** Players from before the facts were kept, so many in one transaction. */
const portion = 2_000
/** A player whose id is so old was committed by now, and has facts. */
const newForMs = 600_000

/** Brings the kept facts up to now; the first time after an upgrade it makes those of all players, a portion at a time. */
export async function refreshFacts({ platform: { clock } }: CampaignParts, db: Db): Promise<void> {
  const newFrom = firstIdAt('ply', new Date(clock.now().getTime() - newForMs))
  for (;;) {
    const { rows } = await sql<{ changed: bigint | null }>`
      select campaigns.refresh_facts(${newFrom}, ${portion}::integer) as changed`.execute(db)
    if (rows[0]?.changed !== null) return
  }
}
