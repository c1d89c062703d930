import type { RewardParts } from './parts.ts'
import { settleDueBonuses } from './settle-bonuses.ts'
import { claimBonus } from './claim-bonus.ts'
import { readOffers, readBonuses } from './read-bonuses.ts'
import { cancelBonus } from './cancel-bonus.ts'
import { lockBonusOfDeposit, reverseBonus } from './reverse-bonus.ts'
import { bind } from '../../platform/bind.ts'

/**
 * Bonuses: money on the player's bonus account, locked until a multiple of its amount was staked in cash in settled
 * rounds. Then it becomes cash; until then it can be given back, and after its time it expires. Each end is one posting
 * under one key, so a bonus ends only once.
 */
export function openBonuses(parts: RewardParts) {
  return {
    ...bind(parts, {
      offers: readOffers,
      read: readBonuses,
      claim: claimBonus,
      cancel: cancelBonus,
      reverse: reverseBonus,
      settleDue: settleDueBonuses,
    }),
    lock: lockBonusOfDeposit,
  }
}
