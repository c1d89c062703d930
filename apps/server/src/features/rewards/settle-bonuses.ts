import { Refusal } from '../../platform/refusal.ts'
import { bonusesDue } from './bonus-store.ts'
import type { RewardParts } from './parts.ts'
import { settleBonus, lockBonus } from './end-bonus.ts'

const atOnce = 200

/**
 * Counts stakes and ends complete or expired bonuses; several servers share the work. Returns how many were checked.
 */
export async function settleDueBonuses(parts: RewardParts): Promise<number> {
  const {
    platform: { db, clock, log },
  } = parts
  const due = await bonusesDue(db.kysely, clock.now(), atOnce)
  for (const bonusId of due) {
    try {
      await db.transaction(async (tx) => {
        const row = await lockBonus(tx, bonusId, { skipLocked: true })
        if (row?.state === 'active') await settleBonus(parts, tx, row)
      })
    } catch (error) {
      // A frozen or full account keeps its bonus for now; the others continue.
      if (!(error instanceof Refusal)) throw error
      log.warn({ bonusId, code: error.code }, 'a bonus could not be settled yet')
    }
  }
  return due.length
}
