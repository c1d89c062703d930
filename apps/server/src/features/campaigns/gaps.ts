import type { CampaignGap } from '@dhow/contract/campaigns'
import { keysOf } from '@dhow/contract/keys-of'
import type { CampaignRow } from './read-campaigns.ts'

/** Everything that a draft lacks before it can go live, in the order of its form. */
export function gapsOf(row: CampaignRow): CampaignGap[] {
  const { kind, amount_minor: amount, budget_minor: budget, players_at_most: players, trigger, event, days } = row
  const isGift = kind === 'gift'
  const needsDays = trigger === 'schedule' || (trigger === 'event' && event === 'idle')
  const gaps: Record<CampaignGap, boolean> = {
    campaign_no_event: trigger === 'event' && event === null,
    campaign_no_days: needsDays && days === null,
    campaign_gift_once: isGift && row.repeats,
    campaign_no_budget: isGift && (budget === null || amount === null),
    campaign_no_cap: players === null,
    campaign_budget_small: isGift && budget !== null && (amount ?? 0n) * BigInt(players ?? 0) > budget,
  }
  return keysOf(gaps).filter((gap) => gaps[gap])
}
