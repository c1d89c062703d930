import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { PlayerSession } from '../../platform/http/call.ts'
import { bonusReply, termsReply } from './bonus-terms.ts'
import { listBonuses, openRules } from './bonus-store.ts'
import type { RewardParts } from './parts.ts'
import { stateOfCheck } from './check-reward.ts'
import { countedStakes, wageringTerms } from './wagering.ts'
import { entitlementOf } from './bonus-entitlement.ts'

/** Public offers of a market. */
export async function readOffers({ platform: { db, clock } }: RewardParts, market: Market) {
  const counting = await wageringTerms(db.kysely)
  return (await openRules(db.kysely, market, clock.now())).map((rule) => termsReply(rule, counting))
}

/** A player's bonuses with current wagering, and the amount of each offer for them. */
export async function readBonuses(parts: RewardParts, session: PlayerSession) {
  const {
    platform: { db, clock },
    wallet,
  } = parts
  const { playerId, currency, market } = session
  const rows = await listBonuses(db.kysely, playerId)
  const running = rows.find((row) => row.state === 'active')
  if (running) {
    // Include stakes not yet counted by the job.
    const { countedMinor } = await countedStakes(db.kysely, playerId, running.counted_to, clock.now())
    running.wagered_minor += countedMinor
  }
  const offers = []
  const counting = await wageringTerms(db.kysely)
  for (const rule of await openRules(db.kysely, market, clock.now())) {
    if (rule.kind === 'referral') continue
    const due = await entitlementOf(parts, db.kysely, rule, session)
    if (due.state === 'past') continue
    const checked = due.state === 'claimable' ? await stateOfCheck(db.kysely, playerId, due.cause) : undefined
    offers.push({
      ...termsReply(rule, counting),
      state:
        checked === 'waiting'
          ? ('being_checked' as const)
          : checked === 'refused'
            ? ('refused' as const)
            : due.state === 'claimable' && running
              ? ('bonus_running' as const)
              : due.state,
      amount: due.state === 'claimable' ? formatDecimal(due.amountMinor) : null,
    })
  }
  const balance = await wallet.balance(db.kysely, playerId)
  return {
    currency,
    balance: formatDecimal(balance?.bonusMinor ?? 0n),
    order_of_funds: textOf('order_of_funds', {}),
    offers,
    bonuses: rows.map(bonusReply),
  }
}
