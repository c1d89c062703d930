import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { brokenConstraint } from '@dhow/platform/error-code'
import type { Db } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import { markets } from '../portal/index.ts'
import type { RewardParts } from './parts.ts'
import { openBonuses } from './bonuses.ts'
import { openBonusRules } from './bonus-rules.ts'
import { openReferrals } from './referrals.ts'
import { openRewardChecks } from './reward-checks.ts'
import { openGiftMaking } from './create-gift.ts'
import { anyEnvelope, claimedGifts } from './store.ts'
import { closeEnvelope, giveShare, makeEnvelope } from './campaign-gifts.ts'
import { validateGift, claimGift } from './claim-gift.ts'
import { givePrize, makePrizeEnvelope } from './prize-gifts.ts'
import { forgetOldClaims } from './claim-rules.ts'
import { listOwnClaims, listRefusedClaims } from './list-refused-claims.ts'
import { listGifts } from './list-gifts.ts'
import { stopGift } from './stop-gift.ts'
import { isBarred } from './free-round-terms.ts'
import { openFreeRounds } from './free-rounds.ts'
import { bind } from '../../platform/bind.ts'

export { rewardInvariants } from './invariants.ts'

export type Rewards = ReturnType<typeof openRewards>

/** Gift envelopes, bonuses and referral: created by operators, funded by the house. */
export function openRewards(parts: RewardParts) {
  const { platform } = parts
  const checks = openRewardChecks(parts)
  const bonuses = openBonuses(parts)
  const rules = openBonusRules(parts)
  const referrals = openReferrals(parts)
  const gifts = openGiftMaking(parts)
  const freeRounds = openFreeRounds(parts)
  const stopBonuses = every(platform, 'bonuses', 5_000, () => bonuses.settleDue())
  const stopForgetting = every(platform, 'reward-claims', 3_600_000, () => forgetOldClaims(parts))
  const stopReferrals = every(platform, 'referrals', 60_000, () => referrals.payDue())
  return {
    ...bind(parts, { validate: validateGift, claim: claimGift, list: listGifts, stop: stopGift }),
    ...bind(parts, { makeEnvelope, giveShare, closeEnvelope, makePrizeEnvelope, givePrize }),
    ...bind(parts, { refusedClaims: listRefusedClaims, ownClaims: listOwnClaims }),
    bonuses,
    checks,
    rules,
    referrals,
    freeRounds,
    /** True if a player may not get or use granted rewards. */
    isBarred: (reader: Db, playerId: string) => isBarred(reader, playerId, platform.clock.now()),
    ...gifts,
    /** Gifts claimed by a player, oldest first. */
    async claimedBy(playerId: string) {
      const rows = await claimedGifts(platform.db.kysely, playerId)
      return rows.map(({ amount_minor, ...row }) => ({ ...row, amount: formatDecimal(amount_minor) }))
    },
    /** A total with the amount from which a second person decides. */
    liability(action: 'gift_create' | 'bonus_create', market: Market, totalMinor: bigint) {
      const threshold = parts.approvals.thresholdOf(action, market)
      return {
        currency: markets[market].currency,
        total: formatDecimal(totalMinor),
        second_person_from: formatDecimal(threshold),
        waits: totalMinor >= threshold,
      }
    },
    /**
     * Creates the sandbox's bonus rules and first envelopes, one per market, with the codes printed by the supervisor.
     */
    async seed(codes: Partial<Record<Market, string>>) {
      await rules.seed()
      if (await anyEnvelope(platform.db.kysely)) return
      for (const market of ['NA', 'IN'] as const) {
        const code = codes[market]
        if (code === undefined) continue
        const gift = {
          title: 'Welcome aboard',
          market,
          kind: 'fixed',
          amount: '50.00',
          claims: 10,
          expires_in_hours: 8_760,
        } as const
        await gifts.seedGift(gift, code).catch((error: unknown) => {
          // A concurrently started server was first.
          if (brokenConstraint(error) !== 'gift_envelope_code_hash_key') throw error
        })
      }
    },
    async close() {
      await Promise.all([stopBonuses(), stopReferrals(), stopForgetting(), freeRounds.close()])
    },
  }
}
