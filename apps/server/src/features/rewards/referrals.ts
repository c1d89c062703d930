import type { RewardParts } from './parts.ts'
import { welcomePlayer } from './welcome-player.ts'
import { readReferrals } from './read-referrals.ts'
import { claimReferrals, payDueReferrals } from './pay-referral.ts'
import { bind } from '../../platform/bind.ts'

/**
 * Referral: the referring player is paid once the new player has deposited and played what the rule requires. Each new
 * player has one posting key, so nobody is paid twice.
 */
export function openReferrals(parts: RewardParts) {
  return bind(parts, { welcome: welcomePlayer, read: readReferrals, claim: claimReferrals, payDue: payDueReferrals })
}
