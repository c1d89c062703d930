import type { RewardParts } from './parts.ts'
import { welcomePlayer } from './welcome-player.ts'
import { readReferrals } from './read-referrals.ts'
import { claimReferrals, payDueReferrals } from './pay-referral.ts'
import { bind } from '../../platform/bind.ts'

/**
 * Referral: the player who brings another one is paid once the new player has deposited and played what the rule asks for. It is a posting of one key for
 * each new player, so nobody is paid twice for one, whoever asks and however often.
 */
export function openReferrals(parts: RewardParts) {
  return bind(parts, { welcome: welcomePlayer, read: readReferrals, claim: claimReferrals, payDue: payDueReferrals })
}
