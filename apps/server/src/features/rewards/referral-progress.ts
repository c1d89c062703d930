import type { Market } from '@dhow/contract/shapes'
import type { Db } from '../../platform/db/index.ts'
import { openRules } from './bonus-store.ts'
import { standingPayments } from './standing-payments.ts'
import type { BonusRuleRow } from './tables.ts'
import type { RewardParts } from './parts.ts'
import { countedStakes } from './wagering.ts'

type Progress = 'registered' | 'deposited' | 'due'

export async function referralRuleOf(
  { platform: { clock } }: RewardParts,
  reader: Db,
  market: Market,
): Promise<BonusRuleRow | undefined> {
  return (await openRules(reader, market, clock.now())).find((rule) => rule.kind === 'referral')
}

/** Progress of a new player towards the rule's requirements. */
export async function progressOf(
  { platform: { clock } }: RewardParts,
  reader: Db,
  rule: BonusRuleRow,
  referredId: string,
): Promise<Progress> {
  const paid = await standingPayments(reader, referredId)
  const paidMinor = paid.reduce((sum, payment) => sum + payment.amountMinor, 0n)
  if (paidMinor < rule.min_deposit_minor || paidMinor === 0n) return 'registered'
  const { countedMinor } = await countedStakes(reader, referredId, 0n, clock.now())
  return countedMinor >= rule.play_minor ? 'due' : 'deposited'
}
