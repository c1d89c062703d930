import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { bonusReply } from './bonus-terms.ts'
import type { RewardParts } from './parts.ts'
import { findRule } from './bonus-entitlement.ts'
import { endBonus, settleBonus, lockBonus } from './end-bonus.ts'

/**
 * Gives an active bonus back; if its wagering is complete, it becomes cash instead.
 * @throws Refusal `not_found`, `bonus_ended`
 */
export async function cancelBonus(parts: RewardParts, session: PlayerSession, bonusId: string) {
  const {
    platform: { db },
  } = parts
  return db.transaction(async (tx) => {
    const row = await lockBonus(tx, bonusId)
    if (!row || row.player_id !== session.playerId) throw new Refusal('not_found')
    if (row.state !== 'active') throw new Refusal('bonus_ended')
    const settled = await settleBonus(parts, tx, row)
    const ended = settled.state === 'active' ? await endBonus(parts, tx, settled, 'cancelled') : settled
    const { title, titles } = await findRule(tx, row.rule_id)
    return bonusReply({ ...ended, title, titles })
  })
}
