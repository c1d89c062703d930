import { sql } from 'kysely'
import { smallestIdAt } from '../../platform/ids.ts'
import type { Db } from '../../platform/db/index.ts'
import type { CampaignParts } from './parts.ts'

/** Players from before facts were stored, this many per transaction. */
const portion = 2_000
/** A player with an id this old is committed by now, and has facts. */
const newForMs = 600_000

/** Updates the stored facts; the first time after an upgrade it creates those of all players, a portion at a time. */
export async function refreshFacts({ platform: { clock } }: CampaignParts, db: Db): Promise<void> {
  const newFrom = smallestIdAt('ply', new Date(clock.now().getTime() - newForMs))
  for (;;) {
    const { rows } = await sql<{ changed: bigint | null }>`
      select campaigns.refresh_facts(${newFrom}, ${portion}::integer) as changed`.execute(db)
    if (rows[0]?.changed !== null) return
  }
}
