import { fits } from './fields.ts'
import type { CampaignParts } from './parts.ts'

/** Those of these segments that a player is in by the stored facts, which are seconds old. */
export async function segmentsOfPlayer(
  { platform: { db, clock } }: CampaignParts,
  playerId: string,
  segmentIds: readonly string[],
): Promise<string[]> {
  if (segmentIds.length === 0) return []
  const now = clock.now()
  const segments = await db.kysely
    .selectFrom('campaigns.segment')
    .select(['id', 'market', 'rules'])
    .where('id', 'in', [...segmentIds])
    .execute()
  const held = await Promise.all(
    segments.map(async ({ id, market, rules }) => {
      const fact = await db.kysely
        .selectFrom('campaigns.player_fact')
        .select('player_id')
        .where('player_id', '=', playerId)
        .where('market', '=', market)
        .where((eb) => fits(eb, rules, now))
        .executeTakeFirst()
      return fact ? [id] : []
    }),
  )
  return held.flat()
}
