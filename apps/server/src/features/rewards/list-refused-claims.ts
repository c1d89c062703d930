import type { RewardParts } from './parts.ts'

/** Claims refused by rules, newest first, of one player or all. */
export async function listRefusedClaims({ platform: { db } }: RewardParts, playerId?: string) {
  let query = db.kysely
    .selectFrom('rewards.refused_claim as refused')
    .innerJoin('accounts.player_card as player', 'player.id', 'refused.player_id')
    .leftJoin('rewards.gift_envelope as envelope', 'envelope.id', 'refused.reward_id')
    .leftJoin('rewards.bonus_rule as rule', 'rule.id', 'refused.reward_id')
    .selectAll('refused')
    .select(['player.player_name', 'envelope.title as gift_title', 'rule.title as bonus_title'])
    .orderBy('refused.at', 'desc')
    .limit(200)
  if (playerId !== undefined) query = query.where('refused.player_id', '=', playerId)
  const rows = await query.execute()
  return rows.map((row) => ({
    reward: { id: row.reward_id, title: row.gift_title ?? row.bonus_title ?? row.reward_id },
    player: { id: row.player_id, player_name: row.player_name },
    text: { code: row.code, params: row.params },
    tries: row.tries,
    at: row.at.toISOString(),
  }))
}

/** Claims that count against a rule, for the player's data export. */
export async function listOwnClaims({ platform: { db } }: RewardParts, playerId: string) {
  const rows = await db.kysely
    .selectFrom('rewards.claim')
    .select(['reward_id', 'network', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('at')
    .execute()
  return rows.map(({ reward_id: reward, network, at }) => ({ reward, network, at: at.toISOString() }))
}
