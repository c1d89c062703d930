import type { CampaignGap } from '@dhow/contract/campaigns'
import { keysOf } from '@dhow/contract/keys-of'
import type { CampaignRow } from './read-campaigns.ts'

/** Everything that a draft lacks to go live, in the order of its form. */
export function gapsOf(row: CampaignRow): CampaignGap[] {
  const { kind, amount_minor: amount, budget_minor: budget, players_at_most: players, trigger, event, days } = row
  const isMoney = kind !== 'message'
  const needsDays = trigger === 'schedule' || (trigger === 'event' && event === 'idle')
  const gaps: Record<CampaignGap, boolean> = {
    campaign_no_event: trigger === 'event' && event === null,
    campaign_no_days: needsDays && days === null,
    campaign_gift_once: isMoney && row.repeats,
    campaign_no_budget: isMoney && (budget === null || amount === null),
    campaign_no_cap: players === null,
    campaign_budget_small: isMoney && budget !== null && (amount ?? 0n) * BigInt(players ?? 0) > budget,
  }
  return keysOf(gaps).filter((gap) => gaps[gap])
}
